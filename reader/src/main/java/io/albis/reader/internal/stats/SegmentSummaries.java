// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.stats;

import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnSummary;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Statistics of the segments of an extent. */
public final class SegmentSummaries {

  private SegmentSummaries() {}

  /**
   * Summarizes each segment, in order.
   *
   * @param columnGroupId of the extent
   * @return of each segment, its columns that are in the schema; none if there is no such extent
   */
  public static List<List<ColumnSummary>> of(
      TableRowGroups rowGroups, RowGroupRef rowGroup, int columnGroupId) {
    SectionReader manifest = rowGroups.manifest(rowGroup.manifest());
    manifest.load(IntStream.of(columnGroupId));
    ColumnGroupSection section = manifest.section(columnGroupId);
    int index = section == null ? -1 : section.find(rowGroup.index());
    if (index < 0) {
      return List.of();
    }
    Extent extent = rowGroups.withSegments(rowGroup, columnGroupId, section.extent(index));
    Schema schema = rowGroups.snapshot().schema().schema();
    List<List<ColumnSummary>> summaries = new ArrayList<>();
    for (Segment segment : extent.segments()) {
      summaries.add(of(schema, segment.statistics(extent.layout()), segment.rowCount()));
    }
    return summaries;
  }

  private static List<ColumnSummary> of(
      Schema schema, List<ColumnStatistics> statistics, long rows) {
    List<ColumnSummary> columns = new ArrayList<>();
    for (ColumnStatistics one : statistics) {
      if (schema.hasLeaf(one.fieldId())) {
        Leaf leaf = schema.leaf(one.fieldId());
        if (!leaf.isPresence()) {
          columns.add(ColumnSummaries.summary(leaf, one, rows));
        }
      }
    }
    return columns;
  }
}
