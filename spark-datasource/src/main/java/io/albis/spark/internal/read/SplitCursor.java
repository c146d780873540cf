// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.TableScan;
import io.albis.reader.info.ScanMetrics;
import io.albis.spark.internal.metric.MetricTotals;
import io.albis.spark.internal.metric.ScanMetric;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * Reads the rows of a partition, one range after the other. For the thread of the task; other
 * threads may call {@link #giveBack}.
 */
final class SplitCursor implements AutoCloseable {

  private final ReadSpec spec;
  private final Iterator<Rows> ranges;
  private final TaskMemory memory;

  /** Of the current range; null before the first one. */
  private OpenDatasets.Lease lease;

  private volatile BatchCursor cursor;

  /** Metrics of the ranges that were read. */
  private final MetricTotals finished = new MetricTotals();

  private long bytesCounted;

  SplitCursor(ReadSpec spec, ScanPartition partition) {
    this.spec = spec;
    this.ranges = partition.rows().iterator();
    TaskContext task = TaskContext.get();
    this.memory =
        new TaskMemory(
            spec.options().taskMemory(),
            task == null ? null : task.taskMemoryManager(),
            this::giveBack);
  }

  /** Advances to the next batch that has rows; returns false at the end. */
  boolean next() {
    try {
      while (cursor == null || !cursor.next()) {
        leave();
        if (!ranges.hasNext()) {
          return false;
        }
        open(ranges.next());
      }
      return true;
    } finally {
      countBytes();
    }
  }

  private void open(Rows rows) {
    lease = OpenDatasets.acquire(spec.sources().get(rows.source()));
    TableScan scan = spec.scan(lease.dataset()).memoryBudget(memory);
    cursor =
        rows.isWhole()
            ? scan.batches(rows.split())
            : scan.batches(rows.firstRow(), rows.rowCount());
  }

  /** Returns the current batch, which is valid until the cursor moves. */
  ColumnBatch batch() {
    return cursor.batch();
  }

  /** Returns what the current batch belongs to. */
  Source source() {
    return lease.source();
  }

  /** Releases what was read ahead, for another consumer of the task's memory. */
  private long giveBack(long bytes) {
    BatchCursor current = cursor;
    return current == null ? 0 : current.giveBack(bytes);
  }

  private void countBytes() {
    long bytes = finished.get(ScanMetric.BYTES_READ) + finished.get(ScanMetric.BYTES_CACHED);
    if (cursor != null) {
      ScanMetrics metrics = cursor.metrics();
      bytes += metrics.bytesRead() + metrics.bytesCached();
    }
    InputBytes.add(bytes - bytesCounted);
    bytesCounted = bytes;
  }

  /** Returns what has been read so far. */
  CustomTaskMetric[] metrics() {
    MetricTotals totals = finished.copy();
    if (cursor != null) {
      totals.add(cursor.metrics());
    }
    return totals.taskMetrics();
  }

  private void leave() {
    BatchCursor ended = cursor;
    OpenDatasets.Lease endedLease = lease;
    cursor = null;
    lease = null;
    try {
      if (ended != null) {
        ended.close();
        finished.add(ended.metrics());
      }
    } finally {
      if (endedLease != null) {
        endedLease.close();
      }
    }
  }

  /** Releases all memory. Idempotent. */
  @Override
  public void close() {
    leave();
  }
}
