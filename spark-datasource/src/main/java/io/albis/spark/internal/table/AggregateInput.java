// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnionExec;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What an aggregation reads: the operators that lie between it and a source, such as a scan.
 *
 * @param computed what projections compute
 * @param conditions of the rows of the source
 * @param joins of rows that have one match at most, the last one first
 */
record AggregateInput(
    Map<ExprId, Expression> computed,
    List<Expression> conditions,
    List<BroadcastHashJoinExec> joins,
    SparkPlan source) {

  /**
   * Walks down as far as possible.
   *
   * @param isJoined whether to continue through joins
   */
  static AggregateInput of(SparkPlan plan, boolean isJoined) {
    return new AggregateInput(Map.of(), List.of(), List.of(), plan).below(isJoined);
  }

  /** Replaces the source by what lies below it. */
  AggregateInput below(boolean isJoined) {
    Map<ExprId, Expression> values = new HashMap<>(computed);
    List<Expression> filters = new ArrayList<>(conditions);
    List<BroadcastHashJoinExec> all = new ArrayList<>(joins);
    SparkPlan plan = source;
    while (true) {
      if (plan instanceof ProjectExec project) {
        for (NamedExpression column : CollectionConverters.asJava(project.projectList())) {
          if (column instanceof Alias alias) {
            values.put(alias.exprId(), alias.child());
          }
        }
        plan = project.child();
      } else if (plan instanceof FilterExec filter) {
        filters.add(filter.condition());
        plan = filter.child();
      } else if (isJoined
          && filters.isEmpty()
          && plan instanceof BroadcastHashJoinExec join
          && JoinedAggregation.hasOneMatch(join)) {
        all.add(join);
        plan = JoinKeyRule.streamed(join);
      } else {
        return new AggregateInput(values, filters, all, plan);
      }
    }
  }

  /** Returns the same operators above other rows, with what is known of their columns. */
  AggregateInput with(Map<ExprId, Expression> columns, SparkPlan newSource) {
    Map<ExprId, Expression> values = new HashMap<>(computed);
    values.putAll(columns);
    return new AggregateInput(values, conditions, joins, newSource);
  }

  /** Returns what is read by way of each input of a union that is the source. */
  List<AggregateInput> inputs(UnionExec union) {
    List<AggregateInput> inputs = new ArrayList<>();
    for (SparkPlan child : CollectionConverters.asJava(union.children())) {
      Map<ExprId, Expression> columns = new HashMap<>();
      for (int i = 0; i < child.output().size(); i++) {
        Attribute column = union.output().apply(i);
        Attribute same = child.output().apply(i);
        if (!column.exprId().equals(same.exprId())) {
          columns.put(column.exprId(), same);
        }
      }
      inputs.add(with(columns, child).below(true));
    }
    return inputs;
  }

  /** Replaces what projections have named by what it is. */
  Expression inlined(Expression expression) {
    if (expression instanceof Attribute attribute) {
      Expression found = computed.get(attribute.exprId());
      return found == null ? attribute : inlined(found);
    }
    return expression.mapChildren(this::inlined);
  }
}
