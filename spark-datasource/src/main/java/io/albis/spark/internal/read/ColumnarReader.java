// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.spark.internal.vector.SparkBatch;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Gives Spark the batches of a partition, without a copy. */
final class ColumnarReader implements PartitionReader<ColumnarBatch> {

  private final SplitCursor cursor;
  private final ReportedMetrics metrics;
  private final MetadataVectors metadata;
  private final SparkBatch batches;
  private final InputFile file = new InputFile();

  /** Null before the first batch, and at the end. */
  private ColumnarBatch current;

  ColumnarReader(ReadSpec spec, ScanPartition partition) {
    this.cursor = new SplitCursor(spec, partition);
    this.metrics = new ReportedMetrics(cursor);
    this.metadata = new MetadataVectors(spec.metadata());
    this.batches = new SparkBatch(spec.dataSchema(), metadata.vectors());
  }

  @Override
  public boolean next() {
    if (!cursor.next()) {
      current = null;
      return false;
    }
    metadata.set(cursor.batch(), cursor.source());
    file.set(cursor.batch(), cursor.source());
    current = batches.set(cursor.batch());
    return true;
  }

  @Override
  public ColumnarBatch get() {
    return current;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return metrics.values(current == null);
  }

  @Override
  @SuppressWarnings("deprecation") // since Spark 4.2, which adds up itself
  public void initMetricsValues(CustomTaskMetric[] before) {
    metrics.startWith(before);
  }

  /** Releases all memory, also in the middle of the partition. */
  @Override
  public void close() {
    InputFile.unset();
    cursor.close();
  }
}
