// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.GoldenTables.PAIR;
import static io.albis.tests.GoldenTables.pairs;
import static io.albis.tests.GoldenTables.row;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Golden tables with other arrangements of files, manifests and metadata, and single files. */
final class PackedGoldenTables {

  private static final byte[] UNKNOWN = "unknown".getBytes(StandardCharsets.UTF_8);

  private PackedGoldenTables() {}

  static List<GoldenTable> all() {
    return List.of(
        segments(),
        merged(),
        columnByColumn(),
        shared(),
        statistics(),
        expired(),
        newer(),
        unusual(),
        singleFile(),
        emptyFile());
  }

  /** Different borders of segments in each column; the manifest leaves out those of the texts. */
  private static GoldenTable segments() {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("flag", Type.bool()),
            Field.required("text", Type.string()),
            Field.nullable("list", Type.parse("list<int16>")));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 1300; i++) {
      String text = (char) ('a' + i % 26) + "x".repeat(90) + i;
      rows.add(row((long) i, i % 7 == 0 ? null : i % 2 == 0, text, row((short) i, null)));
    }
    return GoldenTable.of("segments", schema, "single", rows)
        .settings(builder -> builder.rowGroupSize(1 << 20));
  }

  /** So many appends that the writer merges manifests. */
  private static GoldenTable merged() {
    GoldenTable table = GoldenTable.of("merged", PAIR, "single", pairs(0, 2));
    for (int i = 1; i < 9; i++) {
      table.append(pairs(2 * i, 2 * i + 2));
    }
    return table.onlyLatest();
  }

  private static GoldenTable fourAppends(String name) {
    return GoldenTable.of(name, PAIR, "single", pairs(0, 3))
        .append(pairs(3, 4))
        .append(pairs(4, 9))
        .append(pairs(9, 12))
        .onlyLatest();
  }

  /** Extents at any offsets, column group by column group, as after optimization. */
  private static GoldenTable columnByColumn() {
    return fourAppends("column-by-column").forge(Repacked::pack);
  }

  /**
   * Two manifests that use parts of one data file, in another order, with gaps in the numbers of
   * row groups, other ids of column groups, and without segments.
   */
  private static GoldenTable shared() {
    List<List<Object>> rows = new ArrayList<>(pairs(9, 12));
    rows.addAll(pairs(0, 3));
    rows.addAll(pairs(4, 9));
    return fourAppends("shared").forge(Repacked::pack).forge(PackedGoldenTables::share, rows);
  }

  private static void share(ForgedTable table) {
    ForgedFile first = table.manifest();
    String path = "_albis/other";
    ForgedFile second = new ForgedFile(path, first.encode());
    table.add(second);
    choose(first, 3, 0);
    choose(second, 2);
    first.footer.message("row_groups").setNumbers("indexes", 7, 2);
    EditableMessage snapshot = table.snapshot().footer;
    EditableMessage ref = snapshot.message("manifests", 0);
    EditableMessage other = snapshot.add("manifests", ref).set("path", path);
    describe(ref, first).set("row_group_base", 10);
    describe(other, second).set("row_group_base", 4);
    snapshot.set("row_count", ref.number("row_count") + other.number("row_count"));
    snapshot.set("next_row_group_id", 100).set("next_id", 60);
    EditableMessage group = snapshot.add("column_groups").set("id", 50).set("layout", 1);
    group.setNumbers("leaf_ids", 2);
    for (ForgedFile manifest : List.of(first, second)) {
      EditableMessage moved = manifest.section(2).set("column_group_id", 50);
      moved.messages("extents").forEach(extent -> extent.set("file_column_group_id", 2));
      manifest.sections.removeIf(section -> section.group == 2);
      manifest.addSection(ForgedFile.EXTENTS, 50, moved.toBytes());
      manifest.section(1).message("extents", 0).clear("segments");
    }
  }

  /** Leaves some row groups in a manifest, in this order. */
  private static void choose(ForgedFile manifest, Integer... positions) {
    EditableMessage rowGroups = manifest.footer.message("row_groups");
    List<Long> counts = rowGroups.numbers("row_counts");
    rowGroups.setNumbers("row_counts", Arrays.stream(positions).map(counts::get).toList());
    for (ForgedFile.Section section : manifest.sections) {
      List<EditableMessage> extents = section.message.messages("extents");
      section.message.clear("extents");
      for (int i = 0; i < positions.length; i++) {
        section.message.add("extents", extents.get(positions[i])).set("row_group", i);
      }
    }
  }

  private static EditableMessage describe(EditableMessage ref, ForgedFile manifest) {
    List<Long> counts = manifest.footer.message("row_groups").numbers("row_counts");
    long bytes =
        manifest.sections.stream()
            .flatMap(section -> section.message.messages("extents").stream())
            .mapToLong(extent -> extent.number("length"))
            .sum();
    return ref.set("row_group_count", counts.size())
        .set("row_count", counts.stream().mapToLong(Long::longValue).sum())
        .set("data_bytes", bytes);
  }

  /** Statistics, properties and tags of a snapshot, behind expired ones. */
  private static GoldenTable statistics() {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("ratio", Type.float64()),
            Field.nullable("place", Type.parse("struct<x: double, name: string>")));
    return GoldenTable.of(
            "statistics",
            schema,
            "single",
            List.of(
                row(-1L, Double.NaN, row(0.0, "x".repeat(70))),
                row(2L, -0.0, null),
                row(3L, null, row(null, "ä"))))
        .update(
            update ->
                update
                    .setProperty("owner", "")
                    .setProperty("größe", "1 \"TB\"\n")
                    .setProperty("a.b", "c"))
        .forge(
            table -> {
              ForgedFile snapshot = table.snapshot();
              EditableMessage all = EditableMessage.parse("TableStatistics", new byte[0]);
              for (int leaf : new int[] {1, 2, 3, 4, 5}) {
                EditableMessage extent = table.manifest().section(leaf).message("extents", 0);
                all.add("columns", extent.message("statistics", 0));
              }
              snapshot.addSection(ForgedFile.STATISTICS, 0, all.toBytes());
              for (String name : List.of("release 1", "größe")) {
                snapshot.footer.add("tags").set("name", name).set("snapshot_id", 2);
              }
            })
        .onlyLatest();
  }

  /** Snapshots of which some have expired: 1 and 3, but not 2, which has a tag. */
  private static GoldenTable expired() {
    return GoldenTable.of("expired", PAIR, "single", pairs(0, 2))
        .append(pairs(2, 5))
        .append(pairs(5, 6))
        .append(pairs(6, 9))
        .forge(
            table -> {
              EditableMessage snapshot = table.snapshot().footer;
              snapshot.set("expired_before", 4);
              snapshot.add("tags").set("name", "kept").set("snapshot_id", 2);
            })
        .delete(1, 3);
  }

  /** A greater minor version: fields, sections and flags that this version does not know. */
  private static GoldenTable newer() {
    return GoldenTable.of("newer-minor-version", PAIR, "all", pairs(0, 12))
        .forge(
            table -> {
              for (ForgedFile file : List.of(table.snapshot(), table.manifest(), table.data())) {
                file.minorVersion = 200;
                file.compatibleFlags = 0x80000005;
                file.footer.addUnknown(999, UNKNOWN);
                for (ForgedFile.Section section : file.sections) {
                  if (section.kind == ForgedFile.EXTENTS) {
                    makeNewer(section.message);
                  }
                }
                file.addSection(4, 0, UNKNOWN);
                file.addSection(4, 5, new byte[0]);
                file.addSection(1_000_000, 77, UNKNOWN);
              }
              table.snapshot().footer.set("operation", "of a later version");
              table.manifestRef().addUnknown(500, UNKNOWN);
              table.manifest().footer.message("files", 0).addUnknown(500, UNKNOWN);
              table.manifest().footer.message("row_groups").addUnknown(500, UNKNOWN);
            });
  }

  private static void makeNewer(EditableMessage section) {
    EditableMessage layout = section.message("layouts", 0).addUnknown(100, UNKNOWN);
    layout.message("leaves", 0).addUnknown(100, UNKNOWN);
    EditableMessage extent = section.message("extents", 0).addUnknown(100, UNKNOWN);
    extent.message("statistics", 0).addUnknown(100, UNKNOWN);
    extent.message("segments", 0).addUnknown(100, UNKNOWN);
    section.addUnknown(15, UNKNOWN);
  }

  /** What writers do not do but readers must accept. */
  private static GoldenTable unusual() {
    Schema schema =
        Schema.of(
            Field.nullable("all_valid", Type.int32()),
            Field.nullable("map", Type.parse("map<int8, string>")),
            Field.nullable("text", Type.string()),
            Field.nullable("other", Type.string()));
    return GoldenTable.of(
            "unusual",
            schema,
            "text,other",
            List.of(
                row(1, row(Map.entry((byte) 1, "a"), Map.entry((byte) 1, "b")), "ab", "cd"),
                row(2, row(), "ef", null),
                row(3, null, null, "gh")))
        .forge(
            table -> {
              makeValid(table);
              int group = (int) table.snapshot().footer.message("column_groups", 0).number("id");
              table.segmentBytes(group, PackedGoldenTables::reverseVariableArea);
            });
  }

  /**
   * Stores the values of three rows of two texts in another order: "ghefcdab" instead of
   * "abcdefgh". A row is a word of null bits, and the offset and length of each text.
   */
  private static void reverseVariableArea(byte[] segment) {
    for (int row = 0; row < 3; row++) {
      for (int at = row * 24 + 8; at <= row * 24 + 16; at += 8) {
        if (segment[at + 4] != 0) {
          segment[at] = (byte) (6 - segment[at]);
        }
      }
    }
    byte[] reversed = "ghefcdab".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(reversed, 0, segment, 72, reversed.length);
  }

  /** Gives the only segment of the first column a validity in which all bits are 1. */
  private static void makeValid(ForgedTable table) {
    ForgedFile data = table.data();
    EditableMessage extent = data.section(1).message("extents", 0);
    int start = (int) extent.number("offset") - ForgedFile.START;
    byte[] values = Arrays.copyOfRange(data.body, start, start + 12);
    Arrays.fill(data.body, start, start + 12, (byte) 0);
    int moved = ForgedFile.align(data.body.length);
    data.body = Arrays.copyOf(data.body, moved + 64 + 12);
    data.body[moved] = 7;
    System.arraycopy(values, 0, data.body, moved + 64, 12);
    byte[] segment = Arrays.copyOfRange(data.body, moved, moved + 76);
    table.inExtents(1, one -> one.set("offset", ForgedFile.START + moved).set("length", 76));
    table.inSegments(
        1,
        one ->
            one.set("length", 76)
                .setNumbers("buffer_lengths", 1, 12)
                .set("crc32c", ForgedFile.crc(segment)));
    table.manifestRef().set("data_bytes", table.manifestRef().number("data_bytes") + 64);
  }

  /** A data file without a table, of several row groups that are in order. */
  private static GoldenTable singleFile() {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int32()),
            Field.nullable("place", Type.parse("struct<x: double, name: string>")),
            Field.nullable("tags", Type.parse("list<string>")),
            Field.nullable("text", Type.string()));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      rows.add(
          row(
              i / 3,
              i % 4 == 0 ? null : row(i / 2.0, "p" + i),
              row("t" + i),
              "y".repeat(1000) + (9 - i % 3)));
    }
    return GoldenTable.file(
        "single-file",
        schema,
        builder ->
            builder
                .columnGroups(ColumnGroupSpec.parse("id,place.x"))
                .rowGroupSize(1 << 16)
                .segmentSize(4096)
                .sortBy(SortColumn.ascending("id"), SortColumn.descending("text"))
                .property("origin", "a file")
                .property("ARROW:schema", "x"),
        rows);
  }

  private static GoldenTable emptyFile() {
    return GoldenTable.file("empty-file", PAIR, builder -> builder, List.of());
  }
}
