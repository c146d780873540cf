// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.ClosedException;
import io.albis.reader.internal.row.BatchState;
import io.albis.reader.internal.row.LocatedView;
import io.albis.reader.internal.row.PositionedRowView;
import io.albis.reader.internal.row.RowFields;
import io.albis.reader.internal.row.RowSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Iterates over the rows of a scan, split or batch, once and forward only.
 *
 * <pre>{@code
 * try (RowCursor cursor = table.scan().select("id", "price").rows()) {
 *   while (cursor.next()) {
 *     RowView row = cursor.row();
 *     if (!row.isNullAt(1)) {
 *       sum += row.getDouble(1);
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Advancing allocates nothing. The cursor of a scan owns the memory of the current batch and
 * releases it when it loads the next batch, reaches its end or is closed. The cursor of a
 * {@linkplain ColumnBatch#rows batch} owns no memory. A cursor is for one thread at a time; a table
 * can have many.
 */
public final class RowCursor implements AutoCloseable {

  private final RowSource source;
  private final LocatedView rows;

  /** Null for the cursor of a batch. */
  private final BatchCursor scan;

  /** Held by the thread that changes the batch or closes the cursor. */
  private final ReentrantLock lock = new ReentrantLock();

  private PositionedRowView view;

  /** Number of rows to read that directly follow the view's current row. */
  private int remaining;

  /** Rows of the batch to read, or null for all; index of the next one, and the end. */
  private int[] selection;

  private int nextRow;
  private int endRow;

  /** Whether the current batch has not been read from yet. */
  private boolean started;

  /** Why there are no more rows; set on close. */
  private String closedBecause;

  /**
   * Creates a cursor before the first row. Closing it closes {@code source}.
   *
   * @param scan the cursor over the batches of a scan; null if there is none
   */
  RowCursor(RowFields fields, RowSource source, BatchCursor scan) {
    this.source = source;
    this.scan = scan;
    this.rows = new LocatedView(fields);
  }

  /**
   * Advances to the next row, which may load the next batch.
   *
   * @return false at the end, also on further calls
   * @throws ClosedException if the cursor is closed
   * @throws IllegalStateException if another thread is advancing the cursor
   */
  public boolean next() {
    // The fields of the view are read and written after the two branches have joined: the compiler
    // then keeps them in registers for callers that call row() in their loop.
    if (remaining <= 0 && !refill()) {
      return false;
    }
    remaining--;
    view.advance();
    return true;
  }

  /** Positions the view before the next run of consecutive rows to read. */
  private boolean refill() {
    if (!lock.tryLock()) {
      throw new IllegalStateException(
          "Cannot move to the next row: another thread is moving the cursor (a cursor is for one"
              + " thread at a time)");
    }
    try {
      return refillLocked();
    } finally {
      lock.unlock();
    }
  }

  private boolean refillLocked() {
    requireOpen("move to the next row");
    while (nextRow < endRow || started || startBatch()) {
      if (started) {
        started = false;
        selection = source.selection();
        nextRow = 0;
        endRow = selection == null ? source.rowCount() : source.selectedCount();
      }
      if (nextRow < endRow) {
        if (selection == null) {
          view.moveBefore(0);
          remaining = endRow;
          nextRow = endRow;
        } else {
          refillSelected();
        }
        return true;
      }
    }
    return false;
  }

  private void refillSelected() {
    int first = nextRow++;
    while (nextRow < endRow && selection[nextRow] == selection[nextRow - 1] + 1) {
      nextRow++;
    }
    view.moveBefore(selection[first]);
    remaining = nextRow - first;
  }

  /** Loads the next batch and positions the view before its first row. */
  private boolean startBatch() {
    nextRow = 0;
    endRow = 0;
    if (view != null) {
      view.leave();
    }
    if (!source.nextBatch()) {
      return false;
    }
    view = rows.startBatch(source::locate, source.rowCount());
    started = true;
    return true;
  }

  /**
   * Returns the view of the current row. Requires that {@link #next} has returned true.
   *
   * <p>Call this inside the loop: it costs nothing, and the compiler can keep the view's state in
   * registers. A view obtained for an earlier row follows the cursor too, but is slower, in
   * particular if a later batch has a different layout because the schema has evolved.
   *
   * @throws ClosedException if {@link #next} has never returned true
   */
  public RowView row() {
    // The compiler keeps the state of the view in registers only if this path ends here.
    if (view == null) {
      throw new ClosedException(
          "Cannot read the row: the cursor is not on a row (call next() first, while it returns"
              + " true)");
    }
    return view;
  }

  /**
   * Returns the number of the current row in its row group, counted from 0. Costs nothing unless it
   * is called.
   *
   * @throws ClosedException if the cursor is not on a row
   */
  public long rowInRowGroup() {
    BatchState batch = batch();
    // The current row is in a run of consecutive rows that ends at the last one.
    int last = selection == null ? endRow - 1 : selection[nextRow - 1];
    return batch.firstRow() - batch.rowGroup().tableRow() + last - remaining;
  }

  /**
   * Returns the number of the row group of the current row, as {@link ColumnBatch#rowGroup}.
   *
   * @throws ClosedException if the cursor is not on a row
   */
  public long rowGroup() {
    return batch().rowGroup().number();
  }

  /**
   * Returns the data file of the current row, as {@link ColumnBatch#file}.
   *
   * @throws ClosedException if the cursor is not on a row
   */
  public String file() {
    return batch().rowGroup().file();
  }

  private BatchState batch() {
    if (view == null || started || !source.batch().isLoaded()) {
      throw new ClosedException("Cannot locate the row: the cursor is not on a row");
    }
    return source.batch();
  }

  /**
   * Returns what the scan has read for this cursor so far, like {@link BatchCursor#metrics}; empty
   * for the cursor of a batch. May be called by any thread, also after the cursor is closed.
   */
  public Optional<ScanMetrics> metrics() {
    return Optional.ofNullable(scan).map(BatchCursor::metrics);
  }

  /**
   * Releases what was read ahead, like {@link BatchCursor#reclaim}; nothing for the cursor of a
   * batch. May be called by any thread.
   *
   * @return the bytes released
   */
  public long reclaim(long bytes) {
    return scan == null ? 0 : scan.reclaim(bytes);
  }

  private void requireOpen(String what) {
    if (closedBecause != null) {
      throw new ClosedException("Cannot " + what + ": " + closedBecause);
    }
  }

  /** Releases the memory; the views of this cursor can no longer be read. */
  @Override
  public void close() {
    close("the cursor is closed");
  }

  void close(String reason) {
    lock.lock();
    try {
      closeLocked(reason);
    } finally {
      lock.unlock();
    }
  }

  private void closeLocked(String reason) {
    if (closedBecause == null) {
      closedBecause = reason;
      remaining = 0;
      nextRow = 0;
      endRow = 0;
      started = false;
      if (view != null) {
        view.close(reason);
      }
      source.close();
    }
  }
}
