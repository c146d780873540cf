// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.scan;

import io.albis.reader.internal.filter.RowFilter;
import io.albis.reader.internal.io.BackgroundTasks;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.plan.RowGroupStatistics;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.row.BatchState;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.vector.ColumnVector;
import io.albis.reader.vector.VectorOwner;
import io.albis.storage.memory.Registration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Loads the rows of a scan or split batch by batch, and reads ahead. Owns the memory of the current
 * batch. For one thread at a time.
 */
public final class BatchLoader implements AutoCloseable {

  private final ReadContext context;
  private final ScanPlan plan;
  private final List<RowGroups.RowRange> ranges;
  private final ReadAhead ahead;
  private final Registration memoryHolder;
  private final int readSize;
  private final List<ColumnVector> vectors;
  private final BatchState batch;
  private final RowFilter filter;
  private RowGroupScan current;

  /** The row group after the current one, opened early; null if not yet. */
  private Future<Opened> upcoming;

  private int nextRange;
  private long remaining;

  /**
   * An open row group.
   *
   * @param scan of the row group, or null if there is none
   * @param next index of the row group to continue with
   */
  private record Opened(RowGroupScan scan, int next) {}

  /**
   * Creates a loader before the first batch.
   *
   * @param readSize maximum bytes of a request
   */
  public BatchLoader(
      ReadContext context,
      ScanPlan plan,
      List<RowGroups.RowRange> ranges,
      ReadAhead ahead,
      int readSize) {
    this.context = context;
    this.plan = plan;
    this.ranges = ranges;
    this.ahead = ahead;
    this.memoryHolder = context.allocator().register(ahead);
    this.readSize = readSize;
    this.batch =
        new BatchState(
            plan.leaves().stream().map(leaf -> new VectorOwner(leaf.type(), leaf.path())).toList());
    this.vectors = batch.vectors().stream().map(VectorOwner::vector).toList();
    this.filter = plan.isExact() ? new RowFilter(plan.filter()) : null;
    this.remaining = plan.limit() < 0 ? Long.MAX_VALUE : plan.limit();
  }

  /** What is read. */
  public ScanPlan plan() {
    return plan;
  }

  /** The current batch: always the same object. */
  public BatchState batch() {
    return batch;
  }

  /** Loads the next batch with at least one selected row; false if there is none. */
  public boolean next() {
    while (remaining > 0) {
      if (current == null && !openRowGroup()) {
        return false;
      }
      if (!current.next(batch.vectors())) {
        current.close();
        current = null;
      } else {
        readAhead();
        if (take()) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean openRowGroup() {
    Opened opened = takeUpcoming();
    if (opened == null) {
      opened = openNext(nextRange);
    }
    current = opened.scan;
    nextRange = opened.next;
    if (current != null) {
      current.prefetch();
    }
    return current != null;
  }

  /** Opens the next row group that may have matching rows. */
  private Opened openNext(int from) {
    for (int next = from; next < ranges.size(); next++) {
      RowGroups.RowRange range = ranges.get(next);
      if (RowGroupStatistics.mayMatch(plan, context.rowGroups(), range.rowGroup())) {
        RowGroupScan scan = new RowGroupScan(plan, context, range, ahead, readSize);
        try {
          scan.open();
        } catch (RuntimeException e) {
          scan.close();
          throw e;
        }
        return new Opened(scan, next + 1);
      }
    }
    return new Opened(null, ranges.size());
  }

  /**
   * Reads ahead in the row group and, near its end, in the next one, which another thread opens in
   * the meantime.
   */
  private void readAhead() {
    if (!ahead.isActive()) {
      return;
    }
    boolean isAllAsked = current.prefetch();
    if (upcoming == null && current.isNextWanted() && nextRange < ranges.size()) {
      int from = nextRange;
      upcoming = BackgroundTasks.submit(() -> openNext(from));
    }
    if (isAllAsked && upcoming != null && upcoming.isDone()) {
      try {
        Opened opened = BackgroundTasks.await(upcoming);
        if (opened.scan != null) {
          opened.scan.prefetch();
        }
      } catch (ExecutionException e) {
        // Not now: the rows before it come first. It is opened again in its turn, and fails again
        // then.
        return;
      }
    }
  }

  /** The row group that has been opened early; null if there is none or opening failed. */
  private Opened takeUpcoming() {
    if (upcoming == null) {
      return null;
    }
    Future<Opened> taken = upcoming;
    upcoming = null;
    try {
      return BackgroundTasks.await(taken);
    } catch (ExecutionException e) {
      // The row group will be opened again: if the error persists, it is thrown then.
      return null;
    }
  }

  /** Filters and limits the current rows; false if none is left. */
  private boolean take() {
    int rows = current.rowCount();
    if (filter == null) {
      int taken = (int) Math.min(rows, remaining);
      if (taken < rows) {
        batch.vectors().forEach(owner -> owner.rows(taken));
      }
      batch.set(current.firstRow(), taken, null, 0);
      remaining -= taken;
      return true;
    }
    int selected = (int) Math.min(filter.select(vectors, rows), remaining);
    batch.set(current.firstRow(), rows, filter.selection(), selected);
    remaining -= selected;
    return selected > 0;
  }

  /** Releases all memory; vectors can no longer be read. */
  public void leave() {
    batch.clear();
    batch.vectors().forEach(VectorOwner::close);
    RowGroupScan last = current;
    current = null;
    try {
      if (last != null) {
        last.close();
      }
    } finally {
      Opened unused = takeUpcoming();
      if (unused != null && unused.scan != null) {
        unused.scan.close();
      }
    }
  }

  /** Releases all memory and ends the loader. */
  @Override
  public void close() {
    memoryHolder.close();
    leave();
  }
}
