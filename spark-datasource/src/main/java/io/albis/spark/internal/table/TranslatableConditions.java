// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.predicate.NullConditions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.collection.Iterator;

/**
 * Rewrites the conditions of plans that read tables of Albis, so that Spark can translate them
 * ({@link NullConditions}): those of filters, and those in aggregates and sorts, which it also
 * pushes down. To be applied after the optimizer has simplified conditions, and before the
 * pushdown.
 */
final class TranslatableConditions extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return readsTable(plan) ? rewrite(plan) : plan;
  }

  private static LogicalPlan rewrite(LogicalPlan plan) {
    return plan.mapChildren(TranslatableConditions::rewrite)
        .mapExpressions(NullConditions::rewrite);
  }

  private static boolean readsTable(LogicalPlan plan) {
    Iterator<LogicalPlan> leaves = plan.collectLeaves().iterator();
    while (leaves.hasNext()) {
      if (leaves.next() instanceof DataSourceV2Relation relation
          && relation.table() instanceof AlbisTable) {
        return true;
      }
    }
    return false;
  }
}
