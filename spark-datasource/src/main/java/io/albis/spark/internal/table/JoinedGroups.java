// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.predicate.SparkLiterals;
import io.albis.spark.internal.read.JoinKeys;
import io.albis.spark.internal.read.KeyClasses;
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
import org.apache.spark.sql.execution.InSubqueryExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.BroadcastQueryStageExec;
import org.apache.spark.sql.execution.aggregate.HashAggregateExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.math.BigInt;

/**
 * The groups of one scan, which Spark joins with other tables. The scan groups by the keys of the
 * joins, or by classes of these keys ({@link KeyClasses}), and by its other columns by which Spark
 * groups. For one plan.
 */
final class JoinedGroups {

  private final AggregateInput input;
  private final BatchScanExec scan;

  /** The columns of the scan that are needed above it, but not aggregated. */
  private final Map<ExprId, Attribute> keys = new LinkedHashMap<>();

  /** What is computed of the joined groups. */
  private final List<Expression> values = new ArrayList<>();

  /**
   * Starts without keys.
   *
   * @param scan the source of the input
   */
  JoinedGroups(AggregateInput input, BatchScanExec scan) {
    this.input = input;
    this.scan = scan;
  }

  /**
   * Returns a plan of groups that have been joined, and their buffers, which are to be merged.
   *
   * @param rows of the scan
   * @param groups the columns by which joined rows are grouped
   * @return empty if it is left to Spark
   */
  Optional<SparkPlan> plan(
      AlbisScan rows, List<NamedExpression> groups, HashAggregateExec aggregate) {
    List<NamedExpression> columns = new ArrayList<>(groups.stream().map(this::group).toList());
    List<List<Expression>> keysOfJoins = input.joins().stream().map(join -> keysOf(join)).toList();
    keysOfJoins.forEach(values::addAll);
    List<GuardedAggregate> guarded =
        CollectionConverters.asJava(aggregate.aggregateExpressions()).stream()
            .map(one -> GuardedAggregate.of(one, input::inlined, scan.outputSet()))
            .toList();
    guarded.stream().filter(one -> one.guard() != null).forEach(one -> values.add(one.guard()));
    if (!values.stream().allMatch(this::isOfGroups)) {
      return Optional.empty();
    }
    values.forEach(this::addKeys);
    if (keys.isEmpty() && !aggregate.groupingExpressions().isEmpty()) {
      // Without keys, there would be a group without rows.
      return Optional.empty();
    }
    List<JoinedKeys> joined = new ArrayList<>();
    for (int i = 0; i < keysOfJoins.size(); i++) {
      joined.add(joinedKeys(input.joins().get(i), keysOfJoins.get(i)));
    }
    if (!isPruned(rows, joined)) {
      return Optional.empty();
    }
    List<Attribute> output = new ArrayList<>(keys.values());
    for (GuardedAggregate one : guarded) {
      output.addAll(one.buffers());
      columns.addAll(one.guardedBuffers());
    }
    return rows.aggregated(
            AggregateRule.names(scan),
            input.computed(),
            input.conditions(),
            keys.values().stream().map(Expression.class::cast).toList(),
            guarded.stream().map(GuardedAggregate::aggregate).toList(),
            joined)
        .map(
            scanned ->
                new ProjectExec(
                    CollectionConverters.asScala(columns).toIndexedSeq(),
                    joined(scanned, output, keysOfJoins)));
  }

  /** Returns the same column of what is joined. */
  private NamedExpression group(NamedExpression group) {
    Expression found =
        input.inlined(group instanceof Alias alias ? alias.child() : (Expression) group);
    values.add(found);
    return found instanceof Attribute same && same.exprId().equals(group.exprId())
        ? same
        : PlanFields.alias(found, group.name(), group.exprId());
  }

  private List<Expression> keysOf(BroadcastHashJoinExec join) {
    return CollectionConverters.asJava(JoinKeyRule.streamedKeys(join)).stream()
        .map(input::inlined)
        .toList();
  }

