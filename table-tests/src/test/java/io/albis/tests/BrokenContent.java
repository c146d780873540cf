// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.BrokenTable.Part.ANY;

import io.albis.format.internal.schema.PlainEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What only a verifier notices: statistics, partitions, order, and values (SPEC.md, section 22).
 */
final class BrokenContent {

  private static final int ID = 1;
  private static final int NAME = 2;
  private static final int LIST = 3;
  private static final int TIME = 5;
  private static final int AMOUNT = 6;
  private static final int RATIO = 7;
  private static final int ROWS = BrokenBase.ROWS;

  /** Of a row: a word of null bits, a, t, q, and padding. */
  private static final int STRIDE = 32;

  private static final int Q = 24;

  private final List<BrokenTable> tables = new ArrayList<>();

  private BrokenContent() {}

  static List<BrokenTable> all() {
    BrokenContent all = new BrokenContent();
    all.statistics();
    all.statisticsOfTables();
    all.extents();
    all.partitions();
    all.padding();
    all.nulls();
    all.invalidValues();
    return all.tables;
  }

  private BrokenTable file(String name, String rule) {
    BrokenTable table = new BrokenTable(BrokenBase.FILE, name, rule);
    tables.add(table);
    return table.verifier().inData(ANY);
  }

  private BrokenTable table(String name, String rule) {
    BrokenTable table = new BrokenTable(BrokenBase.TABLE, name, rule);
    tables.add(table);
    return table.verifier();
  }

  /** Changes the statistics of the only row group and segment of a column group. */
  private static void statistics(
      ForgedTable table, int group, int leaf, Consumer<EditableMessage> edit) {
    table.inExtents(
        group,
        extent -> {
          edit.accept(extent.message("statistics", leaf));
          edit.accept(extent.message("segments", 0).message("statistics", leaf));
          long bytes =
              extent.messages("statistics").stream().mapToLong(s -> s.number("value_bytes")).sum();
          extent.set("value_bytes", bytes);
        });
  }

