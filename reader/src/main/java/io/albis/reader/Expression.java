// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * A value that is computed of the columns of a row: a column, a literal, or a sum, difference or
 * product of numbers. With integers and decimals it is exact; if one operand is a float or double,
 * both are computed with as doubles. It is null if an operand is null. Immutable and thread-safe.
 *
 * @see Aggregation
 */
public final class Expression implements Serializable {

  private static final long serialVersionUID = 1L;

  enum Kind {
    COLUMN(""),
    LITERAL(""),
    PLUS(" + "),
    MINUS(" - "),
    TIMES(" * ");

    private final String symbol;

    Kind(String symbol) {
      this.symbol = symbol;
    }
  }

  private final Kind kind;

  /** The path of a column, or a literal as {@link BigDecimal} or {@link Double}; else null. */
  private final Serializable value;

  private final Expression left;
  private final Expression right;

  private Expression(Kind kind, Serializable value, Expression left, Expression right) {
    this.kind = kind;
    this.value = value;
    this.left = left;
    this.right = right;
  }

  /**
   * Returns a column.
   *
   * @param path as for {@link DatasetScan#select}
   */
  public static Expression column(String path) {
    return new Expression(Kind.COLUMN, Objects.requireNonNull(path, "path"), null, null);
  }

  /** Returns an integer. */
  public static Expression literal(long value) {
    return literal(BigDecimal.valueOf(value));
  }

  /** Returns a decimal of the scale of the value. */
  public static Expression literal(BigDecimal value) {
    if (value.scale() < 0) {
      throw new InvalidArgumentException(
          "Invalid literal: " + value + " (expected a scale of at least 0)");
    }
    return new Expression(Kind.LITERAL, value, null, null);
  }

  /** Returns a double. */
  public static Expression literal(double value) {
    return new Expression(Kind.LITERAL, value, null, null);
  }

  /** Returns the sum of this and another number; its scale is the greater one. */
  public Expression plus(Expression other) {
    return new Expression(Kind.PLUS, null, this, Objects.requireNonNull(other, "other"));
  }

  /** Returns this number without another one; its scale is the greater one. */
  public Expression minus(Expression other) {
    return new Expression(Kind.MINUS, null, this, Objects.requireNonNull(other, "other"));
  }

  /** Returns the product of this and another number; its scale is the sum of both. */
  public Expression times(Expression other) {
    return new Expression(Kind.TIMES, null, this, Objects.requireNonNull(other, "other"));
  }

  Kind kind() {
    return kind;
  }

  Object value() {
    return value;
  }

  Expression left() {
    return left;
  }

  Expression right() {
    return right;
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Expression other
        && kind == other.kind
        && Objects.equals(value, other.value)
        && Objects.equals(left, other.left)
        && Objects.equals(right, other.right);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, value, left, right);
  }

  /** For example {@code (price * (1 - discount))}. */
  @Override
  public String toString() {
    return left == null ? String.valueOf(value) : "(" + left + kind.symbol + right + ")";
  }
}
