// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.BrokenTable.Part.ANY;
import static io.albis.tests.BrokenTable.Part.FOOTER;
import static io.albis.tests.BrokenTable.Part.SECTION;
import static io.albis.tests.BrokenTable.Part.SEGMENT;

import io.albis.format.internal.schema.PlainEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Data files whose extents, layouts or segments break a rule (SPEC.md, sections 8, 12, 13). */
final class BrokenExtents {

  private static final int ID = 1;
  private static final int NAME = 2;
  private static final int LIST = 3;
  private static final int INT32 = 4;
  private static final int ROWS = BrokenBase.ROWS;
  private static final int COLUMN_LAYOUT = 1;
  private static final int ROW_LAYOUT = 2;

  private final List<BrokenTable> tables = new ArrayList<>();

  private BrokenExtents() {}

  static List<BrokenTable> all() {
    BrokenExtents all = new BrokenExtents();
    all.footers();
    all.extents();
    all.layouts();
    all.segments();
    all.bytes();
    all.manifests();
    return all.tables;
  }

  private BrokenTable file(String name, String rule) {
    BrokenTable table = new BrokenTable(BrokenBase.FILE, name, rule);
    tables.add(table);
    return table;
  }

  private void footers() {
    footer(
        "file-row-count",
        "row_count is the sum of the rows of the row groups.",
        f -> f.set("row_count", 5));
    footer(
        "file-indexes",
        "A data file has no indexes of row groups.",
        f -> f.message("row_groups").setNumbers("indexes", 0));
    footer(
        "file-schema-end",
        "The last end is the length of the fields.",
        f -> f.message("schema").set("fields", new byte[1]));
    footer(
        "file-column-group-leaf-twice",
        "A leaf is in one column group that is not retired.",
        f -> f.add("column_groups", f.message("column_groups", 0)).set("id", 50));
    last().anyOffset();
  }

  private BrokenTable last() {
    return tables.get(tables.size() - 1);
  }

  private void footer(String name, String rule, Consumer<EditableMessage> edit) {
    file(name, rule).inData(FOOTER).forge(t -> edit.accept(t.data().footer));
  }

  private void extent(String name, String rule, Consumer<EditableMessage> edit) {
    file("extent-" + name, rule).inData(SECTION, NAME).forge(t -> t.inExtents(NAME, edit));
  }

  private void extents() {
    extent("row-group", "An extent is of a row group in the list.", e -> e.set("row_group", 1));
    extent("file", "An extent of a data file is in file 0.", e -> e.set("file", 1));
    extent("layout", "An extent has a layout in the list.", e -> e.set("layout", 1));
    extent(
        "offset-unaligned",
        "The offset of an extent is a multiple of 64.",
        e -> e.set("offset", e.number("offset") + 8));
    extent("offset-in-head", "The offset of an extent is at least 64.", e -> e.clear("offset"));
    extent(
        "end",
        "An extent ends before the sections of the data file.",
        e -> e.set("offset", 1 << 20));
    extent(
        "offset-overflow",
        "An extent ends before the sections of the data file.",
        e -> e.set("offset", Long.MAX_VALUE - 63));
    extent("without-segments", "An extent of a data file has segments.", e -> e.clear("segments"));
    extent(
        "length",
        "An extent ends with its last segment.",
        e -> e.set("length", e.number("length") + 1));
    file("extent-lacks-leaf", "An extent stores every leaf of its column group.")
        .inData(SECTION, NAME)
        .forge(
            t ->
                t.inSections(
                    NAME,
                    section -> {
                      section.message("layouts", 0).message("leaves", 0).set("field_id", 77);
                      EditableMessage extent = section.message("extents", 0);
                      extent.message("statistics", 0).set("field_id", 77);
                      extent.message("segments", 0).message("statistics", 0).set("field_id", 77);
                    }));
    file("extents-not-ascending", "Extents are ascending by row group.")
        .inData(SECTION, NAME)
        .forge(
            t ->
                t.inSections(
                    NAME, section -> section.add("extents", section.message("extents", 0))));
  }

  private void layout(String name, String rule, int group, Consumer<EditableMessage> edit) {
    file("layout-" + name, rule)
        .inData(SECTION, group)
        .forge(t -> t.inSections(group, section -> edit.accept(section.message("layouts", 0))));
  }

