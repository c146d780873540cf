// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AlbisScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.PartialMerge$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.execution.ExpandExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnionExec;
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec;
import org.apache.spark.sql.execution.aggregate.HashAggregateExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import org.apache.spark.sql.execution.joins.HashedRelation;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets scans aggregate their rows before Spark joins them with other tables, such as the facts of a
 * star before they are joined with dimensions, and before it puts them into grouping sets. Below a
 * union, each scan does so by itself. A row must have at most one match in each of the other
 * tables, which is known once Spark has broadcast them. Spark joins the groups, and merges them.
 */
final class JoinedAggregation {

  private JoinedAggregation() {}

  /** Whether a row of the streamed side is at most once in the result, and by its keys alone. */
  static boolean hasOneMatch(BroadcastHashJoinExec join) {
    return join.condition().isEmpty()
        && !join.isNullAwareAntiJoin()
        && JoinKeyRule.isStreamedAlone(join.joinType())
        && JoinKeyRule.built(join) instanceof BroadcastQueryStageExec stage
        && stage.isMaterialized()
        && stage.executeBroadcast().value() instanceof HashedRelation relation
        && (relation.keyIsUnique() || isWithoutMatch(join.joinType()));
  }

  /** Whether the other side adds no columns. */
  static boolean isWithoutMatch(JoinType type) {
    return type == LeftSemi$.MODULE$ || type == LeftAnti$.MODULE$;
  }

  /**
   * Returns a plan with the same result as a partial aggregation.
   *
   * @return empty if it is left to Spark
   */
  static Optional<SparkPlan> plan(HashAggregateExec aggregate, AggregateInput input) {
    List<NamedExpression> groups = CollectionConverters.asJava(aggregate.groupingExpressions());
    if (!(input.source() instanceof ExpandExec expand)) {
      List<NamedExpression> names =
          groups.stream().<NamedExpression>map(NamedExpression::toAttribute).toList();
      return grouped(aggregate, groups, input).map(rows -> merged(aggregate, names, rows));
    }
    if (!input.conditions().isEmpty() || !input.joins().isEmpty()) {
      return Optional.empty();
    }
    return GroupingSets.of(aggregate, expand)
        .flatMap(
            sets ->
                grouped(aggregate, sets.columns(), sets.input(input))
                    .map(rows -> merged(aggregate, groups, sets.expanded(rows))));
  }

  /** Groups the rows of each scan; returns the groups and their buffers. */
  private static Optional<SparkPlan> grouped(
      HashAggregateExec aggregate, List<NamedExpression> groups, AggregateInput input) {
    if (!(input.source() instanceof UnionExec union)) {
      return ofScan(aggregate, groups, input);
    }
    List<SparkPlan> inputs = new ArrayList<>();
    for (AggregateInput one : input.inputs(union)) {
      Optional<SparkPlan> grouped = ofScan(aggregate, groups, one);
      if (grouped.isEmpty()) {
        return grouped;
      }
      inputs.add(grouped.get());
    }
    return Optional.of(union.withNewChildren(CollectionConverters.asScala(inputs).toIndexedSeq()));
  }

  private static Optional<SparkPlan> ofScan(
      HashAggregateExec aggregate, List<NamedExpression> groups, AggregateInput input) {
    return input.source() instanceof BatchScanExec scan && scan.scan() instanceof AlbisScan rows
        ? new JoinedGroups(input, scan).plan(rows, groups, aggregate)
        : Optional.empty();
  }

  /**
   * Merges the buffers of groups.
   *
   * @param groups the columns by which they are grouped again
   */
  private static SparkPlan merged(
      HashAggregateExec aggregate, List<NamedExpression> groups, SparkPlan input) {
    List<AggregateExpression> merging =
        CollectionConverters.asJava(aggregate.aggregateExpressions()).stream()
            .map(
                one ->
                    new AggregateExpression(
                        one.aggregateFunction(),
                        PartialMerge$.MODULE$,
                        false,
                        Option.empty(),
                        one.resultId()))
            .toList();
    HashAggregateExec copy = PlanFields.replace(aggregate, aggregate.child(), input);
    copy =
        PlanFields.replace(
            copy, copy.groupingExpressions(), CollectionConverters.asScala(groups).toIndexedSeq());
    return PlanFields.replace(
        copy, copy.aggregateExpressions(), CollectionConverters.asScala(merging).toIndexedSeq());
  }
}
