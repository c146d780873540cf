// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import io.albis.cli.command.StorageArguments;
import io.albis.cli.look.model.ListPage.Entry;
import io.albis.cli.look.model.Page.Heading;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Nesting;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.tools.output.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Pages of a table or file as a whole. */
public final class DatasetPages {

  private final Opened opened;
  private final Dataset dataset;

  private DatasetPages(Opened opened) {
    this.opened = opened;
    this.dataset = opened.dataset();
  }

  /**
   * Returns the first page.
   *
   * @param dataset the table or file; stays open as long as pages are used, and is not closed
   * @param uri its name, as given by the user
   */
  public static Page of(Dataset dataset, String uri, StorageArguments options) {
    return new DatasetPages(new Opened(dataset, uri, options)).overview(uri);
  }

  private Page overview(String title) {
    StatisticsPages statistics = new StatisticsPages(dataset);
    RowGroupPages rowGroups = new RowGroupPages(opened);
    List<Entry> entries = new ArrayList<>();
    entries.add(
        new Entry(
            "values",
            Quantities.count(dataset.rowCount()) + " rows",
            () -> new ValuesPage(dataset, "values")));
    entries.add(new Entry("columns", count(dataset.schema().fields().size()), this::columns));
    entries.add(new Entry("statistics", "nulls and bounds of columns", statistics::columns));
    if (dataset instanceof Table table) {
      SnapshotInfo snapshot = table.snapshot();
      entries.add(
          new Entry(
              "row groups",
              Quantities.count(snapshot.rowGroupCount())
                  + ", "
                  + Quantities.bytes(snapshot.dataBytes()),
              rowGroups::list));
    } else {
      entries.add(
          new Entry(
              "row groups",
              Quantities.count(((AlbisFile) dataset).rowGroupCount()),
              rowGroups::list));
    }
    entries.add(
        new Entry("column groups", count(dataset.columnGroups().size()), this::columnGroups));
    if (dataset instanceof Table table) {
      entries.add(
          new Entry(
              "snapshots",
              "this is snapshot " + table.snapshot().id() + ", " + table.snapshot().timestamp(),
              () -> snapshots(table)));
    }
    entries.add(new Entry("properties", count(dataset.properties().size()), this::properties));
    return ListPage.menu(title, entries);
  }

  private static String count(int number) {
    return Quantities.count(number);
  }

  private Page columns() {
    List<Column> columns = new ArrayList<>();
    add(columns, dataset.schema().fields(), "");
    return new ListPage<>(
            "columns",
            List.of(
                Heading.number("id"),
                Heading.text("column"),
                Heading.text("type"),
                Heading.text("nulls"),
                Heading.text("description")),
            columns,
            column ->
                ListPage.cells(
                    column.field().id(),
                    column.path(),
                    column.isStruct() ? "struct" : column.field().type(),
                    column.field().nullable() ? "allowed" : "none",
                    column.field().doc()))
        .opening(
            column ->
                column.isStruct() ? null : new StatisticsPages(dataset).rowGroups(column.path()));
  }

  /** A field and its path, for people. */
  private record Column(String path, Field field) {

    boolean isStruct() {
      return field.type().nesting() == Nesting.STRUCT;
    }
  }

  private static void add(List<Column> columns, List<Field> fields, String prefix) {
    for (Field field : fields) {
      Column column = new Column(prefix + Field.quote(field.name()), field);
      columns.add(column);
      if (column.isStruct()) {
        add(columns, field.type().children(), column.path() + ".");
      }
    }
  }

  private Page columnGroups() {
    Map<Integer, String> paths =
        dataset.schema().leaves().stream().collect(Collectors.toMap(Leaf::id, Leaf::path));
    return new ListPage<>(
            "column groups",
            List.of(
                Heading.number("group"),
                Heading.text("layout"),
                Heading.number("columns"),
                Heading.text("names")),
            dataset.columnGroups(),
            group ->
                ListPage.cells(
                    group.id(),
                    group.isRowLayout() ? "row" : "column",
                    group.leafCount(),
                    names(group, paths)))
        .opening(group -> columnsOf(group, paths));
  }

  private static String names(ColumnGroup group, Map<Integer, String> paths) {
    return group.leafIds().stream()
        .limit(MAX_NAMES)
        .map(id -> paths.getOrDefault(id, "dropped"))
        .collect(Collectors.joining(", "));
  }

  private static final int MAX_NAMES = 8;

  private Page columnsOf(ColumnGroup group, Map<Integer, String> paths) {
    return new ListPage<>(
            "group " + group.id(),
            List.of(Heading.number("id"), Heading.text("column"), Heading.text("type")),
            group.leafIds().stream().filter(paths::containsKey).toList(),
            id -> ListPage.cells(id, paths.get(id), dataset.schema().leaf(id).type()))
        .opening(
            id -> isPresence(id) ? null : new StatisticsPages(dataset).rowGroups(paths.get(id)));
  }

  private boolean isPresence(int leafId) {
    return dataset.schema().leaf(leafId).isPresence();
  }

  private Page properties() {
    return new ListPage<>(
        "properties",
        List.of(Heading.text("property"), Heading.text("value")),
        List.copyOf(new TreeMap<>(dataset.properties()).entrySet()),
        property -> ListPage.cells(property.getKey(), property.getValue()));
  }

  private Page snapshots(Table table) {
    List<SnapshotInfo> newestFirst = new ArrayList<>(table.snapshots());
    java.util.Collections.reverse(newestFirst);
    return new ListPage<>(
            "snapshots",
            List.of(
                Heading.number("id"),
                Heading.number("parent"),
                Heading.text("committed"),
                Heading.text("operation"),
                Heading.number("rows"),
                Heading.number("row groups"),
                Heading.number("data"),
                Heading.text("written by")),
            newestFirst,
            info ->
                ListPage.cells(
                    info.id(),
                    info.parentId() == 0 ? null : info.parentId(),
                    info.timestamp(),
                    info.operation(),
                    Quantities.count(info.rowCount()),
                    Quantities.count(info.rowGroupCount()),
                    Quantities.bytes(info.dataBytes()),
                    info.createdBy()))
        .opening(info -> at(info.id()));
  }

  private Page at(long snapshot) {
    Opened other = opened.at(snapshot);
    return new OwningPage(
        new DatasetPages(other).overview("snapshot " + snapshot), other.dataset());
  }
}
