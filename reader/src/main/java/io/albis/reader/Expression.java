// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.internal.aggregate.Term;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * A number that is computed of the columns of a row, to be aggregated by an {@link Aggregation}; or
 * a column to compare with another one by a {@link Predicate}.
 *
 * <p><b>Values.</b> Sums, differences and products of integers and decimals are exact: a sum or
 * difference has the greater scale of its operands, a product the sum of their scales. More than 38
 * digits are an error when rows are aggregated. An operation with a float or double is computed in
 * doubles. The result is null if an operand is, where nothing else is said. Comparisons are exact,
 * or of doubles if an operand is one; NaN is equal to itself and greater than all other numbers,
 * and -0.0 is equal to 0.0.
 *
 * <p>Immutable and thread-safe. Expressions are equal if they are built in the same way.
 */
public final class Expression implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Term term;

  private Expression(Term term) {
    this.term = term;
  }

  Term term() {
    return term;
  }

  /**
   * The value of a column. Operations need numbers; {@link Aggregation#count(Expression)} takes
   * columns of any type.
   *
   * @param path as in {@link DatasetScan#select(String...)}; a field of a struct, too, but not of a
   *     list or map
   */
  public static Expression column(String path) {
    return new Expression(new Term.Column(Objects.requireNonNull(path, "path")));
  }

  /** The path of the column that it is; null if it is not one. */
  String columnPath() {
    return term instanceof Term.Column column ? column.path() : null;
  }

  /** An integer. */
  public static Expression literal(long value) {
    return literal(BigDecimal.valueOf(value));
  }

  /** A decimal. */
  public static Expression literal(BigDecimal value) {
    BigDecimal plain = value.scale() < 0 ? value.setScale(0) : value;
    return new Expression(new Term.Literal(plain));
  }

  /** A double. */
  public static Expression literal(double value) {
    return new Expression(new Term.Literal(value));
  }

  /** The sum of two numbers. */
  public Expression plus(Expression other) {
    return with(Term.Operator.PLUS, other);
  }

  /** The difference of two numbers. */
  public Expression minus(Expression other) {
    return with(Term.Operator.MINUS, other);
  }

  /** The product of two numbers. */
  public Expression times(Expression other) {
    return with(Term.Operator.TIMES, other);
  }

  /**
   * The quotient of two numbers, computed in doubles. A divisor 0 is an error when rows are
   * aggregated, unless the dividend is null.
   */
  public Expression dividedBy(Expression divisor) {
    return with(Term.Operator.DIVIDED, divisor);
  }

  /** The quotient of two numbers, computed in doubles; null where the divisor is 0. */
  public Expression dividedByOrNull(Expression divisor) {
    return with(Term.Operator.DIVIDED_OR_NULL, divisor);
  }

  /** This number as a double. */
  public Expression asDouble() {
    return function(Term.Function.DOUBLE);
  }

  /** The distance of this number from 0. */
  public Expression abs() {
    return function(Term.Function.ABS);
  }

  /** Euler's number to the power of this number, by {@link StrictMath#exp}. */
  public Expression exp() {
    return function(Term.Function.EXP);
  }

  /** The natural logarithm, by {@link StrictMath#log}; null if this number is not positive. */
  public Expression ln() {
    return function(Term.Function.LN);
  }

  /** The square root; NaN if this number is negative. */
  public Expression sqrt() {
    return function(Term.Function.SQRT);
  }

  private Expression function(Term.Function function) {
    return new Expression(new Term.Unary(function, term));
  }

  /** The lesser of two values; null only if both are. The first one if they are equal. */
  public Expression least(Expression other) {
    return with(Term.Operator.LEAST, other);
  }

  /** The greater of two values; null only if both are. The first one if they are equal. */
  public Expression greatest(Expression other) {
    return with(Term.Operator.GREATEST, other);
  }

  /** This value, or another one where this is null. */
  public Expression orElse(Expression other) {
    return with(Term.Operator.OR_ELSE, other);
  }

  /**
   * A condition: 1 if this value is less than another one, otherwise 0. The product of conditions
   * is true where all are, their {@link #greatest} where one is.
   */
  public Expression lessThan(Expression other) {
    return with(Term.Operator.LESS, other);
  }

  /** A condition as {@link #lessThan}: whether this value is less or equal. */
  public Expression lessOrEqual(Expression other) {
    return with(Term.Operator.LESS_OR_EQUAL, other);
  }

  /** A condition as {@link #lessThan}: whether both values are equal. */
  public Expression equalTo(Expression other) {
    return with(Term.Operator.EQUAL, other);
  }

  /**
   * The integer of so many bits that this integer has as its lower ones, as in the arithmetic of
   * Java.
   *
   * @param bits 1 to 64
   */
  public Expression wrappedTo(int bits) {
    return fitted(bits, true);
  }

  /**
   * This integer; one that does not fit so many bits is an error when rows are aggregated.
   *
   * @param bits 1 to 64
   */
  public Expression limitedTo(int bits) {
    return fitted(bits, false);
  }

  private Expression fitted(int bits, boolean isWrapped) {
    if (bits < 1 || bits > Long.SIZE) {
      throw new InvalidArgumentException("Invalid number of bits: " + bits + " (1 to 64)");
    }
    return new Expression(new Term.Fitted(term, bits, isWrapped));
  }

  /**
   * This value in rows for which a condition is true, otherwise null, which aggregates ignore. The
   * value is computed for all rows: an overflow is an error even where the condition is false.
   *
   * @param condition as in {@link DatasetScan#filter}
   */
  public Expression when(Predicate condition) {
    return when(new Term.Test(condition, null), null);
  }

  /**
   * This value in rows for which a condition is true, otherwise another one.
   *
   * @param condition as in {@link DatasetScan#filter}
   */
  public Expression when(Predicate condition, Expression otherwise) {
    return when(new Term.Test(condition, null), otherwise.term);
  }

  /**
   * This value in rows for which a computed condition is true, otherwise null.
   *
   * @param condition an integer, which is true if it is neither 0 nor null, see {@link #lessThan}
   */
  public Expression when(Expression condition) {
    return when(new Term.Test(null, condition.term), null);
  }

  /**
   * This value in rows for which a computed condition is true, otherwise another one.
   *
   * @param condition an integer, which is true if it is neither 0 nor null, see {@link #lessThan}
   */
  public Expression when(Expression condition, Expression otherwise) {
    return when(new Term.Test(null, condition.term), otherwise.term);
  }

  private Expression when(Term.Test condition, Term otherwise) {
    return new Expression(new Term.Choice(condition, term, otherwise));
  }

  private Expression with(Term.Operator operator, Expression other) {
    return new Expression(new Term.Binary(operator, term, other.term));
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Expression other && term.equals(other.term);
  }

  @Override
  public int hashCode() {
    return term.hashCode();
  }

  @Override
  public String toString() {
    return term.toString();
  }
}
