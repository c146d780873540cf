// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.metric;

import io.albis.reader.info.ScanMetrics;
import java.util.EnumMap;
import java.util.Map;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The metrics of several scans, added up. For one thread. */
public final class MetricTotals {

  private final Map<ScanMetric, Long> totals = new EnumMap<>(ScanMetric.class);

  /** Creates totals of nothing. */
  public MetricTotals() {}

  /** Adds the metrics of a scan. */
  public void add(ScanMetrics metrics) {
    for (ScanMetric metric : ScanMetric.values()) {
      totals.merge(metric, metric.of(metrics), Long::sum);
    }
  }

  /** Returns the sum of a metric. */
  public long get(ScanMetric metric) {
    return totals.getOrDefault(metric, 0L);
  }

  /** Returns totals that change independently. */
  public MetricTotals copy() {
    MetricTotals copy = new MetricTotals();
    copy.totals.putAll(totals);
    return copy;
  }

  /** Returns the values for Spark. */
  public CustomTaskMetric[] taskMetrics() {
    ScanMetric[] metrics = ScanMetric.values();
    CustomTaskMetric[] values = new CustomTaskMetric[metrics.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = new Value(metrics[i].metricName(), get(metrics[i]));
    }
    return values;
  }

  private record Value(String name, long value) implements CustomTaskMetric {}
}
