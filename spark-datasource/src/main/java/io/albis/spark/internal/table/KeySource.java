// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.scan.AlbisScan;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.execution.dynamicpruning.PartitionPruning$;
import scala.jdk.javaapi.CollectionConverters;

/** The keys of one side of a join, by which a scan on the other side leaves out rows. */
sealed interface KeySource permits BroadcastKeys, BloomKeys {

  /** Returns a condition that is true for all values that are keys, and false for most others. */
  Expression test(Expression value);

  /** The share of rows of the other side that most likely have a key, from 0 to 1. */
  double share();

  /**
   * Whether a scan most likely saves more than testing its rows costs.
   *
   * @param broadcasts keys of the scan that leave out some of its rows anyway
   */
  boolean isWorthwhile(AlbisScan scan, List<KeySource> broadcasts);

  /** The share of the rows of a plan that its filters are estimated to select, from 0 to 1. */
  static double share(LogicalPlan plan) {
    double share = 1;
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      share *= share(child);
    }
    if (plan instanceof Filter filter
        && PartitionPruning$.MODULE$.isLikelySelective(filter.condition())) {
      return share * AlbisScan.UNKNOWN_SHARE;
    }
    return plan instanceof DataSourceV2ScanRelation relation
            && relation.scan() instanceof AlbisScan scan
        ? scan.selectedRows() / Math.max(1, scan.tableRows())
        : share;
  }
}
