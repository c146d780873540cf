// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.predicate;

import io.albis.reader.vector.RowView;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A condition on rows. Columns are named by path; values are what {@link RowView#getObject} would
 * return: {@code Integer} or {@code Long} for integers, dates, times, timestamps and intervals,
 * {@code Float} or {@code Double}, {@code BigDecimal} or integers for decimals, {@code String},
 * {@code byte[]}, {@code UUID}, {@code Boolean}.
 *
 * <p><b>Nulls</b> are treated as SQL does: a comparison with null is neither true nor false, and
 * rows are taken where the whole is true. <b>Floats</b>: NaN equals NaN and is greater than all
 * other numbers; -0.0 equals 0.0.
 *
 * <p>Immutable. Columns and values are checked when a {@link io.albis.reader.TableScan} is built
 * with it.
 */
public final class Predicate {

  /** What a predicate asks. */
  public enum Operator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    IN("in"),
    NOT_IN("not in"),
    IS_NULL("is null"),
    IS_NOT_NULL("is not null"),
    STARTS_WITH("starts with"),
    NOT_STARTS_WITH("does not start with"),
    AND("and"),
    OR("or"),
    NOT("not");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private final Operator operator;
  private final String column;
  private final List<Object> values;
  private final List<Predicate> operands;

  private Predicate(
      Operator operator, String column, List<Object> values, List<Predicate> operands) {
    this.operator = operator;
    this.column = column;
    this.values = values;
    this.operands = operands;
  }

  private static Predicate compare(Operator operator, String column, Object value) {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(value, "value; to compare with null use isNull");
    return new Predicate(operator, column, List.of(value), List.of());
  }

  /** Column = value. */
  public static Predicate equal(String column, Object value) {
    return compare(Operator.EQUAL, column, value);
  }

  /** Column &lt;&gt; value. */
  public static Predicate notEqual(String column, Object value) {
    return compare(Operator.NOT_EQUAL, column, value);
  }

  /** Column &lt; value. */
  public static Predicate lessThan(String column, Object value) {
    return compare(Operator.LESS, column, value);
  }

  /** Column &lt;= value. */
  public static Predicate lessOrEqual(String column, Object value) {
    return compare(Operator.LESS_OR_EQUAL, column, value);
  }

  /** Column &gt; value. */
  public static Predicate greaterThan(String column, Object value) {
    return compare(Operator.GREATER, column, value);
  }

  /** Column &gt;= value. */
  public static Predicate greaterOrEqual(String column, Object value) {
    return compare(Operator.GREATER_OR_EQUAL, column, value);
  }

  /** Column equals one of the values; false for none. */
  public static Predicate in(String column, Collection<?> values) {
    return new Predicate(
        Operator.IN, Objects.requireNonNull(column, "column"), List.copyOf(values), List.of());
  }

  /** Column is null. Structs, lists and maps can be asked too. */
  public static Predicate isNull(String column) {
    return new Predicate(
        Operator.IS_NULL, Objects.requireNonNull(column, "column"), List.of(), List.of());
  }

  /** Column is not null. Structs, lists and maps can be asked too. */
  public static Predicate isNotNull(String column) {
    return new Predicate(
        Operator.IS_NOT_NULL, Objects.requireNonNull(column, "column"), List.of(), List.of());
  }

  /** A string or binary column starts with a prefix. */
  public static Predicate startsWith(String column, Object prefix) {
    return compare(Operator.STARTS_WITH, column, prefix);
  }

  /** All are true; with no operands true. */
  public static Predicate and(Predicate... operands) {
    return new Predicate(Operator.AND, null, List.of(), List.of(operands));
  }

  /** One is true; with no operands false. */
  public static Predicate or(Predicate... operands) {
    return new Predicate(Operator.OR, null, List.of(), List.of(operands));
  }

  /** The operand is false. */
  public static Predicate not(Predicate operand) {
    return new Predicate(Operator.NOT, null, List.of(), List.of(operand));
  }

  public Operator operator() {
    return operator;
  }

  public String column() {
    return column;
  }

  public List<Object> values() {
    return values;
  }

  public List<Predicate> operands() {
    return operands;
  }

  /** The condition in words, such as {@code (a > 3 and b is null)}. */
  @Override
  public String toString() {
    switch (operator) {
      case AND, OR:
        String joint = " " + operator.text() + " ";
        return "(" + String.join(joint, operands.stream().map(Predicate::toString).toList()) + ")";
      case NOT:
        return "not " + operands.get(0);
      case IS_NULL, IS_NOT_NULL:
        return column + " " + operator.text();
      case IN, NOT_IN:
        return column + " " + operator.text() + " " + values;
      default:
        return column + " " + operator.text() + " " + values.get(0);
    }
  }
}
