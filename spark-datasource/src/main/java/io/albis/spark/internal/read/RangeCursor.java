// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.DatasetScan;
import io.albis.reader.FirstRows;
import io.albis.reader.ScanMetrics;
import io.albis.reader.source.SegmentKey;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.storage.memory.MemoryBudget;
import java.util.function.ToLongBiFunction;

/**
 * Reads one range of rows, and keeps its dataset open. For the thread of the task; other threads
 * may call {@link #reclaim}.
 */
final class RangeCursor implements AutoCloseable {

  private final Rows rows;
  private final MemoryBudget memory;
  private final OpenDatasets.Lease lease;
  private final BatchCursor cursor;

  /**
   * Opens a range. Waits for the storage only if the dataset is not open.
   *
   * @param first the rows that are needed; null for all
   * @param planned of the rows that are read, those that count as planned; null for all
   */
  RangeCursor(
      ReadSpec spec,
      Rows rows,
      FirstRows first,
      ToLongBiFunction<SegmentKey, Long> planned,
      MemoryBudget memory) {
    this.rows = rows;
    this.memory = memory;
    this.lease = OpenDatasets.acquire(spec.sources().get(rows.source()));
    try {
      DatasetScan all = spec.scan(lease).memoryBudget(memory);
      DatasetScan counted = planned == null ? all : all.finishPlanned(planned);
      DatasetScan scan = first == null ? counted : counted.first(first);
      this.cursor =
          rows.isWhole()
              ? scan.batches(rows.split())
              : scan.batches(rows.firstRow(), rows.rowCount());
    } catch (RuntimeException | Error e) {
      lease.close();
      throw e;
    }
  }

  /** Starts the first requests, before the first call of {@link #next}. */
  void prefetch() {
    cursor.prefetch();
  }

  /** Advances to the next batch that has rows; returns false at the end. */
  boolean next() {
    return cursor.next();
  }

  /** Returns the current batch, which is valid until the cursor moves. */
  ColumnBatch batch() {
    return cursor.batch();
  }

  /** Returns what the rows belong to. */
  Source source() {
    return lease.source();
  }

  /** Returns the approximate bytes of the projected columns behind the current batch. */
  long bytesLeft() {
    ColumnBatch batch = cursor.batch();
    long left = rows.firstRow() + rows.rowCount() - batch.firstRow() - batch.rowCount();
    return (long) ((double) rows.bytes() * left / rows.rowCount());
  }

  /** Whether a budget is the one of this range. */
  boolean isWithin(MemoryBudget budget) {
    return memory.equals(budget);
  }

  ScanMetrics metrics() {
    return cursor.metrics();
  }

  /** See {@link BatchCursor#reclaim}. */
  long reclaim(long bytes) {
    return cursor.reclaim(bytes);
  }

  /** Releases all memory. Idempotent. */
  @Override
  public void close() {
    try {
      cursor.close();
    } finally {
      lease.close();
    }
  }
}
