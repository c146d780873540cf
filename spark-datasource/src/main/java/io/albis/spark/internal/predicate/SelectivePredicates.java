// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * Predicates that Spark takes to leave few rows: comparisons. Of a table that has one in the plan,
 * Spark uses the join keys as a runtime filter for the other table ({@code isLikelySelective} of
 * its {@code PredicateHelper}).
 */
final class SelectivePredicates {

  private static final Set<String> COMPARISONS =
      Set.of("=", "<>", "<=>", "<", "<=", ">", ">=", "IN", "STARTS_WITH", "ENDS_WITH", "CONTAINS");

  private SelectivePredicates() {}

  /** Returns the first one; empty if there is none. */
  static Optional<Predicate> first(Iterable<Predicate> predicates) {
    for (Predicate predicate : predicates) {
      if (isSelective(predicate)) {
        return Optional.of(predicate);
      }
    }
    return Optional.empty();
  }

  private static boolean isSelective(Expression expression) {
    if (!(expression instanceof Predicate predicate)) {
      return false;
    }
    return switch (predicate.name()) {
      case "NOT", "AND" ->
          Arrays.stream(predicate.children()).anyMatch(SelectivePredicates::isSelective);
      case "OR" -> Arrays.stream(predicate.children()).allMatch(SelectivePredicates::isSelective);
      default -> COMPARISONS.contains(predicate.name());
    };
  }
}
