// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.metric.MetricTotals;
import io.albis.spark.internal.read.ScanPartition;
import java.util.List;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * How a scan is divided into partitions. Not changed once it is planned.
 *
 * @param partitions in row order, or, if they have keys, grouped by key
 * @param keys the transforms whose results are the keys of the partitions; empty if they have none
 * @param ordering of the rows of each partition; empty if there is none
 * @param metrics of the planning
 */
record ScanLayout(
    List<ScanPartition> partitions,
    List<Transform> keys,
    List<SortOrder> ordering,
    MetricTotals metrics) {

  /** The number of rows of all partitions. */
  long rowCount() {
    return partitions.stream()
        .flatMap(partition -> partition.rows().stream())
        .mapToLong(ScanPartition.Rows::rowCount)
        .sum();
  }
}
