// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.command.ColumnList;
import io.albis.cli.command.Datasets;
import io.albis.cli.picture.FileMap;
import io.albis.cli.picture.HtmlPicture;
import io.albis.cli.picture.LayoutPicture;
import io.albis.cli.picture.TextPicture;
import io.albis.format.internal.order.RequestRule;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.ReadOptions;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.reader.TableLayout;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.RowGroupLayout;
import io.albis.reader.TableLayout.SegmentLayout;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis meta}: shows the physical layout of a table or file. */
@Command(
    name = "meta",
    description = {
      "Shows the physical layout of a table or file: column groups, row groups, data files,",
      "and what their bytes are used for."
    },
    footer = {
      "",
      "The extent of a column group in a row group is a contiguous byte range of a data file.",
      "Other bytes of a data file are metadata (its schema, where segments lie, statistics),",
      "padding between extents, and extents that the table no longer uses."
    })
public final class MetaCommand extends DatasetCommand {

  private static final int MAX_NAMES = 6;

  private record Meta(
      String table,
      Long snapshotId,
      String fileId,
      long rows,
      Map<String, String> properties,
      List<GroupSizes> columnGroups,
      List<FileSizes> files,
      List<RowGroupLayout> rowGroups) {}

  @Option(names = "--extents", description = "List every extent.")
  private boolean extents;

  @Option(names = "--segments", description = "List every segment.")
  private boolean segments;

  @Option(names = "--picture", description = "Draw where the columns lie in the data files.")
  private boolean picture;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with the picture, in more detail.")
  private Path html;

  @Option(
      names = "--columns",
      paramLabel = "COLUMN,...",
      converter = ColumnList.Converter.class,
      description = "With --picture or --html: the columns that a scan reads (default: all).")
  private ColumnList columns = new ColumnList(List.of());

  @Option(
      names = "--before",
      paramLabel = "ID",
      description = "With --picture or --html: also draw this snapshot, to compare.")
  private Long before;

  @Override
  int run(Dataset dataset) throws IOException {
    if (picture || html != null) {
      draw(dataset);
      return ExitCodes.OK;
    }
    if (!columns.paths().isEmpty() || before != null) {
      throw usageError("--columns and --before require --picture or --html");
    }
    return print(dataset);
  }

  private void draw(Dataset dataset) throws IOException {
    RequestRule rule =
        RequestRule.of(storageOptions().requestCost(uri()), ReadOptions.DEFAULT_READ_SIZE);
    List<LayoutPicture> pictures = new ArrayList<>();
    if (before != null) {
      try (Dataset earlier = Datasets.open(uri(), before, storageOptions())) {
        pictures.add(LayoutPicture.of(origin(earlier), earlier, columns.paths(), rule));
      }
    }
    pictures.add(LayoutPicture.of(origin(dataset), dataset, columns.paths(), rule));
    if (picture) {
      TextPicture text = new TextPicture(out());
      pictures.forEach(text::print);
      text.printReads(pictures);
    }
    if (html != null) {
      HtmlPicture.write(html, pictures);
    }
  }

  private int print(Dataset dataset) {
    TableLayout layout = dataset.layout();
    List<GroupSizes> groups = GroupSizes.of(dataset, layout);
    List<FileSizes> files = FileSizes.of(layout);
    if (isJson()) {
      printJson(
          new Meta(
              dataset.uri(),
              dataset instanceof Table table ? table.snapshot().id() : null,
              dataset instanceof AlbisFile file ? file.fileId().toString() : null,
              dataset.rowCount(),
              dataset.properties(),
              groups,
              files,
              layout.rowGroups()));
      return ExitCodes.OK;
    }
    line(
        "%s: %s, %s rows, %s row groups, %s data files, %s",
        dataset.uri(),
        origin(dataset),
        Quantities.count(dataset.rowCount()),
        Quantities.count(layout.rowGroups().size()),
        Quantities.count(files.size()),
        Quantities.bytes(files.stream().mapToLong(FileSizes::length).sum()));
    dataset.properties().forEach((key, value) -> line("property %s = %s", key, value));
    printGroups(groups);
    printRowGroups(layout);
    printFiles(files);
    if (extents) {
      printExtents(layout, groups);
    }
    if (segments) {
      printSegments(layout);
    }
    return ExitCodes.OK;
  }

