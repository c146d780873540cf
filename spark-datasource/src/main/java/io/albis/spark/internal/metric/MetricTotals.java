// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.metric;

import io.albis.reader.ScanMetrics;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The metrics of several scans, added up. For one thread. */
@SuppressWarnings("EnumOrdinal") // an array of longs, as Spark asks often; no ordinal is stored
public final class MetricTotals {

  private static final ScanMetric[] METRICS = ScanMetric.values();

  /** By the ordinal of the metric. */
  private final long[] totals;

  /** Creates totals of nothing. */
  public MetricTotals() {
    this(new long[METRICS.length]);
  }

  private MetricTotals(long[] totals) {
    this.totals = totals;
  }

  /** Adds the metrics of a scan. */
  public void add(ScanMetrics metrics) {
    for (ScanMetric metric : METRICS) {
      totals[metric.ordinal()] += metric.of(metrics);
    }
  }

  /** Adds values that Spark has. */
  public void add(CustomTaskMetric[] values) {
    for (CustomTaskMetric value : values) {
      for (ScanMetric metric : METRICS) {
        totals[metric.ordinal()] += metric.metricName().equals(value.name()) ? value.value() : 0;
      }
    }
  }

  /** Subtracts the metrics of a scan. */
  public void subtract(ScanMetrics metrics) {
    for (ScanMetric metric : METRICS) {
      totals[metric.ordinal()] -= metric.of(metrics);
    }
  }

  /** Adds other totals. */
  public void add(MetricTotals other) {
    for (int i = 0; i < totals.length; i++) {
      totals[i] += other.totals[i];
    }
  }

  /** Returns the sum of a metric. */
  public long get(ScanMetric metric) {
    return totals[metric.ordinal()];
  }

  /** Returns totals that change independently. */
  public MetricTotals copy() {
    return new MetricTotals(totals.clone());
  }

  /** Returns the values for Spark. */
  public CustomTaskMetric[] taskMetrics() {
    CustomTaskMetric[] values = new CustomTaskMetric[METRICS.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = new Value(METRICS[i].metricName(), totals[i]);
    }
    return values;
  }

  private record Value(String name, long value) implements CustomTaskMetric {}
}
