// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.reader.internal.filter.StatisticsFilter;
import io.albis.reader.internal.table.TableRowGroups;
import java.util.Arrays;
import java.util.List;

/**
 * Decides from statistics whether manifests, row groups and segments can have rows that match a
 * filter.
 */
public final class RowGroupStatistics {

  private RowGroupStatistics() {}

  /**
   * Whether rows of a manifest may match the filter, according to the bounds in the snapshot. Reads
   * nothing.
   */
  public static boolean mayMatch(ScanPlan plan, TableRowGroups rowGroups, int manifest) {
    if (plan.filter() == null) {
      return true;
    }
    ManifestRef ref = rowGroups.manifestRef(manifest);
    if (!plan.partitions().mayMatch(ref.partitionBounds())) {
      return false;
    }
    List<ColumnStatistics> bounds = ref.bounds();
    if (bounds.isEmpty()) {
      return true;
    }
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    for (int ordinal : plan.filtered()) {
      Leaf leaf = plan.leaves().get(ordinal);
      for (ColumnStatistics column : bounds) {
        if (column.fieldId() == leaf.id()) {
          requireValid(column, leaf, ref, rowGroups);
          statistics[ordinal] = column;
        }
      }
    }
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, ref.rowCount());
    return StatisticsFilter.mayMatch(plan.filter(), statistics, rows);
  }

  private static void requireValid(
      ColumnStatistics column, Leaf leaf, ManifestRef ref, TableRowGroups rowGroups) {
    String file = TablePaths.snapshot(rowGroups.snapshot().id());
    String of = " of " + leaf.path() + " in manifest " + ref.path();
    if (column.nullCount() < 0
        || column.nanCount() < 0
        || column.nullCount() > ref.rowCount() - column.nanCount()) {
      throw new CorruptFileException(
          file,
          -1,
          "number of nulls and NaN" + of,
          "0 to " + ref.rowCount(),
          column.nullCount() + " and " + column.nanCount());
    }
    Type type = leaf.type();
    if (column.hasMinMax()
        && (!PlainEncoding.isValidLength(type, column.bounds().min().length)
            || !PlainEncoding.isValidLength(type, column.bounds().max().length))) {
      throw new CorruptFileException(
          file, -1, "length of bounds" + of, "that of values of " + type, column.bounds());
    }
  }

  /**
   * Whether rows of a row group may match the filter, according to its statistics in the manifest,
   * and are in the sample. Opens no data file.
   */
  static boolean mayMatch(ScanPlan plan, StoredLeaves stored) {
    if (!plan.sample().has(stored.rowGroup().number(), stored::dataFile)) {
      return false;
    }
    if (plan.filter() == null) {
      return true;
    }
    return plan.partitions().mayMatch(stored.partition())
        && StatisticsFilter.mayMatch(plan.filter(), statistics(plan, stored), rows(plan, stored));
  }

  /**
   * Whether all rows of a row group surely match the filter of the scan, according to its
   * statistics in the manifest, and are in the sample. Opens no data file.
   */
  static boolean matchesAll(ScanPlan plan, StoredLeaves stored) {
    return plan.rowSample() == null
        && (plan.rowFilter() == null
            || StatisticsFilter.matchesAll(
                plan.rowFilter(), statistics(plan, stored), rows(plan, stored)));
  }

  /** Whether a scan surely returns all rows of a row group, but for a limit. */
  static boolean returnsAll(ScanPlan plan, StoredLeaves stored) {
    return plan.rowSample() == null
        && (plan.filter() == null
            || StatisticsFilter.matchesAll(
                plan.filter(), statistics(plan, stored), rows(plan, stored)));
  }

  private static long[] rows(ScanPlan plan, StoredLeaves stored) {
    long[] rows = new long[plan.leaves().size()];
    Arrays.fill(rows, stored.rowGroup().rowCount());
    return rows;
  }

  private static ColumnStatistics[] statistics(ScanPlan plan, StoredLeaves stored) {
    stored.find(plan.filtered());
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    for (int ordinal : plan.filtered()) {
      int g = stored.group(ordinal);
      statistics[ordinal] =
          g < 0
              ? statisticsOfMissing(plan, ordinal, stored.rowGroup().rowCount())
              : stored.extent(g).statistics().get(stored.position(ordinal));
    }
    return statistics;
  }

  /** Statistics of a leaf that is not stored; null if they are unknown. */
  private static ColumnStatistics statisticsOfMissing(ScanPlan plan, int ordinal, long rows) {
    Leaf leaf = plan.leaves().get(ordinal);
    if (PlainDefaults.initialOf(plan.field(leaf.id())).isPresent()) {
      return null;
    }
    return new ColumnStatistics(leaf.id(), rows, 0, 0, null);
  }

  /** The segment of a group of the plan that contains the rows in question. */
  public interface SegmentOf {
    /** The segment. Only called for groups in which leaves are stored. */
    Segment segment(int group);
  }

  /**
   * Whether rows of a batch may match the filter, according to the statistics of its segments.
   *
   * @param segments the segments that contain the rows
   * @param rowCount number of rows in the batch
   */
  public static boolean mayMatch(
      ScanPlan plan, StoredLeaves stored, SegmentOf segments, long rowCount) {
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, rowCount);
    for (int ordinal : plan.filtered()) {
      int g = stored.group(ordinal);
      if (g < 0) {
        statistics[ordinal] = statisticsOfMissing(plan, ordinal, rowCount);
        continue;
      }
      // The batch may cover only part of the segment that the statistics describe.
      Segment segment = segments.segment(g);
      rows[ordinal] = segment.rowCount();
      statistics[ordinal] =
          segment.statistics(stored.extent(g).layout()).get(stored.position(ordinal));
    }
    return StatisticsFilter.mayMatch(plan.filter(), statistics, rows);
  }
}
