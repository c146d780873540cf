// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.spark.internal.metric.MetricTotals;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The metrics of a partition's reader as Spark asks for them. For the thread of the task. */
final class ReportedMetrics {

  /**
   * How often metrics are reported while the task runs. Spark asks after each batch, and merging
   * what it gets allocates more than reading the batch.
   */
  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Spark keeps the values that it has. */
  private static final CustomTaskMetric[] UNCHANGED = {};

  private final SplitCursor cursor;

  /** What the partitions before this one have read, in versions of Spark that do not add up. */
  private CustomTaskMetric[] before = {};

  private long reportedNanos = System.nanoTime() - REPORT_NANOS;

  ReportedMetrics(SplitCursor cursor) {
    this.cursor = cursor;
  }

  /**
   * Returns all metrics at the end of the partition or of the task, and from time to time before.
   *
   * @param isAtEnd whether the partition has been read
   */
  CustomTaskMetric[] values(boolean isAtEnd) {
    long now = System.nanoTime();
    if (!isAtEnd && isTaskRunning() && now - reportedNanos < REPORT_NANOS) {
      return UNCHANGED;
    }
    reportedNanos = now;
    MetricTotals totals = cursor.metrics();
    totals.add(before);
    return totals.taskMetrics();
  }

  /** Called by Spark before 4.2 for all but the first of several partitions of a task. */
  void startWith(CustomTaskMetric[] metrics) {
    before = metrics.clone();
  }

  private static boolean isTaskRunning() {
    TaskContext task = TaskContext.get();
    return task != null && !task.isCompleted();
  }
}
