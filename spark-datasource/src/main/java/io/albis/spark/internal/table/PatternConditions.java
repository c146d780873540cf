// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.predicate.LikeConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.catalyst.expressions.StringRegexExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.DataSourceStrategy$;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Gives tables the conditions with {@code LIKE} and {@code RLIKE} on their columns, which Spark
 * does not push to data sources; if a table can evaluate only a part of what a regular expression
 * asks, Spark does it again for the rows that are left. To be applied before the pushdown: what
 * Spark then pushes, such as a limit, comes after these conditions, and a column that only they
 * need is not read for Spark.
 */
final class PatternConditions extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan instanceof Filter filter
            && filter.child() instanceof DataSourceV2Relation relation
            && relation.table() instanceof AlbisTable table
        ? filtered(filter, relation, table)
        : plan.mapChildren(this::apply);
  }

  private static LogicalPlan filtered(
      Filter filter, DataSourceV2Relation relation, AlbisTable table) {
    AlbisTable filtered = table;
    List<Expression> left = new ArrayList<>();
    for (Expression condition : conjuncts(filter.condition())) {
      Expression tested = normalized(condition, relation);
      Optional<AlbisTable> next = LikeConditions.translate(tested).flatMap(filtered::filtered);
      if (next.isEmpty()) {
        left.add(condition);
        next = LikeConditions.necessary(tested).flatMap(filtered::filtered);
      } else if (table.isJoined()) {
        left.add(comparison(condition));
      }
      filtered = next.orElse(filtered);
    }
    if (filtered.equals(table)) {
      return filter;
    }
    LogicalPlan replaced = PlanFields.replace(relation, table, filtered);
    return left.stream()
        .reduce(And::new)
        .<LogicalPlan>map(c -> new Filter(c, replaced))
        .orElse(replaced);
  }

  /** With the names of columns as the table has them. */
  private static Expression normalized(Expression condition, DataSourceV2Relation relation) {
    return DataSourceStrategy$.MODULE$
        .normalizeExprs(
            CollectionConverters.asScala(List.of(condition)).toSeq(),
            ((LogicalPlan) relation).output())
        .head();
  }

  /** The conditions that all have to be true. */
  static List<Expression> conjuncts(Expression condition) {
    if (condition instanceof And and) {
      List<Expression> conjuncts = new ArrayList<>(conjuncts(and.left()));
      conjuncts.addAll(conjuncts(and.right()));
      return conjuncts;
    }
    return List.of(condition);
  }

  /**
   * A condition from which Spark sees that the rows are filtered ({@link AlbisTable#joined()}), but
   * that costs less, if there is one: true where the column is not null.
   */
  private static Expression comparison(Expression condition) {
    Expression tested = condition instanceof Not not ? not.child() : condition;
    return tested instanceof StringRegexExpression pattern
        ? new StartsWith(pattern.left(), new Literal(UTF8String.EMPTY_UTF8, DataTypes.StringType))
        : condition;
  }
}
