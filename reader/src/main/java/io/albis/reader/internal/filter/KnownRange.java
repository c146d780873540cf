// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Type;
import io.albis.reader.internal.match.PairComparison;
import io.albis.reader.internal.type.PlainValues;

/**
 * Between which values all values of a leaf lie that are not null, according to statistics; with
 * NaN, unlike bounds.
 *
 * @param min as {@link PlainValues#comparable} returns it, as is {@code max}
 */
record KnownRange(Object min, Object max) {

  /**
   * Returns the range, null if it is unknown.
   *
   * @param rows that the statistics cover, some of them not null
   */
  static KnownRange of(Type type, ColumnStatistics statistics, long rows) {
    boolean isFloat = ValueOrder.of(type) == ValueOrder.DOUBLE;
    if (isFloat && rows - statistics.nullCount() <= statistics.nanCount()) {
      return new KnownRange(Double.NaN, Double.NaN);
    }
    Bounds bounds = statistics.bounds();
    if (bounds == null
        || !PlainValues.isValue(bounds.min(), type)
        || !PlainValues.isValue(bounds.max(), type)) {
      return null;
    }
    Object max = PlainValues.comparable(bounds.max(), type);
    return new KnownRange(
        PlainValues.comparable(bounds.min(), type),
        isFloat && statistics.nanCount() > 0 ? Double.valueOf(Double.NaN) : max);
  }

  /** Whether a comparison may be true for a value of this range and one of another. */
  boolean mayMatch(PairComparison comparison, KnownRange right) {
    int least = PlainValues.compare(min, right.max);
    int greatest = PlainValues.compare(max, right.min);
    return switch (comparison) {
      case LESS -> least < 0;
      case LESS_OR_EQUAL -> least <= 0;
      case EQUAL -> least <= 0 && greatest >= 0;
      case NOT_EQUAL -> least != 0 || greatest != 0;
    };
  }
}
