// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AlbisScan;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.DynamicPruningSubquery;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.execution.dynamicpruning.PartitionPruning$;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A key of the side of a join that is broadcast. Spark's dynamic pruning passes it to scans, and
 * drops the test unless it can reuse the broadcast of the join.
 *
 * @param plan of that side
 * @param keys of that side
 * @param index of the key
 */
record BroadcastKeys(LogicalPlan plan, Seq<Expression> keys, int index) implements KeySource {

  /** Of smaller scans, too few rows are left out to pay for planning the pruning. */
  private static final long MIN_ROWS = 100_000;

  @Override
  public Expression test(Expression value) {
    return new DynamicPruningSubquery(
        value,
        plan,
        keys,
        CollectionConverters.asScala(List.<Object>of(index)).toList(),
        true,
        NamedExpression.newExprId(),
        Option.empty());
  }

  @Override
  public double share() {
    return KeySource.share(plan);
  }

  @Override
  public boolean isWorthwhile(AlbisScan scan, List<KeySource> broadcasts) {
    return isFilteredScan(plan, false) && scan.estimateStatistics().numRows().orElse(0) >= MIN_ROWS;
  }

  /** Whether a plan is a part of one table: it is soon known, and most likely drops rows. */
  private static boolean isFilteredScan(LogicalPlan plan, boolean isFiltered) {
    if (plan instanceof Project project) {
      return isFilteredScan(project.child(), isFiltered);
    }
    if (plan instanceof Filter filter) {
      return isFilteredScan(
          filter.child(),
          isFiltered || PartitionPruning$.MODULE$.isLikelySelective(filter.condition()));
    }
    return plan.children().isEmpty()
        && (isFiltered
            || (plan instanceof DataSourceV2ScanRelation relation
                && relation.scan() instanceof AlbisScan scan
                && scan.isSelective()));
  }
}
