// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.ColumnSummary;
import io.albis.reader.ScanStatistics;
import io.albis.spark.internal.read.KeyClasses;
import io.albis.spark.internal.read.PartialAggregation;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether the rows of a scan are in few groups, as far as statistics know. */
final class GroupEstimate {

  /** With fewer rows, what Spark saves is not worth the table of groups. */
  private static final int MIN_ROWS_OF_GROUP = 4;

  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  private GroupEstimate() {}

  /**
   * Estimates the number of groups by the range of each key. Keys that are no integers count as
   * one, unless they are joined: nothing is known about the number of their values.
   *
   * @param tasks how many tasks share the rows
   * @param keys paths of the columns by which rows are grouped
   * @param joins of the groups; if there are any, Spark might as well join the rows, so that there
   *     must be several rows for each group of a task
   */
  static boolean isWorthwhile(ReadSpec spec, int tasks, List<String> keys, List<JoinedKeys> joins) {
    if (keys.isEmpty()) {
      return true;
    }
    for (Source source : spec.sources()) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
        ScanStatistics statistics = spec.withoutFilter().scan(lease).statistics(keys);
        Map<String, Double> ranges = new HashMap<>();
        for (ColumnSummary key : statistics.columns()) {
          ranges.put(key.path(), range(key.min(), key.max()));
        }
        double rows = statistics.rowCount();
        double looked = 0;
        for (JoinedKeys join : joins) {
          double range = range(join, ranges);
          rows *= join.drops() && range < UNKNOWN ? Math.min(1, (double) join.rows() / range) : 1;
          looked += join.classes().isPresent() ? join.rows() : 0;
        }
        if (looked > rows) {
          return false;
        }
        double groups = 1;
        Set<String> left = new HashSet<>(keys);
        for (JoinedKeys join : joins) {
          groups *= groups(join, ranges);
          left.removeAll(join.paths());
        }
        for (String key : left) {
          double range = ranges.getOrDefault(key, UNKNOWN);
          groups *= range == UNKNOWN ? 1 : range;
        }
        if (groups > PartialAggregation.MAX_GROUPS
            || !joins.isEmpty()
                && KeyClasses.found(groups, rows / tasks) * MIN_ROWS_OF_GROUP > rows / tasks) {
          return false;
        }
      }
    }
    return true;
  }

  /** The number of different keys of rows, or of their classes. */
  private static double groups(JoinedKeys join, Map<String, Double> ranges) {
    double keys = range(join, ranges);
    double classes = join.classes().flatMap(KeyClasses::count).orElse(Integer.MAX_VALUE);
    // The scan leaves out most rows that a join would drop.
    return join.drops()
        ? Math.max(1, Math.min(Math.min(keys, (double) join.rows()), classes - 1))
        : Math.min(keys, classes);
  }

  private static double range(JoinedKeys join, Map<String, Double> ranges) {
    double range = 1;
    for (String key : join.paths()) {
      range *= ranges.getOrDefault(key, UNKNOWN);
    }
    return range;
  }

  private static double range(Optional<Object> min, Optional<Object> max) {
    boolean areIntegers = min.filter(GroupEstimate::isInteger).isPresent() && max.isPresent();
    return areIntegers
        ? ((Number) max.get()).doubleValue() - ((Number) min.get()).doubleValue() + 1
        : UNKNOWN;
  }

  private static boolean isInteger(Object bound) {
    return bound instanceof Number
        && !(bound instanceof Double || bound instanceof Float)
        && !(bound instanceof java.math.BigDecimal);
  }
}