  private void layouts() {
    layout("unknown", "A stored layout is COLUMN or ROW.", NAME, l -> l.set("layout", 3));
    layout("without-leaves", "A stored layout has leaves.", NAME, l -> l.clear("leaves"));
    layout(
        "leaf-id-0",
        "A stored leaf has an id.",
        NAME,
        l -> l.message("leaves", 0).clear("field_id"));
    layout(
        "leaf-twice",
        "The ids of stored leaves differ.",
        ROWS,
        l -> l.message("leaves", 1).set("field_id", l.message("leaves", 0).number("field_id")));
    layout(
        "column-of-two",
        "A stored layout COLUMN has one leaf.",
        ID,
        l -> l.add("leaves", l.message("leaves", 0)).set("field_id", 50));
    layout(
        "row-of-list",
        "A stored layout ROW has no list.",
        LIST,
        l -> l.set("layout", ROW_LAYOUT).set("stride", 16));
    layout(
        "stride",
        "The stride is the one that follows from the leaves.",
        ROWS,
        l -> l.set("stride", l.number("stride") + 8));
    layout(
        "stride-of-column",
        "A stored layout COLUMN has no stride.",
        ID,
        l -> l.set("layout", COLUMN_LAYOUT).set("stride", 4));
    layout(
        "type",
        "The type of a stored leaf is valid.",
        ID,
        l -> l.message("leaves", 0).message("type").set("kind", 99));
    layout(
        "presence-with-fields",
        "The type of a presence leaf has no fields.",
        ROWS,
        l -> {
          EditableMessage type = l.message("leaves", 2).message("type");
          type.add("children").set("id", 60).set("name", "x").add("type").set("kind", 4);
        });
  }

  private void segment(String name, String rule, int group, Consumer<EditableMessage> edit) {
    file("segment-" + name, rule).inData(SECTION, group).forge(t -> t.inSegments(group, edit));
  }

  private void segments() {
    segment(
        "offset-unaligned",
        "The offset of a segment is a multiple of 64.",
        NAME,
        s -> s.set("offset", 8));
    segment("row-count-0", "A segment has rows.", NAME, s -> s.clear("row_count"));
    segment(
        "row-count",
        "The rows of the segments are those of the row group.",
        ROWS,
        s -> s.set("row_count", 3));
    segment(
        "buffer-missing",
        "A segment has the buffers of its type.",
        ID,
        s -> s.setNumbers("buffer_lengths", 16));
    segment(
        "buffer-added",
        "A segment has the buffers of its type.",
        ID,
        s -> s.setNumbers("buffer_lengths", 0, 16, 0));
    segment(
        "buffer-of-values",
        "Values have the length that follows from their number.",
        ID,
        s -> s.setNumbers("buffer_lengths", 0, 20));
    segment(
        "buffer-of-offsets",
        "There is an offset more than elements.",
        NAME,
        s -> s.setNumber("buffer_lengths", 1, 16));
    segment(
        "buffer-of-validity",
        "A validity has a bit for each element.",
        NAME,
        s -> s.setNumber("buffer_lengths", 0, 2));
    segment(
        "buffers-too-long",
        "The buffers end where the segment ends.",
        NAME,
        s -> s.setNumber("buffer_lengths", 2, 1 << 20));
    segment(
        "validity-of-required",
        "A leaf that is not nullable has no validity.",
        ID,
        s -> s.setNumbers("buffer_lengths", 1, 16));
    segment(
        "node-missing",
        "There is a number of elements for each node.",
        LIST,
        s -> s.setNumbers("node_lengths", 4));
    segment(
        "node-rows",
        "The first node has an element for each row.",
        LIST,
        s -> s.setNumber("node_lengths", 0, 5));
    segment(
        "buffers-of-rows",
        "A segment of rows has no buffers.",
        ROWS,
        s -> s.setNumbers("buffer_lengths", 8));
    file("segment-too-short-for-rows", "A segment of rows has its stride for each row.")
        .inData(SECTION, ROWS)
        .forge(
            t -> {
              t.inExtents(ROWS, e -> e.set("length", 64));
              t.inSegments(ROWS, s -> s.set("length", 64));
            });
  }