  private static String origin(Dataset dataset) {
    if (dataset instanceof Table table) {
      SnapshotInfo snapshot = table.snapshot();
      return "snapshot " + snapshot.id() + " (" + snapshot.operation() + ")";
    }
    AlbisFile file = (AlbisFile) dataset;
    return "file " + file.fileId() + " (written by " + file.createdBy() + ")";
  }

  private void printGroups(List<GroupSizes> groups) {
    TextTable text =
        new TextTable()
            .number("group")
            .text("layout")
            .text("state")
            .number("extents")
            .number("segments")
            .number("bytes")
            .number("padding")
            .number("density")
            .text("columns");
    for (GroupSizes group : groups) {
      text.row(
          group.id(),
          group.layout(),
          group.state(),
          Quantities.count(group.extents()),
          Quantities.count(group.segments()),
          Quantities.bytes(group.extentBytes()),
          Quantities.bytes(group.extentBytes() - group.segmentBytes()),
          percent(group.valueBytes(), group.extentBytes()),
          names(group.columns()));
    }
    print(text);
  }

  /** The share of values in the bytes of extents; the rest is nulls, offsets and padding. */
  private static String percent(long part, long whole) {
    return whole == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }

  private static String names(List<String> names) {
    int shown = Math.min(MAX_NAMES, names.size());
    String text = String.join(", ", names.subList(0, shown));
    return shown < names.size() ? text + ", and " + (names.size() - shown) + " more" : text;
  }

  private void printRowGroups(TableLayout layout) {
    TextTable text =
        new TextTable()
            .number("row group")
            .number("rows")
            .number("extents")
            .number("bytes")
            .text("data files");
    for (RowGroupLayout rowGroup : layout.rowGroups()) {
      List<ExtentLayout> stored = rowGroup.extents();
      List<String> paths = stored.stream().map(ExtentLayout::path).distinct().toList();
      text.row(
          rowGroup.number(),
          Quantities.count(rowGroup.rowCount()),
          Quantities.count(stored.size()),
          Quantities.bytes(stored.stream().mapToLong(ExtentLayout::length).sum()),
          paths.size() > 1 ? paths.get(0) + ", and " + (paths.size() - 1) + " more" : names(paths));
    }
    print(text);
  }

  private void printFiles(List<FileSizes> files) {
    TextTable text =
        new TextTable()
            .text("data file")
            .number("length")
            .number("row groups")
            .number("extents")
            .number("extent bytes")
            .number("other bytes");
    for (FileSizes file : files) {
      text.row(
          file.path(),
          Quantities.bytes(file.length()),
          Quantities.count(file.rowGroups()),
          Quantities.count(file.extents()),
          Quantities.bytes(file.extentBytes()),
          Quantities.bytes(file.otherBytes()));
    }
    print(text);
  }

  private void printExtents(TableLayout layout, List<GroupSizes> groups) {
    Map<Integer, List<String>> columns =
        groups.stream().collect(Collectors.toMap(GroupSizes::id, GroupSizes::columns));
    TextTable text =
        new TextTable()
            .text("data file")
            .number("offset")
            .number("bytes")
            .number("row group")
            .number("group")
            .number("segments")
            .text("columns");
    for (FileMap file : FileMap.of(layout)) {
      for (FileMap.Placed placed : file.extents()) {
        ExtentLayout extent = placed.extent();
        text.row(
            extent.path(),
            extent.offset(),
            extent.length(),
            placed.rowGroup(),
            extent.columnGroupId(),
            Quantities.count(extent.segments().size()),
            names(columns.getOrDefault(extent.columnGroupId(), List.of())));
      }
    }
    print(text);
  }

  private void printSegments(TableLayout layout) {
    TextTable text =
        new TextTable()
            .text("data file")
            .number("row group")
            .number("group")
            .number("segment")
            .number("offset")
            .number("bytes")
            .number("rows");
    for (RowGroupLayout rowGroup : layout.rowGroups()) {
      for (ExtentLayout extent : rowGroup.extents()) {
        for (int k = 0; k < extent.segments().size(); k++) {
          SegmentLayout segment = extent.segments().get(k);
          text.row(
              extent.path(),
              rowGroup.number(),
              extent.columnGroupId(),
              k,
              extent.offset() + segment.offset(),
              segment.length(),
              Quantities.count(segment.rowCount()));
        }
      }
    }
    print(text);
  }

  private void print(TextTable text) {
    out().println();
    text.print(out());
  }
}
