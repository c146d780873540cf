// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.format.schema.TypeKind;
import io.albis.reader.Predicate;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Extract;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Comparisons of a function of a column that are comparisons of the column: of the year of a date
 * with any number, and of the start of a string by {@code =} and {@code <>}.
 */
final class FunctionTests {

  private final ColumnScope columns;

  FunctionTests(ColumnScope columns) {
    this.columns = columns;
  }

  /**
   * Translates a comparison.
   *
   * @param function of a column
   * @param literal not null
   * @return empty if there is no translation that is null where the comparison is
   */
  Optional<Predicate> compare(Comparison comparison, Expression function, Literal<?> literal) {
    if (function instanceof Extract extract && extract.field().equals("YEAR")) {
      return column(extract.source(), TypeKind.DATE)
          .filter(column -> literal.value() instanceof Integer)
          .flatMap(column -> year(comparison, column.path(), (Integer) literal.value()));
    }
    if (function instanceof GeneralScalarExpression call
        && call.name().equals("SUBSTRING")
        && call.children().length == 3
        && literal.value() instanceof UTF8String text
        && text.isValid()
        && SparkLiterals.isBinaryString(literal.dataType())) {
      return column(call.children()[0], TypeKind.STRING)
          .flatMap(column -> start(comparison, column.path(), call.children(), text));
    }
    return Optional.empty();
  }

  private Optional<ColumnReference> column(Expression expression, TypeKind kind) {
    return columns
        .find(expression)
        .filter(ColumnReference::isComparable)
        .filter(column -> column.type().kind() == kind);
  }

  private static Optional<Predicate> year(Comparison comparison, String path, int year) {
    if (Math.abs((long) year) > LocalDate.MAX.getYear() - 1L) {
      return Optional.empty();
    }
    long first = LocalDate.of(year, 1, 1).toEpochDay();
    long next = LocalDate.of(year + 1, 1, 1).toEpochDay();
    Predicate isInYear =
        Predicate.and(Predicate.greaterOrEqual(path, first), Predicate.lessThan(path, next));
    return switch (comparison) {
      case EQUAL -> Optional.of(isInYear);
      case NOT_EQUAL -> Optional.of(Predicate.not(isInYear));
      case LESS -> Optional.of(Predicate.lessThan(path, first));
      case LESS_OR_EQUAL -> Optional.of(Predicate.lessThan(path, next));
      case GREATER -> Optional.of(Predicate.greaterOrEqual(path, next));
      case GREATER_OR_EQUAL -> Optional.of(Predicate.greaterOrEqual(path, first));
      case EQUAL_NULL_SAFE -> Optional.empty();
    };
  }

  /** The first code points of a string; positions 0 and 1 are the same. */
  private static Optional<Predicate> start(
      Comparison comparison, String path, Expression[] arguments, UTF8String text) {
    int position = integer(arguments[1]);
    int length = integer(arguments[2]);
    boolean isStart = (position == 0 || position == 1) && length > 0;
    if (!isStart || (comparison != Comparison.EQUAL && comparison != Comparison.NOT_EQUAL)) {
      return Optional.empty();
    }
    Predicate isEqual =
        text.numChars() == length
            ? Predicate.startsWith(path, text.toString())
            : text.numChars() < length
                ? Predicate.equal(path, text.toString())
                : Comparison.falseUnlessNull(path);
    return Optional.of(comparison == Comparison.EQUAL ? isEqual : Predicate.not(isEqual));
  }

  /** The value of an integer literal; -1 for all other expressions. */
  private static int integer(Expression expression) {
    return expression instanceof Literal<?> literal && literal.value() instanceof Integer value
        ? value
        : -1;
  }
}
