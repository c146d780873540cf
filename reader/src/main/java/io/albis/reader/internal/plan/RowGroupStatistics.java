// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.io.ExtentReader;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Asks the filter of a plan whether statistics exclude a row group, or some segments of it. */
public final class RowGroupStatistics {

  private RowGroupStatistics() {}

  /**
   * Whether statistics of the row group leave room for rows that the filter takes; needs no data
   * file.
   */
  public static boolean mayMatch(ScanPlan plan, RowGroups rowGroups, RowGroupRef rowGroup) {
    if (plan.filter() == null) {
      return true;
    }
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, rowGroup.rowCount());
    for (ScanPlan.Group group : plan.groups()) {
      Optional<Extent> extent = rowGroups.extent(rowGroup, group.id());
      if (extent.isPresent()) {
        collect(plan, group, extent.get().statistics(), statistics);
      } else {
        for (int ordinal : group.ordinals()) {
          statistics[ordinal] = defaultStatistics(plan, ordinal, rowGroup.rowCount());
        }
      }
    }
    return plan.filter().mayMatch(statistics, rows);
  }

  private static void collect(
      ScanPlan plan,
      ScanPlan.Group group,
      List<ColumnStatistics> from,
      ColumnStatistics[] statistics) {
    for (ColumnStatistics column : from) {
      for (int ordinal : group.ordinals()) {
        if (plan.leaves().get(ordinal).id() == column.fieldId()) {
          statistics[ordinal] = column;
        }
      }
    }
  }

  /** What is known of a leaf that is not stored; null for nothing. */
  private static ColumnStatistics defaultStatistics(ScanPlan plan, int ordinal, long rows) {
    Leaf leaf = plan.leaves().get(ordinal);
    if (plan.field(leaf.id()).defaultValue().isPresent()) {
      return null;
    }
    return new ColumnStatistics(leaf.id(), rows, 0, 0, null);
  }

  /**
   * Whether statistics of segments leave room for rows that the filter takes.
   *
   * @param readers of the groups of the plan, null where there is no extent
   * @param segments of each, which have the rows
   * @param rowCount how many rows
   */
  public static boolean mayMatch(
      ScanPlan plan, ExtentReader[] readers, int[] segments, long rowCount) {
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, rowCount);
    for (int g = 0; g < readers.length; g++) {
      ScanPlan.Group group = plan.groups().get(g);
      if (readers[g] == null) {
        for (int ordinal : group.ordinals()) {
          statistics[ordinal] = defaultStatistics(plan, ordinal, rowCount);
        }
        continue;
      }
      // Statistics are of the whole segment, of which the batch may be a part.
      Segment segment = readers[g].segment(segments[g]);
      for (int ordinal : group.ordinals()) {
        rows[ordinal] = segment.rowCount();
      }
      collect(plan, group, segment.statistics(), statistics);
    }
    return plan.filter().mayMatch(statistics, rows);
  }
}
