// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.format.schema.Schema;
import io.albis.reader.predicate.Predicate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.types.BinaryType;

/**
 * What becomes of the predicates that Spark pushes to a scan. All of them apply: Spark reads them
 * as operands of one {@code AND}.
 *
 * <p>A predicate is <b>exact</b> if the reader selects the same rows as Spark; Spark does not
 * evaluate it again. Other predicates may still <b>prune</b>: the reader skips row groups and
 * segments, and Spark evaluates the predicate for the rows that remain.
 *
 * <p>Immutable and thread-safe.
 */
public final class PushedPredicates {

  private final Predicate exact;
  private final Predicate pruning;
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed;
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> remaining;

  private PushedPredicates(
      Predicate exact,
      Predicate pruning,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> remaining) {
    this.exact = exact;
    this.pruning = pruning;
    this.pushed = pushed;
    this.remaining = remaining;
  }

  /**
   * Translates predicates. Never fails: what cannot be translated remains for Spark.
   *
   * @param predicates in Spark's order
   * @param schema of the table, not of a projection
   */
  public static PushedPredicates of(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates, Schema schema) {
    PredicateTranslator translator = new PredicateTranslator(schema);
    List<Predicate> exact = new ArrayList<>();
    List<Predicate> pruning = new ArrayList<>();
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed = new ArrayList<>();
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> remaining = new ArrayList<>();
    for (org.apache.spark.sql.connector.expressions.filter.Predicate predicate : predicates) {
      Translation translation =
          hasNullBinary(predicate) ? null : translator.translate(predicate).orElse(null);
      if (translation != null) {
        pushed.add(predicate);
        (translation.isExact() ? exact : pruning).add(translation.predicate());
      }
      if (translation == null || !translation.isExact()) {
        remaining.add(predicate);
      }
    }
    return new PushedPredicates(
        Predicate.and(exact), Predicate.and(pruning), List.copyOf(pushed), List.copyOf(remaining));
  }

  /** Spark fails to describe such a predicate in its logs, if it is among those that are pushed. */
  private static boolean hasNullBinary(Expression predicate) {
    Deque<Expression> left = new ArrayDeque<>(List.of(predicate));
    while (!left.isEmpty()) {
      Expression expression = left.pop();
      if (expression instanceof Literal<?> literal
          && literal.value() == null
          && literal.dataType() instanceof BinaryType) {
        return true;
      }
      left.addAll(List.of(expression.children()));
    }
    return false;
  }

  /** True for exactly the rows for which all exact predicates are true. */
  public Predicate exact() {
    return exact;
  }

  /** True at least for the rows for which all predicates that only prune are true. */
  public Predicate pruning() {
    return pruning;
  }

  /** The predicates that the reader uses, whether they are exact or only prune. A copy. */
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushed() {
    return pushed.toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]);
  }

  /**
   * The predicates that Spark evaluates if it is to see that the rows are filtered: those that it
   * must evaluate, and one exact comparison if there is no other. A copy.
   */
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] remainingWithComparison() {
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> all =
        new ArrayList<>(remaining);
    if (SelectivePredicates.first(remaining).isEmpty()) {
      SelectivePredicates.first(pushed).ifPresent(all::add);
    }
    return all.toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]);
  }

  /** The predicates that Spark must evaluate: all that are not exact. A copy. */
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] remaining() {
    return remaining.toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]);
  }
}
