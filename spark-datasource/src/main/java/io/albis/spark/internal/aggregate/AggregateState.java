// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnSummary;
import io.albis.spark.internal.aggregate.AggregateFunction.Kind;
import io.albis.spark.internal.type.StoredValues;
import java.util.Comparator;
import java.util.Optional;

/** The result of an aggregate over the row groups so far. Not thread-safe. */
final class AggregateState {

  private final AggregateFunction function;
  private final Comparator<Object> order;
  private long count;

  /** The best bound so far; null before the first value. */
  private Object best;

  /** Whether {@link #best} is a value, not only a bound of values. */
  private boolean isValue;

  AggregateState(AggregateFunction function) {
    this.function = function;
    Comparator<Object> ascending =
        isExtreme() ? StatisticsValues.order(function.column().type()) : null;
    this.order = function.kind() == Kind.MAX ? ascending.reversed() : ascending;
  }

  private boolean isExtreme() {
    return function.kind() == Kind.MIN || function.kind() == Kind.MAX;
  }

  /**
   * Adds a row group.
   *
   * @param column statistics of the column; null if there is none
   * @return whether statistics suffice
   */
  boolean add(long rows, ColumnSummary column) {
    return switch (function.kind()) {
      case COUNT_ROWS -> {
        count += rows;
        yield true;
      }
      case COUNT_VALUES -> {
        count += rows - column.nullCount();
        yield true;
      }
      case MIN -> addBound(column, column.min(), column.minIsExact());
      case MAX -> addBound(column, column.max(), column.maxIsExact());
    };
  }

  /** Bounds do not cover NaN, which Spark takes for greater than all numbers. */
  private boolean addBound(ColumnSummary column, Optional<Object> bound, boolean isExact) {
    if (column.nanCount() > 0) {
      addCandidate(column.type().kind() == TypeKind.FLOAT ? (Object) Float.NaN : Double.NaN, true);
    }
    if (column.rowCount() - column.nullCount() - column.nanCount() == 0) {
      return true;
    }
    if (!column.hasUtf8Bounds()) {
      // Their order is that of bytes which the bounds do not have.
      return false;
    }
    bound.ifPresent(value -> addCandidate(value, isExact));
    return bound.isPresent();
  }

  private void addCandidate(Object value, boolean isExact) {
    int comparison = best == null ? -1 : order.compare(value, best);
    if (comparison < 0) {
      best = value;
      isValue = isExact;
    } else if (comparison == 0) {
      isValue |= isExact;
    }
  }

  /** Returns whether statistics have the exact result. */
  boolean isExact() {
    return !isExtreme() || best == null || (isValue && !isZero(best));
  }

  /** The bound 0 stands for 0.0 and -0.0. */
  private static boolean isZero(Object value) {
    return (value instanceof Double number && number == 0)
        || (value instanceof Float single && single == 0);
  }

  /** Returns the result as Spark represents it; null for null. Only if it is exact. */
  Object result() {
    return isExtreme() ? StoredValues.toSpark(best, type()) : (Object) count;
  }

  private Type type() {
    return function.column().type();
  }
}
