// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.Predicate;
import io.albis.spark.internal.read.ScanPartition.Rows;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;

/**
 * Consecutive numbers of rows in their row groups, outside of which a condition is not true.
 * Immutable.
 *
 * @param first number
 * @param end number after the last one
 */
record RowIndexes(long first, long end) {

  /** All rows. */
  static final RowIndexes ALL = new RowIndexes(0, Long.MAX_VALUE);

  private static final RowIndexes NONE = new RowIndexes(0, 0);

  /**
   * Returns the numbers for which a condition may be true.
   *
   * @param condition on no other column
   */
  static RowIndexes of(Predicate condition) {
    if (condition.comparedColumn() != null) {
      return ALL;
    }
    return switch (condition.operator()) {
      case AND ->
          condition.operands().stream().map(RowIndexes::of).reduce(ALL, RowIndexes::intersection);
      case OR -> condition.operands().stream().map(RowIndexes::of).reduce(NONE, RowIndexes::hull);
      case EQUAL, EQUAL_NULL_SAFE, IN ->
          condition.values().stream()
              .filter(Objects::nonNull)
              .map(value -> from((Long) value).intersection(to((Long) value)))
              .reduce(NONE, RowIndexes::hull);
      case LESS -> new RowIndexes(0, Math.max(0, value(condition)));
      case LESS_OR_EQUAL -> to(value(condition));
      case GREATER -> value(condition) == Long.MAX_VALUE ? NONE : from(value(condition) + 1);
      case GREATER_OR_EQUAL -> from(value(condition));
      default -> ALL;
    };
  }

  private static long value(Predicate comparison) {
    return (Long) comparison.values().get(0);
  }

  private static RowIndexes from(long number) {
    return new RowIndexes(Math.max(0, number), Long.MAX_VALUE);
  }

  private static RowIndexes to(long number) {
    return number < 0 ? NONE : new RowIndexes(0, Math.max(number, number + 1));
  }

  private boolean isEmpty() {
    return first >= end;
  }

  private RowIndexes intersection(RowIndexes other) {
    return new RowIndexes(Math.max(first, other.first), Math.min(end, other.end));
  }

  private RowIndexes hull(RowIndexes other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    return new RowIndexes(Math.min(first, other.first), Math.max(end, other.end));
  }

  /**
   * Leaves out rows before the first and behind the last one of these.
   *
   * @param rowGroups the first rows of row groups in the source, and the rows after their last ones
   */
  Rows cut(Rows rows, NavigableMap<Long, Long> rowGroups) {
    long stop = rows.firstRow() + rows.rowCount();
    long from = stop;
    long to = rows.firstRow();
    Long start = rowGroups.floorKey(rows.firstRow());
    for (Map.Entry<Long, Long> rowGroup :
        rowGroups.subMap(start == null ? rows.firstRow() : start, stop).entrySet()) {
      long of = rowGroup.getKey();
      long size = rowGroup.getValue() - of;
      long left = Math.max(rows.firstRow(), of + Math.min(first, size));
      long right = Math.min(stop, of + Math.min(end, size));
      if (left < right) {
        from = Math.min(from, left);
        to = right;
      }
    }
    return rows.range(from, Math.max(0, to - from));
  }

  @Override
  public String toString() {
    return first + " to " + (end - 1);
  }
}
