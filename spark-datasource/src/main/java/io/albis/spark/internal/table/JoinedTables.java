// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftOuter$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.collection.Iterator;

/**
 * Lets Spark see that the rows of a joined table are filtered. Spark plans a runtime filter for one
 * side of a join only if the plan of the other side contains a comparison; a scan that evaluates
 * all predicates leaves none. This rule replaces the tables of Albis that are joined with a table
 * that such a filter can prune by {@link AlbisTable#joined()}, before predicates are pushed to
 * them.
 *
 * <p>Not for the table of a subquery in a predicate: Spark makes it a join after it has pushed the
 * predicates of the subquery.
 */
final class JoinedTables extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    LogicalPlan replaced = plan instanceof Join join ? withJoinedTables(join) : plan;
    return replaced.mapChildren(this::apply);
  }

  /** Replaces the tables of each side whose keys could prune the other side. */
  private static LogicalPlan withJoinedTables(Join join) {
    if (join.condition().isEmpty() || !canFilter(join.joinType())) {
      return join;
    }
    boolean canPruneLeft = canPrune(join.left());
    boolean canPruneRight = canPrune(join.right());
    return join.mapChildren(
        side ->
            (side == join.left() ? canPruneRight : canPruneLeft) ? withJoinedTables(side) : side);
  }

  /** Replaces the tables of which a plan returns rows, rather than what is computed of them. */
  private static LogicalPlan withJoinedTables(LogicalPlan plan) {
    if (plan instanceof DataSourceV2Relation relation) {
      return relation.table() instanceof AlbisTable table && !table.isJoined()
          ? PlanFields.replace(relation, table, table.joined())
          : relation;
    }
    boolean returnsRows =
        plan instanceof Project
            || plan instanceof Filter
            || plan instanceof SubqueryAlias
            || plan instanceof Join;
    return returnsRows ? plan.mapChildren(JoinedTables::withJoinedTables) : plan;
  }

  private static boolean canFilter(JoinType type) {
    return type == Inner$.MODULE$
        || type == LeftSemi$.MODULE$
        || type == LeftOuter$.MODULE$
        || type == RightOuter$.MODULE$;
  }

  /** Whether a runtime filter can rule out parts of a table that the plan reads. */
  private static boolean canPrune(LogicalPlan plan) {
    Iterator<LogicalPlan> leaves = plan.collectLeaves().iterator();
    while (leaves.hasNext()) {
      if (isPrunable(leaves.next())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPrunable(LogicalPlan leaf) {
    if (leaf instanceof DataSourceV2Relation relation) {
      return !(relation.table() instanceof AlbisTable table) || table.isClustered();
    }
    return leaf instanceof LogicalRelation relation
        && relation.relation() instanceof HadoopFsRelation files
        && files.partitionSchema().length() > 0;
  }
}
