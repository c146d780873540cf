// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AggregateScan;
import io.albis.spark.internal.scan.AlbisScan;
import io.albis.spark.internal.scan.JoinedKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.DynamicPruningExpression;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.PartialMerge$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.execution.InSubqueryExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec;
import org.apache.spark.sql.execution.aggregate.HashAggregateExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import org.apache.spark.sql.execution.joins.HashedRelation;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.math.BigInt;

/**
 * Lets a scan aggregate its rows before they are joined with other tables, such as the facts of a
 * star before they are joined with dimensions. A row of the scan must have at most one match in
 * each, which is known once Spark has broadcast them. The scan groups by the keys of the joins, and
 * by its other columns by which Spark groups; Spark joins the groups, and merges them.
 */
final class JoinedAggregation {

  private final HashAggregateExec aggregate;
  private final Map<ExprId, Expression> computed;
  private final BatchScanExec scan;

  /** The joins above the scan, the last one first. */
  private final List<BroadcastHashJoinExec> joins;

  /** Of the rows of the scan. */
  private final List<Expression> conditions;

  /** The columns of the scan that are needed above it, but not aggregated. */
  private final Map<ExprId, Attribute> keys = new LinkedHashMap<>();

  /** Whether what is computed of groups is the same for all their rows. */
  private boolean isDeterministic = true;

  /**
   * Starts without keys.
   *
   * @param computed what Spark computes of the rows of the scan and the joins before it aggregates
   * @param joins above the scan, of which each {@link #hasOneMatch}, the last one first
   * @param conditions of the rows of the scan
   */
  JoinedAggregation(
      HashAggregateExec aggregate,
      Map<ExprId, Expression> computed,
      BatchScanExec scan,
      List<BroadcastHashJoinExec> joins,
      List<Expression> conditions) {
    this.aggregate = aggregate;
    this.computed = computed;
    this.scan = scan;
    this.joins = joins;
    this.conditions = conditions;
  }

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
  private static boolean isWithoutMatch(JoinType type) {
    return type == LeftSemi$.MODULE$ || type == LeftAnti$.MODULE$;
  }

  /**
   * Returns a plan with the same result as the partial aggregation.
   *
   * @param rows of the scan
   * @return empty if it is left to Spark
   */
  Optional<SparkPlan> plan(AlbisScan rows) {
    List<NamedExpression> groups = new ArrayList<>();
    for (NamedExpression group : CollectionConverters.asJava(aggregate.groupingExpressions())) {
      groups.add(group(group));
    }
    List<JoinedKeys> joined = new ArrayList<>();
    List<Seq<Expression>> keysOfJoins = new ArrayList<>();
    for (BroadcastHashJoinExec join : joins) {
      List<Expression> inlined =
          CollectionConverters.asJava(JoinKeyRule.streamedKeys(join)).stream()
              .map(this::inlined)
              .toList();
      inlined.forEach(this::addKeys);
      joined.add(joinedKeys(join, inlined));
      keysOfJoins.add(CollectionConverters.asScala(inlined).toIndexedSeq());
    }
    if (!isDeterministic || !isPruned(rows, joined)) {
      return Optional.empty();
    }
    List<GuardedAggregate> aggregates =
        CollectionConverters.asJava(aggregate.aggregateExpressions()).stream()
            .map(one -> GuardedAggregate.of(one, this::inlined, scan.outputSet()))
            .toList();
    List<Attribute> output = new ArrayList<>(keys.values());
    List<NamedExpression> columns = new ArrayList<>(groups);
    for (GuardedAggregate one : aggregates) {
      output.addAll(one.buffers());
      columns.addAll(one.guardedBuffers());
    }
    return rows.aggregated(
            AggregateRule.names(scan),
            computed,
            conditions,
            keys.values().stream().map(Expression.class::cast).toList(),
            aggregates.stream().map(GuardedAggregate::aggregate).toList(),
            joined)
        .map(scanned -> merged(joined(scanned, output, keysOfJoins), groups, columns));
  }

