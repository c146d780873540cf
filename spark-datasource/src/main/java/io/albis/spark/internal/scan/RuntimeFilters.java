// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Schema;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ScanMetrics;
import io.albis.reader.Split;
import io.albis.spark.internal.metric.MetricTotals;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanPartition.Rows;
import io.albis.spark.internal.source.OpenDatasets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.filter.Or;

/**
 * Conditions that are known only when the query runs, such as the keys of the other side of a join.
 * They skip row groups when partitions are planned, and segments when they are read. Immutable.
 *
 * @param pruning null if there is none
 * @param pushed the predicates of which {@code pruning} consists
 */
record RuntimeFilters(
    Predicate pruning, List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed) {

  /** No condition. */
  static final RuntimeFilters NONE = new RuntimeFilters(null, List.of());

  /**
   * Adds conditions on rows.
   *
   * @param predicates those that cannot be translated are left out
   */
  RuntimeFilters and(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates, Schema schema) {
    RuntimeFilters all = this;
    for (org.apache.spark.sql.connector.expressions.filter.Predicate predicate : predicates) {
      PushedPredicates translated =
          PushedPredicates.of(
              new org.apache.spark.sql.connector.expressions.filter.Predicate[] {
                withNulls(predicate)
              },
              schema);
      if (translated.pushed().length > 0) {
        all = all.and(Predicate.and(translated.exact(), translated.pruning()), List.of(predicate));
      }
    }
    return all;
  }

  /**
   * A filter for the rows of a statement that changes them lists values of all these rows: if null
   * is among the values, rows with null are among the rows.
   */
  private static org.apache.spark.sql.connector.expressions.filter.Predicate withNulls(
      org.apache.spark.sql.connector.expressions.filter.Predicate predicate) {
    Expression[] children = predicate.children();
    boolean hasNull =
        predicate.name().equals("IN")
            && Arrays.stream(children)
                .anyMatch(child -> child instanceof Literal<?> value && value.value() == null);
    return hasNull
        ? new Or(
            predicate,
            new org.apache.spark.sql.connector.expressions.filter.Predicate(
                "IS_NULL", new Expression[] {children[0]}))
        : predicate;
  }

  /**
   * Adds a condition on partitions.
   *
   * @param condition null for none
   * @param predicates of which it was made
   */
  RuntimeFilters and(
      Predicate condition,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> predicates) {
    if (condition == null) {
      return this;
    }
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> all = new ArrayList<>(pushed);
    all.addAll(predicates);
    return new RuntimeFilters(
        pruning == null ? condition : Predicate.and(pruning, condition), List.copyOf(all));
  }

  /**
   * Drops rows, and partitions without rows. Partitions keep their keys, hosts and order.
   *
   * @param number of this filter, for the partitions
   * @param skipped gets what is not read
   */
  List<ScanPartition> prune(
      List<ScanPartition> partitions, ReadSpec spec, int number, MetricTotals skipped) {
    if (pruning == null) {
      return partitions;
    }
    Map<Rows, Rows> kept = prunedRows(partitions, spec, skipped);
    List<ScanPartition> pruned = new ArrayList<>();
    for (ScanPartition partition : partitions) {
      List<Rows> rows = partition.rows().stream().filter(kept::containsKey).map(kept::get).toList();
      if (!rows.isEmpty()) {
        pruned.add(partition.prunedTo(rows, number));
      }
    }
    return pruned;
  }

  /** Returns what is left of the rows, without those of which nothing is left. */
  private Map<Rows, Rows> prunedRows(
      List<ScanPartition> partitions, ReadSpec spec, MetricTotals skipped) {
    Map<Rows, Rows> kept = new LinkedHashMap<>();
    for (int i = 0; i < spec.sources().size(); i++) {
      try (OpenDatasets.Lease lease = OpenDatasets.acquire(spec.sources().get(i))) {
        DatasetScan scan = spec.pruneBy(pruning).scan(lease);
        List<Split> shortened = new ArrayList<>();
        for (ScanPartition partition : partitions) {
          for (Rows rows : partition.rows()) {
            if (rows.source() == i) {
              for (Split left : scan.prune(List.of(rows.split()))) {
                rows.within(left).ifPresent(range -> kept.put(rows, range));
                shortened.add(left);
              }
            }
          }
        }
        skipped.add(scan.metrics());
        skipped.subtract(skippedInside(spec.pruneBy(pruning).scan(lease), shortened));
      }
    }
    return kept;
  }

  /** What lies between the first and the last rows that are left: tasks skip it, and count it. */
  private static ScanMetrics skippedInside(DatasetScan scan, List<Split> shortened) {
    scan.prune(shortened);
    return scan.metrics();
  }
}
