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
 * Tests of a function of a column that are tests of the column: comparisons of the year of a date
 * with any number, of the start of a string by {@code =} and {@code <>}, and of a string in lower
 * or in upper case by these and by patterns.
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
    if (comparison == Comparison.EQUAL || comparison == Comparison.NOT_EQUAL) {
      Optional<Predicate> isEqual = matches("=", function, literal);
      if (isEqual.isPresent()) {
        return comparison == Comparison.EQUAL ? isEqual : isEqual.map(Predicate::not);
      }
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

  /**
   * Translates a test of a string in lower or upper case by a text of ASCII without {@code _}.
   * Spark's conversion of other characters may know more of them than Java's, and replaces invalid
   * ones by another number of others; it agrees on which become ASCII.
   *
   * @param test {@code =}, or the name of a test by a part or a pattern
   * @param literal not null
   */
  Optional<Predicate> matches(String test, Expression function, Literal<?> literal) {
    if (!(function instanceof GeneralScalarExpression call)
        || call.children().length != 1
        || !(literal.value() instanceof UTF8String text)
        || !text.toString().chars().allMatch(character -> character < 0x80)
        || !SparkLiterals.isBinaryString(literal.dataType())) {
      return Optional.empty();
    }
    String pattern =
        switch (test) {
          case LikeConditions.NAME -> text.toString();
          case "STARTS_WITH" -> escaped(text) + "%";
          case "ENDS_WITH" -> "%" + escaped(text);
          case "CONTAINS" -> "%" + escaped(text) + "%";
          default -> escaped(text);
        };
    if (pattern.replaceAll("\\\\.", "").contains("_")) {
      return Optional.empty();
    }
    Optional<String> path = column(call.children()[0], TypeKind.STRING).map(ColumnReference::path);
    return switch (call.name()) {
      case "LOWER" -> path.map(column -> Predicate.lowerCaseLike(column, pattern));
      case "UPPER" -> path.map(column -> Predicate.upperCaseLike(column, pattern));
      default -> Optional.empty();
    };
  }

  private static String escaped(UTF8String text) {
    return text.toString().replaceAll("[%_\\\\]", "\\\\$0");
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
