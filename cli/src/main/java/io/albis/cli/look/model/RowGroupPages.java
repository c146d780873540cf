// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import io.albis.cli.look.model.Page.Heading;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.reader.ColumnSummary;
import io.albis.reader.Dataset;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.RowGroupLayout;
import io.albis.reader.TableLayout.SegmentLayout;
import io.albis.tools.output.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Pages of row groups, their extents, and the segments of these. */
final class RowGroupPages {

  private final Opened opened;
  private final Dataset dataset;

  RowGroupPages(Opened opened) {
    this.opened = opened;
    this.dataset = opened.dataset();
  }

  /** Returns all row groups. */
  Page list() {
    List<RowGroupInfo> summaries = new ArrayList<>();
    dataset.scan().visitRowGroups(List.of(), summaries::add);
    return new ListPage<>(
            "row groups",
            List.of(
                Heading.number("row group"),
                Heading.number("first row"),
                Heading.number("rows"),
                Heading.number("sort order"),
                Heading.text("partition")),
            summaries,
            summary ->
                ListPage.cells(
                    summary.number(),
                    Quantities.count(summary.firstRow()),
                    Quantities.count(summary.rowCount()),
                    summary.sortOrderId() == 0 ? null : summary.sortOrderId(),
                    partition(summary.partition())))
        .opening(this::extents);
  }

  private String partition(PartitionTuple partition) {
    return dataset.partitionValues(partition).stream()
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  private Page extents(RowGroupInfo rowGroup) {
    RowGroupLayout layout = dataset.rowGroupLayout(rowGroup.firstRow());
    Map<Integer, String> columns = columnsByGroup();
    return new ListPage<>(
            "row group " + rowGroup.number(),
            List.of(
                Heading.number("group"),
                Heading.text("columns"),
                Heading.text("data file"),
                Heading.number("offset"),
                Heading.number("bytes"),
                Heading.number("padding"),
                Heading.number("segments")),
            layout.extents(),
            extent ->
                ListPage.cells(
                    extent.columnGroupId(),
                    columns.getOrDefault(extent.columnGroupId(), "not current"),
                    extent.path(),
                    extent.offset(),
                    Quantities.bytes(extent.length()),
                    Quantities.bytes(extent.overheadBytes()),
                    extent.segments().size()))
        .opening(extent -> segments(rowGroup, extent));
  }

  private Map<Integer, String> columnsByGroup() {
    Map<Integer, String> paths =
        dataset.schema().leaves().stream().collect(Collectors.toMap(Leaf::id, Leaf::path));
    return dataset.columnGroups().stream()
        .collect(
            Collectors.toMap(
                group -> group.id(),
                group ->
                    group.leafIds().stream()
                            .limit(4)
                            .map(id -> paths.getOrDefault(id, "dropped"))
                            .collect(Collectors.joining(", "))
                        + (group.leafCount() > 4 ? ", \u2026" : "")));
  }

  /** A column of a segment; without statistics if none of its columns is in the schema. */
  private record SegmentColumn(int number, SegmentLayout segment, ColumnSummary statistics) {}

  private Page segments(RowGroupInfo rowGroup, ExtentLayout extent) {
    List<List<ColumnSummary>> statistics =
        dataset.segmentStatistics(rowGroup.firstRow(), extent.columnGroupId());
    List<SegmentColumn> lines = new ArrayList<>();
    for (int i = 0; i < extent.segments().size(); i++) {
      SegmentLayout segment = extent.segments().get(i);
      if (statistics.get(i).isEmpty()) {
        lines.add(new SegmentColumn(i, segment, null));
      }
      for (ColumnSummary column : statistics.get(i)) {
        lines.add(new SegmentColumn(i, segment, column));
      }
    }
    List<Heading> headings =
        new ArrayList<>(
            List.of(
                Heading.number("segment"),
                Heading.number("offset"),
                Heading.number("bytes"),
                Heading.number("rows"),
                Heading.text("column")));
    headings.addAll(StatisticsPages.HEADINGS);
    return new ListPage<>("group " + extent.columnGroupId(), headings, lines, RowGroupPages::cells)
        .opening(line -> bytes(extent, line));
  }

  private static List<String> cells(SegmentColumn line) {
    SegmentLayout segment = line.segment();
    Object[] place = {
      line.number(),
      segment.offset(),
      Quantities.bytes(segment.length()),
      Quantities.count(segment.rowCount()),
      line.statistics() == null ? "not in the schema" : line.statistics().path()
    };
    return line.statistics() == null
        ? ListPage.cells(place[0], place[1], place[2], place[3], place[4], "", "", "", "", "")
        : StatisticsPages.cells(line.statistics(), place);
  }

  private Page bytes(ExtentLayout extent, SegmentColumn line) {
    long offset = extent.offset() + line.segment().offset();
    return new BytesPage(opened, extent.path(), offset, line.segment().length());
  }
}
