// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.change.RowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.RightOuter$;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeRows;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.V2ScanRelationPushDown$;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Filters the target of a MERGE that also inserts rows by the keys of its source. Such a statement
 * is an outer join, of which Spark cannot broadcast the source: without this rule, each row of the
 * target would be shuffled. A semi join with the keys comes first if Spark can broadcast these;
 * {@link JoinKeyRule} then passes them to the scan.
 */
final class MergedKeys extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.mapChildren(plan instanceof MergeRows ? MergedKeys::filtered : this::apply);
  }

  private static LogicalPlan filtered(LogicalPlan plan) {
    if (plan instanceof Project) {
      return plan.mapChildren(MergedKeys::filtered);
    }
    return plan instanceof Join join
            && join.joinType() == RightOuter$.MODULE$
            && join.condition().isDefined()
            && isTarget(join)
        ? keys(join).map(keys -> filtered(join, keys)).orElse(join)
        : plan;
  }

  private static boolean isTarget(Join join) {
    List<LogicalPlan> leaves = CollectionConverters.asJava(join.left().collectLeaves());
    return join.left().find(node -> node instanceof Join).isEmpty()
        && leaves.size() == 1
        && leaves.get(0) instanceof DataSourceV2Relation relation
        && relation.table() instanceof RowLevelOperationTable table
        && table.operation() instanceof RowChange;
  }

  /** The equalities of something of the target and something of the source: others are no keys. */
  private static Optional<Expression> keys(Join join) {
    List<Expression> equalities = new ArrayList<>();
    for (Expression condition : PatternConditions.conjuncts(join.condition().get())) {
      if (condition instanceof EqualTo equality
          && (isKey(equality.left(), equality.right(), join)
              || isKey(equality.right(), equality.left(), join))) {
        equalities.add(equality);
      }
    }
    return equalities.stream().reduce(And::new);
  }

  private static boolean isKey(Expression target, Expression source, Join join) {
    return isOf(target, join.left()) && isOf(source, join.right());
  }

  private static boolean isOf(Expression key, LogicalPlan side) {
    return !key.references().isEmpty() && key.references().subsetOf(side.outputSet());
  }

  private static LogicalPlan filtered(Join join, Expression keys) {
    List<NamedExpression> columns = new ArrayList<>();
    for (Attribute column : CollectionConverters.asJava(join.right().output())) {
      if (keys.references().contains(column)) {
        columns.add(column);
      }
    }
    LogicalPlan source = new Project(CollectionConverters.asScala(columns).toSeq(), join.right());
    if (!join.right().deterministic() || !canBroadcast(source)) {
      return join;
    }
    LogicalPlan target =
        new Join(join.left(), source, LeftSemi$.MODULE$, Option.apply(keys), JoinHint.NONE());
    return PlanFields.replace(join, join.left(), target);
  }

  /** Sources know their size only when filters and columns have been pushed down. */
  private static boolean canBroadcast(LogicalPlan source) {
    return V2ScanRelationPushDown$.MODULE$
        .apply(source)
        .stats()
        .sizeInBytes()
        .$less$eq(scala.math.BigInt.apply(SQLConf.get().autoBroadcastJoinThreshold()));
  }
}