  /** Whether the value is the same for all rows of a group, and known once groups are joined. */
  private boolean isOfGroups(Expression value) {
    return value.deterministic()
        && references(value).stream()
            .allMatch(
                column ->
                    scan.outputSet().contains(column)
                        || input.joins().stream()
                            .anyMatch(
                                join -> JoinKeyRule.built(join).outputSet().contains(column)));
  }

  private static List<Attribute> references(Expression value) {
    return CollectionConverters.asJava(value.references().toSeq());
  }

  private void addKeys(Expression value) {
    for (Attribute column : references(value)) {
      JoinKeyRule.output(scan, column).ifPresent(own -> keys.put(own.exprId(), own));
    }
  }

  private JoinedKeys joinedKeys(BroadcastHashJoinExec join, List<Expression> streamed) {
    List<Attribute> columns =
        streamed.stream()
            .flatMap(key -> JoinKeyRule.column(key).stream())
            .flatMap(column -> JoinKeyRule.output(scan, column).stream())
            .toList();
    Option<BigInt> rows =
        ((BroadcastQueryStageExec) JoinKeyRule.built(join)).getRuntimeStatistics().rowCount();
    return new JoinedKeys(
        columns.stream().map(Attribute::name).toList(),
        rows.isDefined() ? rows.get().toLong() : Long.MAX_VALUE,
        JoinKeyRule.drops(join),
        streamed.size() == 1 && columns.size() == 1
            ? classes(join, streamed.get(0), columns.get(0))
            : Optional.empty());
  }

  /** The classes of the only key of a join, if it is an integer and needed for this join alone. */
  private Optional<KeyClasses> classes(
      BroadcastHashJoinExec join, Expression key, Attribute column) {
    JoinKeys.Place place = JoinKeyRule.place(List.of(key), 0);
    long uses = values.stream().filter(value -> value.references().contains(column)).count();
    if (place.bits() == 0 || uses > 1 || !SparkLiterals.isInteger(column.dataType())) {
      return Optional.empty();
    }
    SparkPlan built = JoinKeyRule.built(join);
    List<KeyClasses.Column> needed = new ArrayList<>();
    if (!JoinedAggregation.isWithoutMatch(join.joinType())) {
      for (int i = 0; i < built.output().size(); i++) {
        Attribute one = built.output().apply(i);
        if (values.stream().anyMatch(value -> value.references().contains(one))) {
          needed.add(new KeyClasses.Column(i, one.dataType()));
        }
      }
    }
    int index = List.copyOf(keys.keySet()).indexOf(column.exprId());
    long least = Long.MIN_VALUE >> Long.SIZE - column.dataType().defaultSize() * Byte.SIZE;
    return Optional.of(new KeyClasses(index, least, built.executeBroadcast(), needed));
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
    return joined.stream().anyMatch(join -> join.drops() && join.paths().contains(column.name()));
  }

  /** Joins the groups with the other tables. */
  private SparkPlan joined(
      AggregateScan groups, List<Attribute> output, List<List<Expression>> keysOfJoins) {
    SparkPlan plan =
        AggregateRule.groups(scan, groups, CollectionConverters.asScala(output).toIndexedSeq());
    for (int i = input.joins().size() - 1; i >= 0; i--) {
      BroadcastHashJoinExec join = input.joins().get(i);
      SparkPlan built = JoinKeyRule.built(join);
      List<SparkPlan> sides =
          JoinKeyRule.isBuiltLeft(join) ? List.of(built, plan) : List.of(plan, built);
      Seq<Expression> streamed = CollectionConverters.asScala(keysOfJoins.get(i)).toIndexedSeq();
      plan =
          PlanFields.replace(join, JoinKeyRule.streamedKeys(join), streamed)
              .withNewChildren(CollectionConverters.asScala(sides).toIndexedSeq());
    }
    return plan;
  }
}