  private void statistics(String name, String rule, int group, Consumer<EditableMessage> edit) {
    file("statistics-" + name, rule).forge(t -> statistics(t, group, 0, edit));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void statistics() {
    statistics(
        "of-another-leaf", "Statistics are of the stored leaves.", NAME, s -> s.set("field_id", 3));
    statistics(
        "too-many-nulls",
        "There are at most as many nulls as rows.",
        NAME,
        s -> s.set("null_count", 5));
    statistics(
        "nulls-of-required",
        "A leaf that is not nullable has no nulls.",
        ID,
        s -> s.set("null_count", 1));
    statistics("nan-of-integer", "Only floats have NaN.", ID, s -> s.set("nan_count", 1));
    statistics(
        "bounds-of-list",
        "A list has no bounds.",
        LIST,
        s -> s.set("has_min_max", 1).set("min", new byte[2]).set("max", new byte[2]));
    statistics(
        "bound-length",
        "A bound has the length of the stored type.",
        ID,
        s -> s.set("min", new byte[3]));
    statistics(
        "bound-without-flag",
        "Without has_min_max, there are no bounds.",
        NAME,
        s -> s.clear("has_min_max"));
    statistics("min", "No value is less than the minimum.", NAME, s -> s.set("min", text("p")));
    statistics("max", "No value is greater than the maximum.", NAME, s -> s.set("max", text("z")));
    statistics(
        "min-exact", "A minimum that is exact is a value.", NAME, s -> s.set("min", text("a")));
    statistics(
        "null-count", "null_count is the number of nulls.", NAME, s -> s.clear("null_count"));
    statistics("nan-count", "nan_count is the number of NaN.", RATIO, s -> s.set("nan_count", 2));
    statistics(
        "value-bytes",
        "value_bytes is the width of all values.",
        NAME,
        s -> s.set("value_bytes", 13));
    statistics(
        "value-bytes-of-list",
        "value_bytes of a list counts what is nested in it.",
        LIST,
        s -> s.set("value_bytes", 6));
    statistics(
        "zero",
        "A maximum of zero is +0.0.",
        RATIO,
        s -> s.set("max", PlainEncoding.ofLong(1L << 63, 8)).set("max_is_exact", 1));
    file("statistics-missing", "There are statistics of each leaf.")
        .forge(t -> t.inExtents(ROWS, extent -> extent.remove("statistics", 3)));
    file("extent-value-bytes", "value_bytes of an extent is that of all its leaves.")
        .forge(t -> t.inExtents(NAME, extent -> extent.set("value_bytes", 1)));
    file("file-statistics", "The statistics of a file are those of its rows.")
        .forge(
            t ->
                t.data()
                    .section(ForgedFile.STATISTICS, 0)
                    .message
                    .message("columns", 0)
                    .set("max", PlainEncoding.ofLong(2, 4)));
  }

  private void statisticsOfTables() {
    table("table-statistics", "The statistics of a snapshot are those of all rows.")
        .inSnapshot(ANY)
        .forge(
            t -> {
              EditableMessage all = EditableMessage.parse("TableStatistics", new byte[0]);
              for (int leaf = 1; leaf <= 2; leaf++) {
                EditableMessage extent = t.manifest().section(leaf).message("extents", 0);
                all.add("columns", extent.message("statistics", 0));
              }
              all.message("columns", 1).set("null_count", 2);
              t.snapshot().addSection(ForgedFile.STATISTICS, 0, all.toBytes());
            });
    table("table-statistics-missing", "The statistics of a table have each leaf.")
        .inSnapshot(ANY)
        .forge(
            t -> {
              EditableMessage all = EditableMessage.parse("TableStatistics", new byte[0]);
              EditableMessage extent = t.manifest().section(ID).message("extents", 0);
              all.add("columns", extent.message("statistics", 0));
              t.snapshot().addSection(ForgedFile.STATISTICS, 0, all.toBytes());
            });
    table("manifest-bounds", "The bounds of a manifest hold for all its rows.")
        .inSnapshot(ANY)
        .in(t -> t.manifest().path, ANY)
        .forge(
            t -> {
              EditableMessage extent = t.manifest().section(ID).message("extents", 0);
              t.manifestRef()
                  .add("bounds", extent.message("statistics", 0))
                  .set("min", PlainEncoding.ofLong(1, 8));
            });
  }

  private void extents() {
    table("manifest-extent-statistics", "Extents of manifests equal those of the data file.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(
            t ->
                t.manifest()
                    .section(NAME)
                    .message("extents", 0)
                    .message("statistics", 0)
                    .clear("max_is_exact"));
    table("manifest-segment-statistics", "Segments of manifests equal those of the data file.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(
            t ->
                t.manifest()
                    .section(NAME)
                    .message("extents", 0)
                    .message("segments", 0)
                    .message("statistics", 0)
                    .clear("max_is_exact"));
    table("leaf-stored-twice", "One extent of a row group stores a leaf.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(
            t -> {
              EditableMessage snapshot = t.snapshot().footer.set("next_id", 100);
              EditableMessage group = snapshot.add("column_groups").set("id", 50);
              group.set("layout", 1).set("retired", 1).setNumbers("leaf_ids", ID);
              EditableMessage section = t.manifest().section(ID).copy().set("column_group_id", 50);
              section.message("extents", 0).set("file_column_group_id", ID);
              t.manifest().addSection(ForgedFile.EXTENTS, 50, section.toBytes());
              EditableMessage ref = t.manifestRef();
              long bytes = section.message("extents", 0).number("length");
              ref.set("data_bytes", ref.number("data_bytes") + bytes);
            });
    table("leaf-in-other-group", "A leaf is stored in a column group in which it is looked for.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(
            t -> {
              ForgedFile manifest = t.manifest();
              EditableMessage section = manifest.section(NAME).set("column_group_id", 50);
              section.message("extents", 0).set("file_column_group_id", NAME);
              manifest.sections.removeIf(each -> each.group == NAME);
              manifest.addSection(ForgedFile.EXTENTS, 50, section.toBytes());
            });
    table("extents-used-twice", "Extents of a data file are disjoint, over all manifests.")
        .in(t -> t.data().path, ANY)
        .forge(
            t -> {
              t.manifest().footer.message("row_groups").setNumbers("row_counts", 3, 3);
              EditableMessage ref = t.manifestRef().set("row_count", 6).set("row_group_count", 2);
              ref.set("data_bytes", 2 * ref.number("data_bytes"));
              t.snapshot().footer.set("row_count", 6).set("next_row_group_id", 2);
              for (int group : new int[] {ID, NAME}) {
                EditableMessage section = t.manifest().section(group);
                section.add("extents", section.message("extents", 0)).set("row_group", 1);
              }
            });
    file("extents-overlap", "Extents of a data file are disjoint.")
        .forge(
            t -> {
              ForgedFile data = t.data();
              data.footer.set("next_id", 100);
              data.editField(
                  9, field -> field.set("id", 50).set("name", "copy").add("type").set("kind", 4));
              EditableMessage section = data.section(ID).copy().set("column_group_id", 50);
              section.message("layouts", 0).message("leaves", 0).set("field_id", 50);
              EditableMessage extent = section.message("extents", 0);
              extent.message("statistics", 0).set("field_id", 50);
              extent.message("segments", 0).message("statistics", 0).set("field_id", 50);
              data.sections.removeIf(each -> each.kind == ForgedFile.STATISTICS);
              data.addSection(ForgedFile.EXTENTS, 50, section.toBytes());
            });
  }

  private BrokenTable partition(String name, String rule, Consumer<ForgedTable> forge) {
    return table("partition-" + name, rule)
        .inManifest(ANY)
        .in(t -> t.snapshot().path, ANY)
        .in(t -> t.data().path, ANY)
        .forge(
            t -> {
              EditableMessage snapshot = t.snapshot().footer.set("next_id", 100);
              EditableMessage spec = snapshot.add("partition_specs").set("id", 1);
              EditableMessage field = spec.add("fields").set("id", 50).set("source_id", ID);
              field.set("transform", 3).set("parameter", 10).set("name", "tens");
              EditableMessage rowGroups = t.manifest().footer.message("row_groups");
              EditableMessage tuple = rowGroups.add("partitions").set("spec_id", 1);
              tuple.add("values", PlainEncoding.ofLong(0, 8));
              forge.accept(t);
            });
  }

  private static EditableMessage tuple(ForgedTable table) {
    return table.manifest().footer.message("row_groups").message("partitions", 0);
  }

  private void partitions() {
    partition(
        "of-other-rows",
        "All rows of a row group are in its partition.",
        t -> tuple(t).set("values", PlainEncoding.ofLong(10, 8)));
    partition(
        "of-null",
        "All rows of a row group are in its partition.",
        t -> tuple(t).set("values", new byte[0]).setNumbers("nulls", 0));
    partition(
        "value-missing",
        "A partition has a value for each field of its spec.",
        t -> tuple(t).clear("values"));
    partition(
        "value-length",
        "A partition value has the length of the result.",
        t -> tuple(t).set("values", new byte[3]));
    partition(
        "of-unlisted-spec", "The spec of a partition is listed.", t -> tuple(t).set("spec_id", 2));
    partition(
        "twice",
        "The partitions of a list differ.",
        t -> {
          EditableMessage rowGroups = t.manifest().footer.message("row_groups");
          rowGroups.add("partitions", tuple(t));
          rowGroups.setNumbers("partition", 0);
        });
    partition(
        "source-type",
        "A transform has a source type that it is defined for.",
        t ->
            t.snapshot()
                .footer
                .message("partition_specs", 0)
                .message("fields", 0)
                .set("transform", 7)
                .clear("parameter"));
    partition(
        "bounds-of-another",
        "Bounds of partitions hold for all of them.",
        t -> {
          EditableMessage bounds = t.manifestRef().add("partition_bounds").set("spec_id", 1);
          byte[] ten = PlainEncoding.ofLong(10, 8);
          bounds.add("fields").set("has_min_max", 1).set("min", ten).set("max", ten);
        });
    partition(
        "bounds-count",
        "There are bounds for each field of a spec.",
        t -> t.manifestRef().add("partition_bounds").set("spec_id", 1));
    table("sort-order", "Rows are in the order that is stated.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(
            t -> {
              EditableMessage order = t.snapshot().footer.add("sort_orders").set("id", 1);
              order.add("fields").set("leaf_id", ID).set("descending", 1);
              t.manifest().footer.message("row_groups").setNumbers("sort_order_ids", 1);
            });
    table("sort-order-of-row-group", "The sort order of a row group is listed.")
        .inManifest(ANY)
        .in(t -> t.snapshot().path, ANY)
        .forge(t -> t.manifest().footer.message("row_groups").setNumbers("sort_order_ids", 1));
  }

  private void bytes(String name, String rule, int group, Consumer<byte[]> edit) {
    file("content-" + name, rule).forge(t -> t.segmentBytes(group, edit));
  }

  private void padding() {
    bytes("padding-of-buffers", "Bytes between buffers are 0.", NAME, b -> b[10] = 1);
    bytes("padding-of-row", "Bytes behind the fields of a row are 0.", ROWS, b -> b[Q + 1] = 1);
    bytes("unused-bits", "Unused bits of a validity are 0.", NAME, b -> b[0] |= (byte) 0x80);
    bytes("unused-null-bits", "Unused null bits of a row are 0.", ROWS, b -> b[7] = 1);
    file("padding-between-extents", "Bytes between extents are 0.")
        .forge(
            t -> {
              EditableMessage extent = t.data().section(NAME).message("extents", 0);
              int end = (int) (extent.number("offset") + extent.number("length"));
              t.data().body[end - ForgedFile.START] = 1;
            });
  }

  private void nulls() {
    bytes("null-not-zero", "The value of a null element is 0.", RATIO, b -> b[64 + 8] = 1);
    bytes("null-field-not-zero", "The bytes of a null field are 0.", ROWS, b -> b[STRIDE + 8] = 1);
    file("content-null-text-not-empty", "A null element is empty.")
        .forge(
            t -> {
              t.segmentBytes(NAME, b -> b[0] &= (byte) ~4);
              removeValues(t, NAME, 0, 5);
            });
    file("content-null-list-not-empty", "A null list is empty.")
        .forge(
            t -> {
              t.segmentBytes(LIST, b -> b[0] &= (byte) ~1);
              removeValues(t, LIST, 0, 2);
            });
    file("content-value-in-null-struct", "Leaves in a null struct are null.")
        .forge(
            t -> {
              t.segmentBytes(ROWS, b -> b[STRIDE] &= (byte) ~8);
              removeValues(t, ROWS, 3, -1);
            });
    file("content-required-is-null", "A required field is not null where its struct is present.")
        .forge(
            t -> {
              t.segmentBytes(
                  ROWS,
                  b -> {
                    b[3 * STRIDE] |= 8;
                    b[3 * STRIDE + Q] = 0;
                  });
              removeValues(t, ROWS, 3, 1);
            });
  }

  /** Counts one value less (or, for a negative length, one more). */
  private static void removeValues(ForgedTable table, int group, int leaf, int length) {
    statistics(
        table,
        group,
        leaf,
        s ->
            s.set("null_count", s.number("null_count") + Integer.signum(length))
                .set("value_bytes", s.number("value_bytes") - length));
    table.data().sections.removeIf(section -> section.kind == ForgedFile.STATISTICS);
  }

  private void invalid(
      String name, String rule, int group, int leaf, byte[] max, Consumer<byte[]> edit) {
    file("invalid-" + name, rule)
        .forge(
            t -> {
              t.segmentBytes(group, edit);
              if (max != null) {
                statistics(t, group, leaf, s -> s.set("max", max));
              }
              t.data().sections.removeIf(section -> section.kind == ForgedFile.STATISTICS);
            });
  }

  private void invalidValues() {
    invalid("boolean", "A boolean in a row is 0 or 1.", ROWS, 3, new byte[] {2}, b -> b[Q] = 2);
    invalid(
        "decimal",
        "A decimal has at most the digits of its precision.",
        AMOUNT,
        0,
        PlainEncoding.ofLong(100_000, 4),
        b -> System.arraycopy(PlainEncoding.ofLong(100_000, 4), 0, b, 64 + 12, 4));
    invalid(
        "time",
        "A time is less than a day.",
        TIME,
        0,
        PlainEncoding.ofLong(86_400_000_000L, 8),
        b -> System.arraycopy(PlainEncoding.ofLong(86_400_000_000L, 8), 0, b, 64 + 16, 8));
    // The bytes are at 128: "one", "three".
    invalid("utf-8", "A string is UTF-8.", NAME, 0, null, b -> b[128 + 6] = (byte) 0xff);
  }
}
