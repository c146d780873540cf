// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.Predicate;
import java.io.Serializable;
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

  /**
   * One of two terms.
   *
   * @param chosen where the condition is true
   * @param otherwise where it is not; null for null
   */
  record Choice(Predicate condition, Term chosen, Term otherwise) implements Term {
    @Override
    public void addColumns(Set<String> paths) {
      paths.addAll(condition.columns());
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

  /** An operator. */
  enum Operator {
    /** The sum. */
    PLUS("+"),
    /** The difference. */
    MINUS("-"),
    /** The product. */
    TIMES("*");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    String symbol() {
      return symbol;
    }
  }
}
