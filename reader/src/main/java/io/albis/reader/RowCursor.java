// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.ClosedException;
import io.albis.format.error.ConcurrentUseException;
import io.albis.reader.internal.row.PositionedRowView;
import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowFields;
import io.albis.reader.internal.row.RowShape;
import io.albis.reader.internal.row.RowShapeBuilder;
import io.albis.reader.internal.row.RowSource;
import io.albis.reader.internal.row.RowViews;
import io.albis.reader.vector.RowView;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Walks through the rows of a scan, split or batch, forwards and once.
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
 * <p>Moving on allocates nothing. The cursor of a scan owns the memory of the batch at hand, gives
 * it back when it moves to the next one, and the last one when it is closed or at its end; that of
 * a {@linkplain ColumnBatch#rows batch} owns none. One cursor belongs to one thread at a time; a
 * table can have many.
 */
public final class RowCursor implements AutoCloseable {

  private final RowFields fields;
  private final RowSource source;
  private final RowShapeBuilder shapes;
  private final RowAddresses addresses;

  /** Held by the thread that changes the batch or closes the cursor. */
  private final ReentrantLock lock = new ReentrantLock();

  private PositionedRowView view;

  /** How many rows to read follow directly on the one that the view is on. */
  private int remaining;

  /** Rows of the batch to read, or null for all; of these, the next one and the end. */
  private int[] selection;

  private int nextRow;
  private int endRow;

  /** Whether there is a batch of which no row has been read. */
  private boolean started;

  /** Why there are no more rows, once closed. */
  private String closedBecause;

  /** A cursor before the first row, which closes {@code source} when it is closed. */
  RowCursor(RowFields fields, RowSource source) {
    this.fields = fields;
    this.source = source;
    this.shapes = fields.shapeBuilder();
    this.addresses = new RowAddresses(fields.leaves().size());
  }

  /**
   * Moves to the next row, which may load the next batch.
   *
   * @return false at the end, also when called again
   * @throws ClosedException if the cursor is closed
   * @throws ConcurrentUseException if another thread is moving the cursor
   */
  public boolean next() {
    // What the view holds is read and changed after the two ways have met again: then the compiler
    // keeps it in registers for those who ask for row() in their loop.
    if (remaining <= 0 && !refill()) {
      return false;
    }
    remaining--;
    view.advance();
    return true;
  }

  /** Puts the view before the next rows to read that follow each other. */
  private boolean refill() {
    if (!lock.tryLock()) {
      throw new ConcurrentUseException(
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

  /** Loads the next batch and puts the view before its first row. */
  private boolean startBatch() {
    nextRow = 0;
    endRow = 0;
    if (view != null) {
      view.leave();
    }
    if (!source.nextBatch()) {
      return false;
    }
    source.locate(shapes, addresses);
    RowShape shape = shapes.build(view == null ? null : view.shape());
    if (view == null || !shape.equals(view.shape())) {
      PositionedRowView previous = view;
      view = RowViews.of(shape, fields);
      if (previous != null) {
        previous.replaceBy(view);
      }
    }
    view.startBatch(addresses, source.rowCount());
    started = true;
    return true;
  }

  /**
   * The view on the row that the cursor stands on; to be read after {@link #next} has returned
   * true.
   *
   * <p>Ask for it in the loop: that costs nothing, and lets the compiler keep its state in
   * registers. The view of an earlier row follows the cursor as well, but is slower, most of all
   * where a later batch has another layout because the table has been changed.
   *
   * @throws ClosedException if {@link #next} has never returned true
   */
  public RowView row() {
    // Only a path that ends here lets the compiler keep the state of the view in registers.
    if (view == null) {
      throw new ClosedException(
          "Cannot read the row: the cursor stands on none (call next() first, while it returns"
              + " true)");
    }
    return view;
  }

  private void requireOpen(String what) {
    if (closedBecause != null) {
      throw new ClosedException("Cannot " + what + ": " + closedBecause);
    }
  }

  /** Gives the memory back; the views of this cursor cannot be read any more. */
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
