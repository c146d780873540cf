// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.TableScan;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.Iterator;

/** Reads the splits of a partition, one after the other. For one thread. */
final class SplitCursor implements AutoCloseable {

  private final ReadSpec spec;
  private final Iterator<Rows> ranges;

  /** Of the current split; null before the first one. */
  private OpenDatasets.Lease lease;

  private BatchCursor cursor;

  SplitCursor(ReadSpec spec, ScanPartition partition) {
    this.spec = spec;
    this.ranges = partition.rows().iterator();
  }

  /** Advances to the next batch that has rows; returns false at the end. */
  boolean next() {
    while (cursor == null || !cursor.next()) {
      leave();
      if (!ranges.hasNext()) {
        return false;
      }
      open(ranges.next());
    }
    return true;
  }

  private void open(Rows rows) {
    lease = OpenDatasets.acquire(spec.sources().get(rows.source()));
    TableScan scan = spec.scan(lease.dataset());
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

  private void leave() {
    try (OpenDatasets.Lease ended = lease;
        BatchCursor endedCursor = cursor) {
      cursor = null;
      lease = null;
    }
  }

  /** Releases all memory. Idempotent. */
  @Override
  public void close() {
    leave();
  }
}
