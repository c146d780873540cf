// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.filter.StatisticsFilter;
import io.albis.reader.internal.io.ExtentReader;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Decides from statistics whether row groups and segments can have rows that match a filter. */
public final class RowGroupStatistics {

  private RowGroupStatistics() {}

  /**
   * Whether rows of a row group may match the filter, according to its statistics in the manifest.
   * Opens no data file.
   */
  public static boolean mayMatch(ScanPlan plan, RowGroups rowGroups, RowGroupRef rowGroup) {
    if (plan.filter() == null) {
      return true;
    }
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, rowGroup.rowCount());
    for (ScanPlan.Group group : plan.groups()) {
      if (group.filtered().isEmpty()) {
        continue;
      }
      Optional<Extent> extent = rowGroups.extent(rowGroup, group.id());
      if (extent.isPresent()) {
        collect(plan, group, extent.get().statistics(), statistics);
      } else {
        for (int ordinal : group.filtered()) {
          statistics[ordinal] = defaultStatistics(plan, ordinal, rowGroup.rowCount());
        }
      }
    }
    return StatisticsFilter.mayMatch(plan.filter(), statistics, rows);
  }

  private static void collect(
      ScanPlan plan,
      ScanPlan.Group group,
      List<ColumnStatistics> from,
      ColumnStatistics[] statistics) {
    for (ColumnStatistics column : from) {
      for (int ordinal : group.filtered()) {
        if (plan.leaves().get(ordinal).id() == column.fieldId()) {
          statistics[ordinal] = column;
        }
      }
    }
  }

  /** Statistics of a leaf that is not stored; null if they are unknown. */
  private static ColumnStatistics defaultStatistics(ScanPlan plan, int ordinal, long rows) {
    Leaf leaf = plan.leaves().get(ordinal);
    if (plan.field(leaf.id()).defaultValue().isPresent()) {
      return null;
    }
    return new ColumnStatistics(leaf.id(), rows, 0, 0, null);
  }

  /**
   * Whether rows of a batch may match the filter, according to the statistics of its segments.
   *
   * @param readers per group of the plan: the reader of its extent, null if it is not stored
   * @param segments per group: the segment that contains the rows
   * @param rowCount number of rows in the batch
   */
  public static boolean mayMatch(
      ScanPlan plan, ExtentReader[] readers, int[] segments, long rowCount) {
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, rowCount);
    for (int g = 0; g < readers.length; g++) {
      ScanPlan.Group group = plan.groups().get(g);
      if (group.filtered().isEmpty()) {
        continue;
      }
      if (readers[g] == null) {
        for (int ordinal : group.filtered()) {
          statistics[ordinal] = defaultStatistics(plan, ordinal, rowCount);
        }
        continue;
      }
      // The batch may cover only part of the segment that the statistics describe.
      Segment segment = readers[g].segment(segments[g]);
      for (int ordinal : group.filtered()) {
        rows[ordinal] = segment.rowCount();
      }
      collect(plan, group, segment.statistics(), statistics);
    }
    return StatisticsFilter.mayMatch(plan.filter(), statistics, rows);
  }
}
