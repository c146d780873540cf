// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.Predicate;
import java.io.Serializable;
import java.util.Locale;
import java.util.Set;

/** What an expression consists of. */
public sealed interface Term extends Serializable {

  /** Adds the paths of its columns. */
  void addColumns(Set<String> paths);

  /** The values of a column. */
  record Column(String path) implements Term {
    @Override
    public void addColumns(Set<String> paths) {
      paths.add(path);
    }

    @Override
    public String toString() {
      return path;
    }
  }

  /** A constant: a {@code BigDecimal}, with scale 0 for integers, or a {@code Double}. */
  record Literal(Number value) implements Term {
    @Override
    public void addColumns(Set<String> paths) {
      // It has none.
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** An operation on two terms. */
  record Binary(Operator operator, Term left, Term right) implements Term {
    @Override
    public void addColumns(Set<String> paths) {
      left.addColumns(paths);
      right.addColumns(paths);
    }

    @Override
    public String toString() {
      return "(" + left + " " + operator.symbol() + " " + right + ")";
    }
  }

  /**
   * An integer of a number of bits.
   *
   * @param isWrapped whether others lose their upper bits; otherwise they are an error
   */
  record Fitted(Term operand, int bits, boolean isWrapped) implements Term {
    @Override
    public void addColumns(Set<String> paths) {
      operand.addColumns(paths);
    }

    @Override
    public String toString() {
      return (isWrapped ? "wrapped" : "limited") + "(" + operand + ", " + bits + ")";
    }
  }

  /** A function of a term. */
  record Unary(Function function, Term operand) implements Term {
    @Override
    public void addColumns(Set<String> paths) {
      operand.addColumns(paths);
    }

    @Override
    public String toString() {
      return function.name().toLowerCase(Locale.ROOT) + "(" + operand + ")";
    }
  }

  /**
   * One of two terms.
   *
   * @param chosen where the condition is true
   * @param otherwise where it is not; null for null
   */
  record Choice(Test condition, Term chosen, Term otherwise) implements Term {
    @Override
    public void addColumns(Set<String> paths) {
      condition.addColumns(paths);
      chosen.addColumns(paths);
      if (otherwise != null) {
        otherwise.addColumns(paths);
      }
    }

    @Override
    public String toString() {
      return "case when "
          + condition
          + " then "
          + chosen
          + (otherwise == null ? "" : " else " + otherwise)
          + " end";
    }
  }

  /** A condition: a predicate, or an integer that is neither 0 nor null where it is true. */
  record Test(Predicate predicate, Term number) implements Serializable {

    /** Adds the paths of its columns. */
    public void addColumns(Set<String> paths) {
      if (number == null) {
        paths.addAll(predicate.columns());
      } else {
        number.addColumns(paths);
      }
    }

    @Override
    public String toString() {
      return number == null ? predicate.toString() : number.toString();
    }
  }

  /** A function of one number. */
  enum Function {
    /** The number as a double. */
    DOUBLE,
    /** The distance from 0. */
    ABS,
    /** The power of Euler's number. */
    EXP,
    /** The natural logarithm; null where there is none. */
    LN,
    /** The square root. */
    SQRT
  }

  /** An operator. */
  enum Operator {
    /** The sum. */
    PLUS("+"),
    /** The difference. */
    MINUS("-"),
    /** The product. */
    TIMES("*"),
    /** The quotient; a division by 0 is an error. */
    DIVIDED("/"),
    /** The quotient; null where the divisor is 0. */
    DIVIDED_OR_NULL("/?"),
    /** The lesser one, or the one that is not null. */
    LEAST("least"),
    /** The greater one, or the one that is not null. */
    GREATEST("greatest"),
    /** The first one; the second one where that is null. */
    OR_ELSE("else"),
    /** 1 if the first one is less than the second one, otherwise 0. */
    LESS("<"),
    /** 1 if the first one is not greater than the second one, otherwise 0. */
    LESS_OR_EQUAL("<="),
    /** 1 if both are equal, otherwise 0. */
    EQUAL("=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    String symbol() {
      return symbol;
    }
  }
}
