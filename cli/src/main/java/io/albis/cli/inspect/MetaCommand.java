// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.reader.Table;
import io.albis.reader.info.SnapshotInfo;
import io.albis.reader.info.TableLayout;
import io.albis.reader.info.TableLayout.ExtentLayout;
import io.albis.reader.info.TableLayout.RowGroupLayout;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis meta}: shows the physical layout of a table. */
@Command(
    name = "meta",
    description = "Shows the row groups, column groups, segments, bytes and padding of a table.")
public final class MetaCommand extends TableCommand {

  /** A column group, printed as JSON. */
  private record Group(
      int id,
      String layout,
      List<String> columns,
      long files,
      long segments,
      long fileBytes,
      long segmentBytes,
      long valueBytes) {}

  private record Meta(
      String table,
      long snapshotId,
      long rows,
      Map<String, String> properties,
      List<Group> columnGroups,
      List<RowGroupLayout> rowGroups) {}

  @Option(names = "--segments", description = "List every segment.")
  private boolean segments;

  /** Called by the command-line parser. */
  public MetaCommand() {}

  @Override
  int run(Table table) {
    TableLayout layout = table.layout();
    List<Group> groups = new ArrayList<>();
    for (ColumnGroup group : layout.columnGroups()) {
      groups.add(group(table, layout, group));
    }
    SnapshotInfo snapshot = table.snapshot();
    if (isJson()) {
      printJson(
          new Meta(
              table.uri(),
              snapshot.id(),
              table.rowCount(),
              table.properties(),
              groups,
              layout.rowGroups()));
      return ExitCodes.OK;
    }
    out()
        .printf(
            "%s: snapshot %d (%s), %s rows, %d row groups, %s%n",
            table.uri(),
            snapshot.id(),
            snapshot.operation(),
            Quantities.count(table.rowCount()),
            layout.rowGroups().size(),
            Quantities.bytes(snapshot.dataBytes()));
    table.properties().forEach((key, value) -> out().printf("property %s = %s%n", key, value));
    out().println();
    printGroups(groups);
    out().println();
    printRowGroups(layout);
    if (segments) {
      out().println();
      printSegments(layout);
    }
    return ExitCodes.OK;
  }

  private static Group group(Table table, TableLayout layout, ColumnGroup group) {
    List<String> columns = new ArrayList<>();
    for (int id : group.leafIds()) {
      for (Leaf leaf : table.schema().leaves()) {
        if (leaf.id() == id) {
          columns.add(leaf.path());
        }
      }
    }
    long files = 0;
    long count = 0;
    long fileBytes = 0;
    long segmentBytes = 0;
    long valueBytes = 0;
    for (RowGroupLayout rowGroup : layout.rowGroups()) {
      for (ExtentLayout extent : rowGroup.extents()) {
        if (extent.columnGroupId() == group.id()) {
          files++;
          count += extent.segments().size();
          fileBytes += extent.length();
          segmentBytes += extent.segmentBytes();
          valueBytes += extent.valueBytes();
        }
      }
    }
    return new Group(
        group.id(),
        group.layout().name().toLowerCase(Locale.ROOT),
        columns,
        files,
        count,
        fileBytes,
        segmentBytes,
        valueBytes);
  }

  private void printGroups(List<Group> groups) {
    TextTable text =
        new TextTable()
            .number("group")
            .text("layout")
            .number("files")
            .number("segments")
            .number("bytes")
            .number("padding")
            .number("density")
            .text("columns");
    for (Group group : groups) {
      text.row(
          group.id(),
          group.layout(),
          Quantities.count(group.files()),
          Quantities.count(group.segments()),
          Quantities.bytes(group.fileBytes()),
          Quantities.bytes(group.fileBytes() - group.segmentBytes()),
          percent(group.valueBytes(), group.fileBytes()),
          columns(group.columns()));
    }
    text.print(out());
  }

  /**
   * The share of values in the bytes of a file; the rest is nulls, offsets, padding and footers.
   */
  private static String percent(long part, long whole) {
    return whole == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }

  private static String columns(List<String> columns) {
    int shown = Math.min(6, columns.size());
    String text = String.join(", ", columns.subList(0, shown));
    return shown < columns.size() ? text + ", and " + (columns.size() - shown) + " more" : text;
  }

  private void printRowGroups(TableLayout layout) {
    TextTable text =
        new TextTable()
            .number("row group")
            .number("rows")
            .number("files")
            .number("bytes")
            .text("directory");
    for (RowGroupLayout rowGroup : layout.rowGroups()) {
      List<ExtentLayout> extents = rowGroup.extents();
      String path = extents.isEmpty() ? "" : extents.get(0).path();
      text.row(
          rowGroup.number(),
          Quantities.count(rowGroup.rowCount()),
          extents.size(),
          Quantities.bytes(extents.stream().mapToLong(ExtentLayout::length).sum()),
          path.substring(0, Math.max(0, path.lastIndexOf('/'))));
    }
    text.print(out());
  }

  private void printSegments(TableLayout layout) {
    TextTable text =
        new TextTable()
            .text("file")
            .number("segment")
            .number("offset")
            .number("bytes")
            .number("rows");
    for (RowGroupLayout rowGroup : layout.rowGroups()) {
      for (ExtentLayout extent : rowGroup.extents()) {
        for (int k = 0; k < extent.segments().size(); k++) {
          TableLayout.SegmentLayout segment = extent.segments().get(k);
          text.row(
              extent.path(),
              k,
              extent.offset() + segment.offset(),
              segment.length(),
              Quantities.count(segment.rowCount()));
        }
      }
    }
    text.print(out());
  }
}