  private void bytes(String name, String rule, int group, Consumer<byte[]> edit) {
    file("bytes-" + name, rule).inData(SEGMENT, group).forge(t -> t.segmentBytes(group, edit));
  }

  private void bytes() {
    file("bytes-checksum", "A segment has the CRC32C that its description states.")
        .inData(SEGMENT, NAME)
        .forge(
            t -> {
              long offset = t.data().section(NAME).message("extents", 0).number("offset");
              t.flip(t.data(), (int) offset + 66);
            });
    // Offsets of strings and lists are the second buffer, at 64; there are five of them.
    bytes("offset-first", "The first offset is 0.", NAME, b -> b[64] = 1);
    bytes("offset-decreases-at-null", "Offsets do not decrease.", LIST, b -> b[68] = 3);
    bytes("offset-decreases", "Offsets do not decrease.", NAME, b -> b[68] = 100);
    bytes("offset-negative", "Offsets are not negative.", NAME, b -> b[71] = (byte) 0x80);
    bytes("offset-last", "The last offset is the length of the bytes.", NAME, b -> b[80]++);
    bytes("list-offset-decreases", "Offsets do not decrease.", LIST, b -> b[76] = 1);
    bytes("list-offset-last", "The last offset is the number of elements.", LIST, b -> b[80] = 4);
    bytes(
        "list-offset-max",
        "The last offset is the number of elements.",
        LIST,
        b -> System.arraycopy(PlainEncoding.ofLong(Integer.MAX_VALUE, 4), 0, b, 80, 4));
    // A row has a word of null bits, a, t, and q; the first t is at 16.
    bytes("row-offset", "A value lies in the variable area.", ROWS, b -> b[16] = 100);
    bytes("row-length", "A value lies in the variable area.", ROWS, b -> b[23] = (byte) 0xff);
    bytes(
        "row-offset-overflow",
        "A value lies in the variable area.",
        ROWS,
        b -> {
          for (int i = 16; i < 20; i++) {
            b[i] = (byte) 0xff;
          }
        });
    file("element-id", "The element of a list keeps its id.")
        .inData(ANY)
        .forge(
            t -> {
              t.data().footer.set("next_id", 100);
              t.data().editField(2, f -> f.message("type").message("children", 0).set("id", 50));
            });
    file("nested-stored-nullable", "An element that is stored nullable is nullable.")
        .inData(ANY)
        .forge(
            t ->
                t.data()
                    .editField(2, f -> f.message("type").message("children", 0).clear("nullable")));
    file("nested-stored-type", "An element is stored in a type that can be widened.")
        .inData(ANY)
        .forge(
            t ->
                t.data()
                    .editField(
                        2,
                        f ->
                            f.message("type")
                                .message("children", 0)
                                .message("type")
                                .set("kind", 2)));
  }

  /** Extents of manifests whose segments are in the data file. */
  private void manifests() {
    omitted("row-group", "The extent is found by file_row_group.", e -> e.set("file_row_group", 1));
    omitted(
        "group",
        "The extent is found by file_column_group_id.",
        e -> e.set("file_column_group_id", 7));
    omitted(
        "offset",
        "Manifest and data file state the same offset.",
        e -> e.set("offset", e.number("offset") + 64));
    omitted(
        "length",
        "Manifest and data file state the same length.",
        e -> e.set("length", e.number("length") - 1));
    BrokenTable layout =
        new BrokenTable(
            BrokenBase.TABLE,
            "manifest-extent-layout",
            "Manifest and data file state the same layout.");
    tables.add(
        layout
            .inManifest(ANY)
            .in(t -> t.data().path, ANY)
            .forge(
                t -> {
                  EditableMessage section = t.manifest().section(1);
                  section.message("extents", 0).clear("segments");
                  EditableMessage leaf = section.message("layouts", 0).message("leaves", 0);
                  leaf.message("type").set("kind", INT32);
                }));
  }

  private void omitted(String name, String rule, Consumer<EditableMessage> edit) {
    BrokenTable table = new BrokenTable(BrokenBase.TABLE, "manifest-extent-" + name, rule);
    tables.add(
        table
            .inManifest(ANY)
            .in(t -> t.data().path, ANY)
            .forge(
                t -> {
                  EditableMessage extent = t.manifest().section(1).message("extents", 0);
                  edit.accept(extent.clear("segments"));
                }));
  }
}
