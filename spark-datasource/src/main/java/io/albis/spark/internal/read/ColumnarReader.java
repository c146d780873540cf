// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.spark.internal.metric.MetricTotals;
import io.albis.spark.internal.vector.SparkBatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Gives Spark the batches of a partition, without a copy. */
final class ColumnarReader implements PartitionReader<ColumnarBatch> {

  /**
   * How often metrics are reported while the task runs. Spark asks after each batch, and merging
   * what it gets allocates more than reading the batch.
   */
  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Spark keeps the values that it has. */
  private static final CustomTaskMetric[] UNCHANGED = {};

  private final SplitCursor cursor;
  private final MetadataVectors metadata;
  private final SparkBatch batches;
  private final InputFile file = new InputFile();

  /** Null before the first batch, and at the end. */
  private ColumnarBatch current;

  /** What the partitions before this one have read, in versions of Spark that do not add up. */
  private CustomTaskMetric[] before = {};

  private long reportedNanos = System.nanoTime() - REPORT_NANOS;

  ColumnarReader(ReadSpec spec, ScanPartition partition) {
    this.cursor = new SplitCursor(spec, partition);
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

  /** All metrics at the end of the partition or of the task, and from time to time before. */
  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    long now = System.nanoTime();
    if (current != null && isTaskRunning() && now - reportedNanos < REPORT_NANOS) {
      return UNCHANGED;
    }
    reportedNanos = now;
    MetricTotals totals = cursor.metrics();
    totals.add(before);
    return totals.taskMetrics();
  }

  /** Called by Spark before 4.2 for all but the first of several partitions of a task. */
  @Override
  @SuppressWarnings("deprecation") // since Spark 4.2, which adds up itself
  public void initMetricsValues(CustomTaskMetric[] metrics) {
    before = metrics.clone();
  }

  private static boolean isTaskRunning() {
    TaskContext task = TaskContext.get();
    return task != null && !task.isCompleted();
  }

  /** Releases all memory, also in the middle of the partition. */
  @Override
  public void close() {
    InputFile.unset();
    cursor.close();
  }
}
