// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.reader.ArrowExport;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The batches of a scan as Arrow vectors, which share the memory of the batches where the layout
 * allows. The scan starts with the first batch that is asked for. For one thread at a time, which
 * may be a different one for each batch.
 */
final class ScanStream extends ArrowReader {

  private final DatasetScan scan;
  private final ArrowExport export;
  private BatchCursor cursor;
  private Throwable failure;

  ScanStream(DatasetScan scan, BufferAllocator allocator) {
    super(allocator);
    this.scan = scan;
    this.export = ArrowExport.keepingDecimals(scan.schema(), allocator);
  }

  /** Why the scan failed; null if it has not. */
  Throwable failure() {
    return failure;
  }

  @Override
  public VectorSchemaRoot getVectorSchemaRoot() {
    return export.root();
  }

  @Override
  public boolean loadNextBatch() {
    if (failure != null) {
      // DuckDB asks again, by another thread.
      throw new IllegalStateException("The scan has failed", failure);
    }
    try {
      if (cursor == null) {
        cursor = scan.batches();
      }
      if (!cursor.next()) {
        return false;
      }
      export.load(cursor.batch());
      return true;
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public long bytesRead() {
    return scan.metrics().bytesRead();
  }

  @Override
  protected void closeReadSource() {
    if (cursor != null) {
      cursor.close();
    }
    export.close();
  }

  @Override
  protected Schema readSchema() {
    return ArrowExport.schema(scan.schema());
  }
}
