// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.Arrays;

/** Says of a comparison whether statistics exclude it for all rows. */
public final class StatisticsFilter {

  private StatisticsFilter() {}

  /** Whether some row may be true. In doubt it may. */
  public static boolean mayMatch(
      BoundPredicate comparison, ColumnStatistics statistics, long rows) {
    long values = rows - statistics.nullCount();
    switch (comparison.operator()) {
      case IS_NULL:
        return statistics.nullCount() > 0;
      case IS_NOT_NULL:
        return values > 0;
      default:
        break;
    }
    if (values <= 0) {
      return false;
    }
    Type type = comparison.leaf().type();
    boolean isFloating = type.kind() == TypeKind.FLOAT || type.kind() == TypeKind.DOUBLE;
    if (isFloating && statistics.nanCount() > 0) {
      // NaN is above all bounds: nothing is excluded that an upper bound alone would exclude.
      return mayMatchWithNan(comparison, statistics, values);
    }
    return !hasBounds(statistics, type) || mayMatchBounds(comparison, statistics, type);
  }

  private static boolean hasBounds(ColumnStatistics statistics, Type type) {
    return statistics.hasMinMax()
        && Literals.isBound(statistics.bounds().min(), type)
        && Literals.isBound(statistics.bounds().max(), type);
  }

  private static boolean mayMatchWithNan(
      BoundPredicate comparison, ColumnStatistics statistics, long values) {
    boolean isAllNan = statistics.nanCount() >= values;
    return switch (comparison.operator()) {
      case LESS -> isAllNan ? false : mayMatchNumbers(comparison, statistics);
      case EQUAL, IN, LESS_OR_EQUAL ->
          comparison.values().stream().anyMatch(value -> ((Double) value).isNaN())
              || (!isAllNan && mayMatchNumbers(comparison, statistics));
      default -> true;
    };
  }

  private static boolean mayMatchNumbers(BoundPredicate comparison, ColumnStatistics statistics) {
    Type type = comparison.leaf().type();
    return !hasBounds(statistics, type) || mayMatchBounds(comparison, statistics, type);
  }

  private static boolean mayMatchBounds(
      BoundPredicate comparison, ColumnStatistics statistics, Type type) {
    Object min = Literals.bound(statistics.bounds().min(), type);
    Object max = Literals.bound(statistics.bounds().max(), type);
    boolean isOneValue =
        statistics.bounds().minIsExact()
            && statistics.bounds().maxIsExact()
            && Literals.compare(min, max) == 0;
    Object value = comparison.values().isEmpty() ? null : comparison.values().get(0);
    return switch (comparison.operator()) {
      case EQUAL -> isInside(value, min, max);
      case NOT_EQUAL -> !isOneValue || Literals.compare(min, value) != 0;
      case LESS -> Literals.compare(min, value) < 0;
      case LESS_OR_EQUAL -> Literals.compare(min, value) <= 0;
      case GREATER -> Literals.compare(max, value) > 0;
      case GREATER_OR_EQUAL -> Literals.compare(max, value) >= 0;
      case IN -> comparison.values().stream().anyMatch(one -> isInside(one, min, max));
      case NOT_IN ->
          !isOneValue
              || comparison.values().stream().allMatch(one -> Literals.compare(min, one) != 0);
      case STARTS_WITH -> mayStartWith((byte[]) value, (byte[]) min, (byte[]) max);
      case NOT_STARTS_WITH ->
          !Literals.startsWith((byte[]) min, (byte[]) value)
              || !Literals.startsWith((byte[]) max, (byte[]) value);
      default -> true;
    };
  }

  private static boolean isInside(Object value, Object min, Object max) {
    return Literals.compare(min, value) <= 0 && Literals.compare(value, max) <= 0;
  }

  private static boolean mayStartWith(byte[] prefix, byte[] min, byte[] max) {
    byte[] minStart = Arrays.copyOf(min, Math.min(min.length, prefix.length));
    return Literals.compare(minStart, prefix) <= 0 && Literals.compare(prefix, max) <= 0;
  }
}
