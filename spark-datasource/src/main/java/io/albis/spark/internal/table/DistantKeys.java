// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AlbisScan;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.ReturnAnswer;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.execution.PlanLater;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.internal.SQLConf;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets Spark's runtime filters pass the keys of a join to scans whose rows are shuffled, broadcast
 * or aggregated before that join, which {@link JoinKeyRule} cannot see from there. It decides this
 * once for each query, when Spark starts to plan the optimized plan: the scans then know their
 * filters and sizes ({@link BroadcastKeys}, {@link BloomKeys}).
 *
 * <p>Spark plans what is left of a query again after each stage. So the decision stays with the
 * relation: the identifiers of the pruning must be those of the first time.
 */
final class DistantKeys extends SparkStrategy {

  /** The pruning of a relation, empty for none; missing until it is decided. */
  static final TreeNodeTag<List<Expression>> PRUNING = new TreeNodeTag<>("albis.distant-keys");

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    if (plan instanceof ReturnAnswer answer) {
      decide(answer.child());
      return plans(List.of());
    }
    return plans(pruned(plan).<SparkPlan>map(PlanLater::new).stream().toList());
  }

  private static Seq<SparkPlan> plans(List<SparkPlan> plans) {
    return CollectionConverters.asScala(plans).toList();
  }

  private static void decide(LogicalPlan plan) {
    SQLConf conf = SQLConf.get();
    if (conf.adaptiveExecutionEnabled() && hasUndecided(plan)) {
      new KeyRoutes(conf).follow(plan);
    }
  }

  private static boolean hasUndecided(LogicalPlan plan) {
    List<LogicalPlan> leaves = CollectionConverters.asJava(plan.collectLeaves());
    return leaves.size() > 1
        && leaves.stream()
            .anyMatch(
                leaf ->
                    leaf instanceof DataSourceV2ScanRelation relation
                        && relation.scan() instanceof AlbisScan
                        && leaf.getTagValue(PRUNING).isEmpty());
  }

  /** Returns a plan of one relation with the pruning above the relation. */
  private static Optional<LogicalPlan> pruned(LogicalPlan plan) {
    if (plan instanceof Project || plan instanceof Filter) {
      LogicalPlan child = plan.children().head();
      return pruned(child).map(changed -> plan.mapChildren(any -> changed));
    }
    if (!(plan instanceof DataSourceV2ScanRelation) || plan.getTagValue(PRUNING).isEmpty()) {
      return Optional.empty();
    }
    return plan.getTagValue(PRUNING).get().stream()
        .reduce(And::new)
        .map(
            pruning -> {
              LogicalPlan relation = plan.clone();
              relation.unsetTagValue(PRUNING);
              return new Filter(pruning, relation);
            });
  }
}
