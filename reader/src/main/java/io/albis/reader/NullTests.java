// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Those conditions of the filter of a scan that test a leaf for null: statistics know how many rows
 * meet them.
 *
 * @param maxRows number of rows that meet the strictest of them
 * @param scan the scan without them, which skips the same row groups; null if there are none
 */
record NullTests(long maxRows, DatasetScan scan) {

  /** Finds the conditions, of all that a filter requires. */
  static NullTests of(DatasetScan scan) {
    List<Predicate> required = new ArrayList<>();
    if (scan.predicate() != null) {
      addRequired(scan.predicate(), required);
    }
    Map<String, ColumnSummary> columns = tested(required, scan);
    long maxRows = Long.MAX_VALUE;
    List<Predicate> others = new ArrayList<>();
    for (Predicate condition : required) {
      ColumnSummary column = isNullTest(condition) ? columns.get(condition.column()) : null;
      if (column == null) {
        others.add(condition);
      } else {
        maxRows = Math.min(maxRows, rows(condition, column));
      }
    }
    if (others.size() == required.size()) {
      return new NullTests(maxRows, null);
    }
    Predicate left = others.isEmpty() ? null : Predicate.and(others);
    return new NullTests(maxRows, scan.filter(left).pruneBy(scan.predicate()));
  }

  private static void addRequired(Predicate predicate, List<Predicate> required) {
    if (predicate.operator() == Predicate.Operator.AND) {
      predicate.operands().forEach(operand -> addRequired(operand, required));
    } else {
      required.add(predicate);
    }
  }

  /** The statistics of leaves that are tested for null, by path. */
  private static Map<String, ColumnSummary> tested(List<Predicate> required, DatasetScan scan) {
    List<String> paths =
        required.stream().filter(NullTests::isNullTest).map(Predicate::column).distinct().toList();
    return paths.isEmpty()
        ? Map.of()
        : scan.statistics(paths).columns().stream()
            .collect(Collectors.toMap(ColumnSummary::path, column -> column, (one, same) -> one));
  }

  private static boolean isNullTest(Predicate condition) {
    return condition.operator() == Predicate.Operator.IS_NULL
        || condition.operator() == Predicate.Operator.IS_NOT_NULL;
  }

  private static long rows(Predicate condition, ColumnSummary column) {
    return condition.operator() == Predicate.Operator.IS_NULL
        ? column.nullCount()
        : column.rowCount() - column.nullCount();
  }

  boolean isEmpty() {
    return scan == null;
  }
}
