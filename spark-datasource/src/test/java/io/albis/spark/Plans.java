// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.jdk.javaapi.CollectionConverters;

/** Looks into the plans of queries. */
public final class Plans {

  private Plans() {}

  /** Returns the scans of a query, from left to right. */
  public static List<Scan> scans(Dataset<Row> query) {
    return scanNodes(query).stream().map(BatchScanExec::scan).toList();
  }

  /** Returns the nodes of the physical plan that scan, from left to right. */
  public static List<BatchScanExec> scanNodes(Dataset<Row> query) {
    return nodes(query).stream()
        .filter(BatchScanExec.class::isInstance)
        .map(BatchScanExec.class::cast)
        .toList();
  }

  /** Returns the nodes of the physical plan, also of its stages, from left to right. */
  public static List<SparkPlan> nodes(Dataset<Row> query) {
    List<SparkPlan> nodes = new ArrayList<>();
    collectNodes(query.queryExecution().executedPlan(), nodes);
    return nodes;
  }

  /** Returns the first node that scans. */
  public static BatchScanExec scan(Dataset<Row> query) {
    return scanNodes(query).get(0);
  }

  /** Returns the number of rows that a scan has given to Spark. */
  public static long rows(BatchScanExec scan) {
    return scan.metrics().apply("numOutputRows").value();
  }

  /** Returns whether the first scan of a query aggregates its rows. */
  public static boolean isAggregated(Dataset<Row> query) {
    return scan(query).scan().description().contains("Aggregates: ");
  }

  /** Returns the scans of the optimized logical plan, from left to right. */
  public static List<Scan> scansOfOptimizedPlan(Dataset<Row> query) {
    List<Scan> scans = new ArrayList<>();
    collect(query.queryExecution().optimizedPlan(), scans);
    return scans;
  }

  private static void collect(LogicalPlan plan, List<Scan> scans) {
    if (plan instanceof DataSourceV2ScanRelation relation) {
      scans.add(relation.scan());
    }
    CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, scans));
  }

  private static void collectNodes(SparkPlan plan, List<SparkPlan> nodes) {
    nodes.add(plan);
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      collectNodes(adaptive.executedPlan(), nodes);
    } else if (plan instanceof QueryStageExec stage) {
      collectNodes(stage.plan(), nodes);
    }
    CollectionConverters.asJava(plan.children()).forEach(child -> collectNodes(child, nodes));
  }
}
