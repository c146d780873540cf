// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.ColumnSummary;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import java.util.List;
import java.util.Optional;

/** Whether the rows of a scan are in few groups, as far as statistics know. */
final class GroupEstimate {

  private GroupEstimate() {}

  /**
   * Estimates the number of groups by the range of each key. Keys that are no integers count as
   * one: nothing is known about the number of their values.
   *
   * @param keys paths of the columns by which rows are grouped
   * @param limit of the number of groups
   */
  static boolean isWithin(ReadSpec spec, List<String> keys, long limit) {
    if (keys.isEmpty()) {
      return true;
    }
    for (Source source : spec.sources()) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
        double groups = 1;
        for (ColumnSummary key : spec.withoutFilter().scan(lease).statistics(keys).columns()) {
          groups *= range(key.min(), key.max());
        }
        if (groups > limit) {
          return false;
        }
      }
    }
    return true;
  }

  private static double range(Optional<Object> min, Optional<Object> max) {
    boolean areIntegers = min.filter(GroupEstimate::isInteger).isPresent() && max.isPresent();
    return areIntegers
        ? ((Number) max.get()).doubleValue() - ((Number) min.get()).doubleValue() + 1
        : 1;
  }

  private static boolean isInteger(Object bound) {
    return bound instanceof Number
        && !(bound instanceof Double || bound instanceof Float)
        && !(bound instanceof java.math.BigDecimal);
  }
}