  /** Returns the same column of what is joined. */
  private NamedExpression group(NamedExpression group) {
    Expression found = inlined(group instanceof Alias alias ? alias.child() : (Expression) group);
    addKeys(found);
    return found instanceof Attribute same && same.exprId().equals(group.exprId())
        ? same
        : GuardedAggregate.alias(found, group.name(), group.exprId());
  }

  /** Replaces what projections have named by what it is. */
  private Expression inlined(Expression expression) {
    if (expression instanceof Attribute attribute) {
      Expression found = computed.get(attribute.exprId());
      return found == null ? attribute : inlined(found);
    }
    return expression.mapChildren(this::inlined);
  }

  private void addKeys(Expression expression) {
    isDeterministic &= expression.deterministic();
    for (Attribute column : CollectionConverters.asJava(expression.references().toSeq())) {
      JoinKeyRule.output(scan, column).ifPresent(own -> keys.put(own.exprId(), own));
    }
  }

  private JoinedKeys joinedKeys(BroadcastHashJoinExec join, List<Expression> streamed) {
    List<String> names =
        streamed.stream()
            .flatMap(key -> JoinKeyRule.column(key).stream())
            .flatMap(column -> JoinKeyRule.output(scan, column).stream())
            .map(Attribute::name)
            .toList();
    Option<BigInt> rows =
        ((BroadcastQueryStageExec) JoinKeyRule.built(join)).getRuntimeStatistics().rowCount();
    return new JoinedKeys(
        names, JoinKeyRule.drops(join) && rows.isDefined() ? rows.get().toLong() : Long.MAX_VALUE);
  }

  /**
   * Whether the scan leaves out by the keys of the joins what Spark's dynamic pruning would: a scan
   * of groups has no such filters.
   */
  private boolean isPruned(AlbisScan rows, List<JoinedKeys> joined) {
    return CollectionConverters.asJava(scan.runtimeFilters()).stream()
        .map(filter -> filter instanceof DynamicPruningExpression any ? any.child() : filter)
        .allMatch(
            condition ->
                condition instanceof InSubqueryExec in
                    && JoinKeyRule.column(in.child())
                        .flatMap(column -> JoinKeyRule.output(scan, column))
                        .filter(column -> rows.isKey(column.name(), column.dataType()))
                        .filter(column -> isDropped(column, joined))
                        .isPresent());
  }

  private static boolean isDropped(Attribute column, List<JoinedKeys> joined) {
    return joined.stream()
        .anyMatch(join -> join.rows() < Long.MAX_VALUE && join.paths().contains(column.name()));
  }

  /** Joins the groups with the other tables. */
  private SparkPlan joined(
      AggregateScan groups, List<Attribute> output, List<Seq<Expression>> keysOfJoins) {
    SparkPlan plan =
        AggregateRule.groups(scan, groups, CollectionConverters.asScala(output).toIndexedSeq());
    for (int i = joins.size() - 1; i >= 0; i--) {
      BroadcastHashJoinExec join = joins.get(i);
      SparkPlan built = JoinKeyRule.built(join);
      List<SparkPlan> sides =
          JoinKeyRule.isBuiltLeft(join) ? List.of(built, plan) : List.of(plan, built);
      plan =
          PlanFields.replace(join, JoinKeyRule.streamedKeys(join), keysOfJoins.get(i))
              .withNewChildren(CollectionConverters.asScala(sides).toIndexedSeq());
    }
    return plan;
  }

  /** Merges the buffers of groups. */
  private SparkPlan merged(
      SparkPlan joined, List<NamedExpression> groups, List<NamedExpression> columns) {
    SparkPlan input = new ProjectExec(CollectionConverters.asScala(columns).toIndexedSeq(), joined);
    List<NamedExpression> names =
        groups.stream().<NamedExpression>map(NamedExpression::toAttribute).toList();
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
            copy, copy.groupingExpressions(), CollectionConverters.asScala(names).toIndexedSeq());
    return PlanFields.replace(
        copy, copy.aggregateExpressions(), CollectionConverters.asScala(merging).toIndexedSeq());
  }
}
