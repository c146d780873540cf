// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Type;
import io.albis.reader.internal.filter.BoundPredicate.And;
import io.albis.reader.internal.filter.BoundPredicate.ColumnTest;
import io.albis.reader.internal.filter.BoundPredicate.FirstTest;
import io.albis.reader.internal.filter.BoundPredicate.NullTest;
import io.albis.reader.internal.filter.BoundPredicate.OfBytes;
import io.albis.reader.internal.filter.BoundPredicate.OfLongs;
import io.albis.reader.internal.filter.BoundPredicate.OfWides;
import io.albis.reader.internal.filter.BoundPredicate.Or;
import io.albis.reader.internal.filter.BoundPredicate.ValueTest;
import io.albis.reader.internal.match.DoubleKeys;
import io.albis.reader.internal.match.LongMatcher;
import io.albis.reader.internal.match.Wide;
import io.albis.reader.internal.type.PlainValues;

/** Decides from statistics whether a predicate can be true for any row, or is for all. */
public final class StatisticsFilter {

  private StatisticsFilter() {}

  /**
   * Returns whether the predicate may be true for a row. Returns true if in doubt.
   *
   * @param statistics per ordinal; null where unknown
   * @param rows per ordinal: the number of rows that the statistics cover
   */
  public static boolean mayMatch(
      BoundPredicate predicate, ColumnStatistics[] statistics, long[] rows) {
    if (predicate instanceof And and) {
      return and.operands().stream().allMatch(operand -> mayMatch(operand, statistics, rows));
    }
    if (predicate instanceof Or or) {
      return or.operands().stream().anyMatch(operand -> mayMatch(operand, statistics, rows));
    }
    if (predicate instanceof ColumnTest test) {
      return mayMatch(test, statistics, rows);
    }
    BoundPredicate.Test test = (BoundPredicate.Test) predicate;
    ColumnStatistics known = statistics[test.ordinal()];
    return known == null || mayMatch(test, known, rows[test.ordinal()]);
  }

  private static boolean mayMatch(
      BoundPredicate.Test test, ColumnStatistics statistics, long rows) {
    boolean hasNulls = statistics.nullCount() > 0;
    boolean hasValues = rows > statistics.nullCount();
    if (test instanceof NullTest nullTest) {
      return nullTest.wantsNull() ? hasNulls : hasValues;
    }
    if (test instanceof FirstTest firstTest) {
      return firstTest.bound().mayHave(test.leaf().type(), statistics, rows);
    }
    ValueTest valueTest = (ValueTest) test;
    return (hasNulls && valueTest.takesNulls())
        || (hasValues && mayMatchValues(valueTest, valueTest.isNegated(), statistics, rows));
  }

  /**
   * Returns whether the predicate is surely true for all rows. Returns false if in doubt.
   *
   * @param statistics per ordinal, of all these rows; null where unknown
   * @param rows per ordinal: the number of rows
   */
  public static boolean matchesAll(
      BoundPredicate predicate, ColumnStatistics[] statistics, long[] rows) {
    if (predicate instanceof And and) {
      return and.operands().stream().allMatch(operand -> matchesAll(operand, statistics, rows));
    }
    if (predicate instanceof Or or) {
      return or.operands().stream().anyMatch(operand -> matchesAll(operand, statistics, rows));
    }
    if (predicate instanceof ColumnTest test) {
      return hasNoNull(statistics[test.leftOrdinal()])
          && hasNoNull(statistics[test.rightOrdinal()])
          && !mayMatch(test.opposite(), statistics, rows);
    }
    BoundPredicate.Test test = (BoundPredicate.Test) predicate;
    ColumnStatistics known = statistics[test.ordinal()];
    return known != null && matchesAll(test, known, rows[test.ordinal()]);
  }

