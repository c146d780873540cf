// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.ColumnBatch;
import io.albis.reader.FirstRows;
import io.albis.reader.source.SegmentKey;
import io.albis.spark.internal.metric.MetricTotals;
import io.albis.spark.internal.metric.ScanMetric;
import io.albis.spark.internal.plan.TaskScans;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.Source;
import io.albis.storage.memory.MemoryBudget;
import java.util.List;
import java.util.function.ToLongBiFunction;
import org.apache.spark.TaskContext;

/**
 * Reads the rows of a partition, one range after the other. Shortly before a range ends, the first
 * segments of the next one are requested, as far as the memory of the task suffices for both. For
 * the thread of the task; other threads may call {@link #reclaim}.
 */
final class SplitCursor implements AutoCloseable {

  /** With this many bytes left of a range, the next one is requested: about 20 ms of a scan. */
  private static final long PREFETCH_BYTES = 32L << 20;

  private final ReadSpec spec;
  private final List<Rows> ranges;
  private final TaskMemory memory;

  /** Of all ranges; null if all rows are needed. */
  private final FirstRows first;

  /** Of the rows that are read, those that count as planned; null for all. */
  private final ToLongBiFunction<SegmentKey, Long> planned;

  /** Index of the first range that has not been opened. */
  private int unopened;

  /** Null before the first range, and at the end. */
  private volatile RangeCursor current;

  /** The range after the current one; null if it has not been requested. */
  private volatile RangeCursor following;

  /** Metrics of the ranges that were read. */
  private final MetricTotals finished = new MetricTotals();

  private long bytesCounted;

  SplitCursor(ReadSpec spec, ScanPartition partition) {
    this.spec = spec;
    this.ranges = partition.rows();
    this.first = spec.top() == null ? null : spec.top().firstRows();
    TaskContext task = TaskContext.get();
    this.memory = new TaskMemory(spec.options().taskMemory(), task, this::reclaim);
    this.planned = TaskScans.begin(task, partition.executor());
  }

  /** Advances to the next batch that has rows; returns false at the end. */
  boolean next() {
    while (current == null || !current.next()) {
      leave();
      if (following != null) {
        current = following;
        following = null;
      } else if (unopened < ranges.size()) {
        current = openNext();
      } else {
        return false;
      }
    }
    prefetchNext();
    return true;
  }

  private RangeCursor openNext() {
    return new RangeCursor(spec, ranges.get(unopened++), first, planned, new RangeMemory());
  }

  /** Opens the next range early, unless that has to wait or its rows may not be needed. */
  private void prefetchNext() {
    if (following == null
        && unopened < ranges.size()
        && spec.limit() < 0
        && ranges.get(unopened).source() == ranges.get(unopened - 1).source()
        && current.bytesLeft() <= PREFETCH_BYTES) {
      following = openNext();
      following.prefetch();
    }
  }

  /** Returns the current batch, which is valid until the cursor moves. */
  ColumnBatch batch() {
    return current.batch();
  }

  /** Returns what the current batch belongs to. */
  Source source() {
    return current.source();
  }

  /** The task's memory for one range: the current one takes it from the one behind it. */
  private final class RangeMemory implements MemoryBudget {

    @Override
    public boolean tryReserve(long bytes) {
      if (memory.tryReserve(bytes)) {
        return true;
      }
      RangeCursor last = following;
      if (last == null || last.isWithin(this)) {
        return false;
      }
      while (last.reclaim(bytes) > 0) {
        if (memory.tryReserve(bytes)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean tryReserveFree(long bytes) {
      return memory.tryReserveFree(bytes);
    }

    @Override
    public void release(long bytes) {
      memory.release(bytes);
    }
  }

  /** Releases what was read ahead, for another consumer of the task's memory. */
  private long reclaim(long bytes) {
    RangeCursor last = following;
    RangeCursor first = current;
    long given = last == null ? 0 : last.reclaim(bytes);
    return given >= bytes || first == null ? given : given + first.reclaim(bytes - given);
  }

  /**
   * Returns what has been read so far, and counts its bytes as input of the task. Spark asks for
   * this from time to time, and once more before the cursor is closed.
   */
  MetricTotals metrics() {
    MetricTotals totals = finished.copy();
    add(current, totals);
    add(following, totals);
    long bytes = totals.get(ScanMetric.BYTES_READ) + totals.get(ScanMetric.BYTES_CACHED);
    InputBytes.add(bytes - bytesCounted);
    bytesCounted = bytes;
    return totals;
  }

  private static void add(RangeCursor range, MetricTotals totals) {
    if (range != null) {
      totals.add(range.metrics());
    }
  }

  private void leave() {
    RangeCursor ended = current;
    current = null;
    close(ended);
  }

  private void close(RangeCursor range) {
    if (range != null) {
      range.close();
      finished.add(range.metrics());
    }
  }

  /** Releases all memory, and cancels what was requested ahead. Idempotent. */
  @Override
  public void close() {
    RangeCursor last = following;
    following = null;
    try {
      leave();
    } finally {
      close(last);
    }
  }
}
