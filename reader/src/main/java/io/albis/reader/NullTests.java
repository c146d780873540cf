// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.util.ArrayList;
import java.util.List;

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
    long maxRows = Long.MAX_VALUE;
    List<Predicate> others = new ArrayList<>();
    for (Predicate condition : required) {
      long rows = rows(condition, scan);
      if (rows < 0) {
        others.add(condition);
      } else {
        maxRows = Math.min(maxRows, rows);
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

  /** The number of rows that meet a condition; -1 if it does not test a leaf for null. */
  private static long rows(Predicate condition, DatasetScan scan) {
    boolean wantsNull = condition.operator() == Predicate.Operator.IS_NULL;
    if (!wantsNull && condition.operator() != Predicate.Operator.IS_NOT_NULL) {
      return -1;
    }
    List<ColumnSummary> leaves = scan.statistics(List.of(condition.column())).columns();
    if (leaves.size() != 1 || !leaves.get(0).path().equals(condition.column())) {
      return -1;
    }
    ColumnSummary leaf = leaves.get(0);
    return wantsNull ? leaf.nullCount() : leaf.rowCount() - leaf.nullCount();
  }

  boolean isEmpty() {
    return scan == null;
  }
}
