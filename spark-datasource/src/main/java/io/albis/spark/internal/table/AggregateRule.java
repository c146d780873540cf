// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AggregateScan;
import io.albis.spark.internal.scan.AlbisScan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.aggregate.HashAggregateExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets a scan aggregate the rows of each task, where Spark would do that with each row it gets and
 * send the result through a shuffle. The scan returns the same buffers.
 */
final class AggregateRule extends PlanRule {

  @Override
  SparkPlan apply(SparkPlan plan) {
    return aggregated(plan);
  }

  private static SparkPlan aggregated(SparkPlan plan) {
    SparkPlan changed = plan.mapChildren(AggregateRule::aggregated);
    return changed instanceof ShuffleExchangeExec exchange
            && exchange.child() instanceof HashAggregateExec aggregate
        ? changed.mapChildren(child -> inScan(aggregate).orElse(child))
        : changed;
  }

  private static Optional<SparkPlan> inScan(HashAggregateExec aggregate) {
    Map<ExprId, Expression> computed = new HashMap<>();
    SparkPlan child = aggregate.child();
    while (child instanceof ProjectExec project) {
      for (NamedExpression column : CollectionConverters.asJava(project.projectList())) {
        if (column instanceof Alias alias) {
          computed.put(alias.exprId(), alias.child());
        }
      }
      child = project.child();
    }
    if (!(child instanceof BatchScanExec scan)
        || !(scan.scan() instanceof AlbisScan rows)
        || !scan.runtimeFilters().isEmpty()) {
      return Optional.empty();
    }
    List<Expression> groups =
        CollectionConverters.asJava(aggregate.groupingExpressions()).stream()
            .map(Expression.class::cast)
            .toList();
    Map<ExprId, String> names = new HashMap<>();
    CollectionConverters.asJava(scan.output())
        .forEach(column -> names.put(column.exprId(), column.name()));
    return rows.aggregated(
            names, computed, groups, CollectionConverters.asJava(aggregate.aggregateExpressions()))
        .map(aggregates -> scan(aggregate, scan, aggregates));
  }

  /** Spark's operators expect rows in its own representation, which a projection creates. */
  private static SparkPlan scan(
      HashAggregateExec aggregate, BatchScanExec scan, AggregateScan aggregates) {
    Object[] fields = new Object[scan.productArity()];
    for (int i = 0; i < fields.length; i++) {
      Object field = scan.productElement(i);
      // What the scan reports about the order and keys of its rows does not hold for groups.
      fields[i] = field instanceof scala.Option ? scala.Option.empty() : field;
      fields[i] = field == scan.scan() ? aggregates : fields[i];
      fields[i] = field == scan.output() ? aggregate.output() : fields[i];
    }
    BatchScanExec aggregating = (BatchScanExec) scan.makeCopy(fields);
    return new ProjectExec(
        CollectionConverters.asScala(
                CollectionConverters.asJava(aggregate.output()).stream()
                    .map(NamedExpression.class::cast)
                    .toList())
            .toIndexedSeq(),
        aggregating);
  }
}
