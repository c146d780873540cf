// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import com.google.protobuf.ByteString;
import io.albis.format.proto.ColumnStatistics;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;

/** Says of a comparison whether statistics exclude it for all rows. */
public final class StatisticsFilter {

  private StatisticsFilter() {}

  /** Whether some row may be true. In doubt it may. */
  public static boolean mayMatch(
      BoundPredicate comparison, ColumnStatistics statistics, long rows) {
    long values = rows - statistics.getNullCount();
    switch (comparison.operator()) {
      case IS_NULL:
        return statistics.getNullCount() > 0;
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
    if (isFloating && statistics.getNanCount() > 0) {
      // NaN is above all bounds: nothing is excluded that an upper bound alone would exclude.
      return mayMatchWithNan(comparison, statistics, values);
    }
    return !hasBounds(statistics, type) || mayMatchBounds(comparison, statistics, type);
  }

  private static boolean hasBounds(ColumnStatistics statistics, Type type) {
    return statistics.getHasMinMax()
        && Literals.isBound(statistics.getMin(), type)
        && Literals.isBound(statistics.getMax(), type);
  }

  private static boolean mayMatchWithNan(
      BoundPredicate comparison, ColumnStatistics statistics, long values) {
    boolean isAllNan = statistics.getNanCount() >= values;
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
    Object min = Literals.bound(statistics.getMin(), type);
    Object max = Literals.bound(statistics.getMax(), type);
    boolean isOneValue =
        statistics.getMinIsExact() && statistics.getMaxIsExact() && Literals.compare(min, max) == 0;
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
      case STARTS_WITH -> mayStartWith((ByteString) value, (ByteString) min, (ByteString) max);
      case NOT_STARTS_WITH ->
          !((ByteString) min).startsWith((ByteString) value)
              || !((ByteString) max).startsWith((ByteString) value);
      default -> true;
    };
  }

  private static boolean isInside(Object value, Object min, Object max) {
    return Literals.compare(min, value) <= 0 && Literals.compare(value, max) <= 0;
  }

  private static boolean mayStartWith(ByteString prefix, ByteString min, ByteString max) {
    ByteString minStart = min.substring(0, Math.min(min.size(), prefix.size()));
    return Literals.compare(minStart, prefix) <= 0 && Literals.compare(prefix, max) <= 0;
  }
}
