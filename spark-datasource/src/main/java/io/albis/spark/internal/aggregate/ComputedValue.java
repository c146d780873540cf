// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.reader.Expression;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.ExprId;

/**
 * What Spark computes, for the reader, and the rows in which that may be an error. Spark does not
 * compute an operand after one that is null, but the reader computes all.
 *
 * @param columns where one of them is null, the value is
 * @param isNullOnlyByColumns whether the value is null only there
 * @param failures for each operation that may fail, columns: where one of them is null, it does not
 */
record ComputedValue(
    Expression expression,
    Set<ExprId> columns,
    boolean isNullOnlyByColumns,
    List<Set<ExprId>> failures) {

  /** A value that Spark computes without fail, and that may be null in any row. */
  static ComputedValue ofAnyNulls(Expression expression) {
    return new ComputedValue(expression, Set.of(), false, List.of());
  }

  /** A value that is null where a column is; {@code column} is null if that has no nulls. */
  static ComputedValue ofColumn(Expression expression, ExprId column) {
    Set<ExprId> columns = column == null ? Set.of() : Set.of(column);
    return new ComputedValue(expression, columns, true, List.of());
  }

  boolean mayFail() {
    return !failures.isEmpty();
  }

  /** Returns this value with a function of it, which is null where the value is. */
  ComputedValue map(UnaryOperator<Expression> function) {
    return new ComputedValue(function.apply(expression), columns, isNullOnlyByColumns, failures);
  }

  /** Returns this value, which is null in other rows as well. */
  ComputedValue withMoreNulls() {
    return new ComputedValue(expression, columns, false, failures);
  }

  /** Returns this value, which may be an error where it is not null. */
  ComputedValue orFailure() {
    List<Set<ExprId>> more = new ArrayList<>(failures);
    more.add(columns);
    return new ComputedValue(expression, columns, isNullOnlyByColumns, more);
  }

  /**
   * Returns an operation on this value and one that Spark computes only where this is not null.
   *
   * @return empty if the reader might fail where Spark does not compute the other value
   */
  Optional<ComputedValue> with(ComputedValue other, BinaryOperator<Expression> operation) {
    boolean failsAlike =
        other.failures.stream()
            .allMatch(failure -> isNullOnlyByColumns && failure.containsAll(columns));
    if (!failsAlike) {
      return Optional.empty();
    }
    Set<ExprId> all = new HashSet<>(columns);
    all.addAll(other.columns);
    List<Set<ExprId>> both = new ArrayList<>(failures);
    both.addAll(other.failures);
    return Optional.of(
        new ComputedValue(
            operation.apply(expression, other.expression),
            all,
            isNullOnlyByColumns && other.isNullOnlyByColumns,
            both));
  }

  /** Returns one of this value and another one, which Spark computes in all rows. */
  ComputedValue or(ComputedValue other, BinaryOperator<Expression> operation) {
    List<Set<ExprId>> both = new ArrayList<>(failures);
    both.addAll(other.failures);
    return new ComputedValue(operation.apply(expression, other.expression), Set.of(), false, both);
  }
}
