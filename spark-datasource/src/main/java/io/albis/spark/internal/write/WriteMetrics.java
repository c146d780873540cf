// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.TaskResult;
import java.util.Arrays;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.util.Utils;

/** The metrics of a write in Spark's user interface. */
public final class WriteMetrics {

  private static final String BYTES = "albisBytesWritten";

  private WriteMetrics() {}

  static CustomMetric[] all() {
    return new CustomMetric[] {new BytesWritten()};
  }

  /**
   * Returns the values of a task.
   *
   * @param result null before its end
   */
  public static CustomTaskMetric[] values(TaskResult result) {
    return new CustomTaskMetric[] {new Value(BYTES, result == null ? 0 : result.writtenBytes())};
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  /** Spark creates metrics by the names of their classes. */
  public static final class BytesWritten extends CustomSumMetric {

    /** For Spark. */
    public BytesWritten() {}

    @Override
    public String name() {
      return BYTES;
    }

    @Override
    public String description() {
      return "bytes written";
    }

    @Override
    public String aggregateTaskMetrics(long[] taskMetrics) {
      return Utils.bytesToString(Arrays.stream(taskMetrics).sum());
    }
  }
}
