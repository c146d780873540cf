// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.format.schema.Schema;
import io.albis.reader.Predicate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.types.BinaryType;

/**
 * What becomes of the predicates that Spark pushes to a scan. All of them apply: Spark reads them
 * as operands of one {@code AND}.
 *
 * <p>A predicate is <b>exact</b> if the reader selects the same rows as Spark; Spark does not
 * evaluate it again. Other predicates may still <b>prune</b>: the reader skips row groups and
 * segments, and Spark evaluates the predicate for the rows that remain. A predicate on metadata
 * columns is about the <b>place</b> of rows: it selects row groups.
 *
 * <p>Immutable and thread-safe.
 */
public final class PushedPredicates {

  private final Predicate exact;
  private final Predicate pruning;
  private final Predicate place;
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed;
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> remaining;

  private PushedPredicates(
      Predicate exact,
      Predicate pruning,
      Predicate place,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> remaining) {
    this.exact = exact;
    this.pruning = pruning;
    this.place = place;
    this.pushed = pushed;
    this.remaining = remaining;
  }

  /** Translates predicates on columns of a table alone. */
  public static PushedPredicates of(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates, Schema schema) {
    return of(predicates, schema, Schema.of());
  }

  /**
   * Translates predicates. Never fails: what cannot be translated remains for Spark.
   *
   * @param predicates in Spark's order
   * @param schema of the table, not of a projection
   * @param metadata the metadata columns that have one value in a row group
   */
  public static PushedPredicates of(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates,
      Schema schema,
      Schema metadata) {
    return of(predicates, ColumnScope.of(schema), metadata);
  }

  /**
   * Translates predicates for rows that are stored with other columns. What is about columns that
   * are not stored, or with another type, has no translation.
   *
   * @param schema whose names the predicates use
   * @param stored of the rows; the same columns have the same ids
   * @param metadata the metadata columns that have one value in a row group
   */
  public static PushedPredicates of(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates,
      Schema schema,
      Schema stored,
      Schema metadata) {
    return of(predicates, new ColumnScope(schema, stored), metadata);
  }

  private static PushedPredicates of(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates,
      ColumnScope columns,
      Schema metadata) {
    PredicateTranslator translator = PredicateTranslator.ofTable(columns);
    PredicateTranslator placeTranslator = PredicateTranslator.ofMetadata(metadata);
    List<Predicate> exact = new ArrayList<>();
    List<Predicate> pruning = new ArrayList<>();
    List<Predicate> places = new ArrayList<>();
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed = new ArrayList<>();
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> remaining = new ArrayList<>();
    for (org.apache.spark.sql.connector.expressions.filter.Predicate predicate : predicates) {
      if (hasNullBinary(predicate)) {
        remaining.add(predicate);
        continue;
      }
      Optional<Translation> translation = translator.translate(predicate);
      boolean isExact = translation.map(Translation::isExact).orElse(false);
      translation.ifPresent(found -> (found.isExact() ? exact : pruning).add(found.predicate()));
      Optional<Translation> place =
          isExact ? Optional.empty() : placeTranslator.translate(predicate);
      place.ifPresent(found -> places.add(found.predicate()));
      if (translation.isPresent() || place.isPresent()) {
        pushed.add(predicate);
      }
      if (!isExact && !place.map(Translation::isExact).orElse(false)) {
        remaining.add(predicate);
      }
    }
    return new PushedPredicates(
        Predicate.and(exact),
        Predicate.and(pruning),
        Predicate.and(places),
        List.copyOf(pushed),
        List.copyOf(remaining));
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

  /** True for the row groups for which all predicates on metadata columns may be true. */
  public Predicate place() {
    return place;
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

  /** Whether Spark would take one of the predicates to leave few rows. */
  public boolean isSelective() {
    return SelectivePredicates.first(pushed).isPresent();
  }

  /** The predicates that Spark must evaluate: all that are not exact. A copy. */
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] remaining() {
    return remaining.toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]);
  }
}
