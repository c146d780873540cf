// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Leaf;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether statistics can be those of the rows they are said to be of (SPEC.md, section 14). */
final class StatisticsChecks {

  private StatisticsChecks() {}

  /** Checks everything that does not depend on types. */
  static void checkCounts(
      List<MetadataProtos.ColumnStatistics> statistics, long rows, Check check) {
    Set<Integer> ids = new HashSet<>();
    for (MetadataProtos.ColumnStatistics column : statistics) {
      check.positive("field id of statistics", column.getFieldId());
      check.that(
          ids.add(column.getFieldId()), "field id of statistics", "once", column.getFieldId());
      checkCounts(column, rows, check);
    }
  }

  /** The expectation is formatted only on failure, since this runs for every segment of a scan. */
  private static void checkCounts(MetadataProtos.ColumnStatistics column, long rows, Check check) {
    long nulls = column.getNullCount();
    if (nulls < 0 || nulls > rows) {
      throw check.corrupt("null count", "0 to " + rows, nulls);
    }
    long nans = column.getNanCount();
    if (nans < 0 || nans > rows - nulls) {
      throw check.corrupt("NaN count", "0 to " + (rows - nulls), nans);
    }
    check.notNegative("value bytes", column.getValueBytes());
    check.that(
        column.getHasMinMax() || (column.getMin().isEmpty() && column.getMax().isEmpty()),
        "min and max",
        "none where has_min_max is false",
        "some");
  }

  /** Checks the statistics of a segment against its leaves. */
  static void check(
      List<MetadataProtos.ColumnStatistics> statistics, List<Leaf> leaves, long rows, Check check) {
    check.equal("number of statistics", leaves.size(), statistics.size());
    for (int i = 0; i < leaves.size(); i++) {
      Leaf leaf = leaves.get(i);
      MetadataProtos.ColumnStatistics column = statistics.get(i);
      // Ids of leaves are positive and unique.
      check.equal("field id of statistics", leaf.id(), column.getFieldId());
      checkCounts(column, rows, check);
      if (!leaf.nullable() && column.getNullCount() != 0) {
        throw check.corrupt(
            "null count of " + leaf.path(), "0 since it is required", column.getNullCount());
      }
      if (column.getHasMinMax()) {
        checkBounds(leaf, column, check);
      }
    }
  }

  private static void checkBounds(Leaf leaf, MetadataProtos.ColumnStatistics column, Check check) {
    if (ValueOrder.of(leaf.type()) == ValueOrder.NONE) {
      throw check.corrupt(
          "statistics of " + leaf.path(), "no min and max for " + leaf.type(), "some");
    }
    if (leaf.type().isVariableLength()) {
      return;
    }
    int width = leaf.type().fixedWidth();
    if (column.getMin().size() != width) {
      throw check.corrupt("length of min of " + leaf.path(), width, column.getMin().size());
    }
    if (column.getMax().size() != width) {
      throw check.corrupt("length of max of " + leaf.path(), width, column.getMax().size());
    }
  }
}