  private static boolean matchesAll(
      BoundPredicate.Test test, ColumnStatistics statistics, long rows) {
    boolean hasNulls = statistics.nullCount() > 0;
    boolean hasValues = rows > statistics.nullCount();
    if (test instanceof NullTest nullTest) {
      return nullTest.wantsNull() ? !hasValues : !hasNulls;
    }
    if (test instanceof FirstTest) {
      return false;
    }
    ValueTest valueTest = (ValueTest) test;
    // All values match if none may match the opposite.
    return (!hasNulls || valueTest.takesNulls())
        && (!hasValues || !mayMatchValues(valueTest, !valueTest.isNegated(), statistics, rows));
  }

  private static boolean mayMatch(ColumnTest test, ColumnStatistics[] statistics, long[] rows) {
    ColumnStatistics left = statistics[test.leftOrdinal()];
    ColumnStatistics right = statistics[test.rightOrdinal()];
    long leftRows = rows[test.leftOrdinal()];
    long rightRows = rows[test.rightOrdinal()];
    if (isAllNull(left, leftRows) || isAllNull(right, rightRows)) {
      return false;
    }
    KnownRange ofLeft = left == null ? null : KnownRange.of(test.left().type(), left, leftRows);
    KnownRange ofRight =
        right == null ? null : KnownRange.of(test.right().type(), right, rightRows);
    return ofLeft == null || ofRight == null || ofLeft.mayMatch(test.comparison(), ofRight);
  }

  private static boolean isAllNull(ColumnStatistics statistics, long rows) {
    return statistics != null && rows <= statistics.nullCount();
  }

  private static boolean hasNoNull(ColumnStatistics statistics) {
    return statistics != null && statistics.nullCount() == 0;
  }

  /**
   * Returns whether some value may match.
   *
   * @param isNegated whether the values that do not fulfil the condition match
   */
  private static boolean mayMatchValues(
      ValueTest test, boolean isNegated, ColumnStatistics statistics, long rows) {
    Type type = test.leaf().type();
    Bounds bounds = statistics.bounds();
    boolean isBounded =
        bounds != null
            && PlainValues.isValue(bounds.min(), type)
            && PlainValues.isValue(bounds.max(), type);
    if (ValueOrder.of(type) == ValueOrder.DOUBLE) {
      return mayMatchFloats(test, isNegated, statistics, rows, isBounded ? bounds : null);
    }
    if (!isBounded) {
      return true;
    }
    if (test.condition() instanceof OfLongs longs) {
      long min = PlainValues.longOf(bounds.min());
      long max = PlainValues.longOf(bounds.max());
      return isNegated
          ? !longs.matcher().matchesAll(min, max)
          : longs.matcher().matchesAny(min, max);
    }
    if (test.condition() instanceof OfWides wides) {
      Wide min = Wide.of(PlainValues.integerOf(bounds.min()));
      Wide max = Wide.of(PlainValues.integerOf(bounds.max()));
      return isNegated
          ? !wides.matcher().matchesAll(min, max)
          : wides.matcher().matchesAny(min, max);
    }
    OfBytes bytes = (OfBytes) test.condition();
    return isNegated
        ? !bytes.matcher().matchesAll(bounds.min(), bounds.max())
        : bytes.matcher().matchesAny(bounds.min(), bounds.max());
  }

  /** Bounds do not cover NaN values; they are counted instead. */
  private static boolean mayMatchFloats(
      ValueTest test, boolean isNegated, ColumnStatistics statistics, long rows, Bounds bounds) {
    LongMatcher matcher = ((OfLongs) test.condition()).matcher();
    boolean takesNan = matcher.matchesAny(DoubleKeys.NAN, DoubleKeys.NAN) != isNegated;
    if (statistics.nanCount() > 0 && takesNan) {
      return true;
    }
    if (rows - statistics.nullCount() <= statistics.nanCount()) {
      return false;
    }
    if (bounds == null) {
      return true;
    }
    long min = DoubleKeys.of(PlainValues.doubleOf(bounds.min()));
    long max = DoubleKeys.of(PlainValues.doubleOf(bounds.max()));
    return isNegated ? !matcher.matchesAll(min, max) : matcher.matchesAny(min, max);
  }
}
