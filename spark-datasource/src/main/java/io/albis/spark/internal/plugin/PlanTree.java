// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.spark.internal.plan.QueryPlans;
import io.albis.spark.internal.scan.AggregateScan;
import io.albis.spark.internal.scan.AlbisScan;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.ReusedSubqueryExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.columnar.CachedRDDBuilder;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import scala.jdk.javaapi.CollectionConverters;

/** Counts the scans of a physical plan that are still to be executed. */
final class PlanTree {

  private final Map<QueryPlans.Scan, Integer> counts = new HashMap<>();

  /** What was visited: Spark executes a subquery once that several operators use. */
  private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());

  private PlanTree() {}

  /** Returns the scans and how often the plan executes each. */
  static Map<QueryPlans.Scan, Integer> scans(SparkPlan plan) {
    PlanTree tree = new PlanTree();
    tree.visit(plan);
    return tree.counts;
  }

  private void visit(SparkPlan plan) {
    if (isReused(plan) || !visited.add(plan)) {
      return;
    }
    if (plan instanceof BatchScanExec node) {
      count(node.scan());
    } else if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      visit(adaptive.executedPlan());
    } else if (plan instanceof QueryStageExec stage && !stage.isMaterialized()) {
      visit(stage.plan());
    } else if (plan instanceof InMemoryTableScanExec cached) {
      CachedRDDBuilder builder = cached.relation().cacheBuilder();
      if (!builder.isCachedColumnBuffersLoaded()) {
        visit(builder.cachedPlan());
      }
    }
    CollectionConverters.asJava(plan.children()).forEach(this::visit);
    CollectionConverters.asJava(plan.subqueries()).forEach(this::visit);
  }

  private static boolean isReused(SparkPlan plan) {
    return plan instanceof ReusedExchangeExec || plan instanceof ReusedSubqueryExec;
  }

  private void count(Scan scan) {
    if (scan instanceof AlbisScan albis) {
      counts.merge(albis.plan(), 1, Integer::sum);
    } else if (scan instanceof AggregateScan aggregate) {
      count(aggregate.rows());
    }
  }
}
