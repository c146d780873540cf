// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.ExpandExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.aggregate.HashAggregateExec;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The grouping sets of an aggregation, such as those of {@code ROLLUP}: Spark makes a row for each
 * of them of each row. Once rows are grouped by all columns of the sets, it does so with groups.
 */
final class GroupingSets {

  private final ExpandExec expand;

  /** By grouping set, the value of each grouping expression of the aggregation. */
  private final List<List<Expression>> sets = new ArrayList<>();

  private final List<Attribute> groups = new ArrayList<>();

  /** The columns of all sets, by which rows are grouped. */
  private final Map<ExprId, Attribute> columns = new LinkedHashMap<>();

  /** What the other columns are. */
  private final Map<ExprId, Expression> others = new HashMap<>();

  private GroupingSets(ExpandExec expand) {
    this.expand = expand;
  }

  /** Returns the sets; empty if they are not of columns, or other values differ by set. */
  static Optional<GroupingSets> of(HashAggregateExec aggregate, ExpandExec expand) {
    GroupingSets found = new GroupingSets(expand);
    return found.setGroups(aggregate) && found.setOthers() ? Optional.of(found) : Optional.empty();
  }

  private boolean setGroups(HashAggregateExec aggregate) {
    CollectionConverters.asJava(expand.projections()).forEach(any -> sets.add(new ArrayList<>()));
    for (NamedExpression group : CollectionConverters.asJava(aggregate.groupingExpressions())) {
      int position = position(group);
      if (position < 0) {
        return false;
      }
      groups.add(expand.output().apply(position));
      for (int set = 0; set < sets.size(); set++) {
        Expression value = expand.projections().apply(set).apply(position);
        sets.get(set).add(value);
        if (value instanceof Attribute column) {
          columns.put(column.exprId(), column);
        } else if (!value.foldable()) {
          return false;
        }
      }
    }
    return true;
  }

  private int position(NamedExpression column) {
    List<Attribute> output = CollectionConverters.asJava(expand.output());
    for (int i = 0; i < output.size(); i++) {
      if (output.get(i).exprId().equals(column.exprId())) {
        return i;
      }
    }
    return -1;
  }

  private boolean setOthers() {
    for (int i = 0; i < expand.output().size(); i++) {
      Attribute column = expand.output().apply(i);
      if (groups.stream().anyMatch(group -> group.exprId().equals(column.exprId()))) {
        continue;
      }
      Expression value = expand.projections().head().apply(i);
      for (Seq<Expression> set : CollectionConverters.asJava(expand.projections())) {
        if (!set.apply(i).semanticEquals(value)) {
          return false;
        }
      }
      boolean isItself = value instanceof Attribute same && same.exprId().equals(column.exprId());
      if (!isItself) {
        others.put(column.exprId(), value);
      }
    }
    return true;
  }

  /** Returns the columns by which rows are grouped before they are in several sets. */
  List<NamedExpression> columns() {
    return List.copyOf(columns.values());
  }

  /** Returns what the aggregation reads of the rows that are not yet in several sets. */
  AggregateInput input(AggregateInput above) {
    return above.with(others, expand.child()).below(true);
  }

  /**
   * Puts groups into the sets.
   *
   * @param grouped the columns, and then the buffers of aggregates
   */
  SparkPlan expanded(SparkPlan grouped) {
    List<Attribute> buffers =
        CollectionConverters.asJava(grouped.output())
            .subList(columns.size(), grouped.output().size());
    List<Attribute> output = new ArrayList<>(groups);
    output.addAll(buffers);
    List<Seq<Expression>> projections = new ArrayList<>();
    for (List<Expression> set : sets) {
      List<Expression> values = new ArrayList<>(set);
      values.addAll(buffers);
      projections.add(CollectionConverters.asScala(values).toIndexedSeq());
    }
    ExpandExec copy =
        PlanFields.replace(
            expand, expand.projections(), CollectionConverters.asScala(projections).toIndexedSeq());
    return PlanFields.replace(
            copy, copy.output(), CollectionConverters.asScala(output).toIndexedSeq())
        .withNewChildren(CollectionConverters.asScala(List.of(grouped)).toIndexedSeq());
  }
}
