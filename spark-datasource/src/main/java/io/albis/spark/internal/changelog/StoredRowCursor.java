// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanReaderFactory;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.jdk.javaapi.CollectionConverters;

/** Reads rows of one snapshot. For the thread of the task. */
final class StoredRowCursor implements AutoCloseable {

  private final PartitionReader<ColumnarBatch> reader;
  private final UnsafeProjection projection;
  private final JoinedRow joined = new JoinedRow();
  private final InternalRow appended;

  /** Of the current batch; null before the first one. */
  private Iterator<InternalRow> batch;

  /**
   * Opens rows.
   *
   * @param appended further values, on which those of the rows can depend
   */
  StoredRowCursor(StoredRows rows, InternalRow appended) {
    this.appended = appended;
    this.projection = UnsafeProjection.create(CollectionConverters.asScala(rows.values()).toSeq());
    this.reader =
        new ScanReaderFactory(rows.spec(), ScanPartition.NO_RUNTIME_FILTER, null, List.of())
            .createColumnarReader(rows.partition());
  }

  /** Returns the next row, which is valid until the next call; null at the end. */
  UnsafeRow next() throws IOException {
    while (batch == null || !batch.hasNext()) {
      if (!reader.next()) {
        return null;
      }
      TaskContext.get().killTaskIfInterrupted();
      batch = reader.get().rowIterator();
    }
    return projection.apply(joined.apply(batch.next(), appended));
  }

  /** Releases all memory, and counts what was read as input of the task. */
  @Override
  public void close() throws IOException {
    reader.currentMetricsValues();
    reader.close();
  }
}
