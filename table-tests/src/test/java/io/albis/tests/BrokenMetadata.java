// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.BrokenTable.Part.ANY;
import static io.albis.tests.BrokenTable.Part.FOOTER;

import io.albis.format.internal.schema.PlainEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Snapshots and manifests whose footers break a rule (SPEC.md, sections 6 to 8, 10 and 11). */
final class BrokenMetadata {

  private static final int BOOLEAN = 1;
  private static final int INT32 = 4;
  private static final int DECIMAL = 8;
  private static final int TIME = 10;
  private static final int STRING = 12;
  private static final int FIXED_BINARY = 14;
  private static final int STRUCT = 18;
  private static final int LIST = 19;
  private static final int MAP = 20;
  private static final int COLUMN = 1;
  private static final int ROW = 2;

  private final List<BrokenTable> tables = new ArrayList<>();

  private BrokenMetadata() {}

  static List<BrokenTable> all() {
    BrokenMetadata all = new BrokenMetadata();
    all.schemas();
    all.fields();
    all.types();
    all.columnGroups();
    all.snapshots();
    all.manifests();
    all.evolution();
    all.verified();
    return all.tables;
  }

  private BrokenTable table(String name, String rule) {
    BrokenTable table = new BrokenTable(BrokenBase.TABLE, name, rule);
    tables.add(table);
    return table;
  }

  private BrokenTable snapshot(String name, String rule, Consumer<EditableMessage> edit) {
    return table(name, rule).inSnapshot(FOOTER).forge(t -> edit.accept(t.snapshot().footer));
  }

  /** Adds a third column, nullable int32, and changes it. */
  private void field(String name, String rule, Consumer<EditableMessage> edit) {
    table("field-" + name, rule).inSnapshot(ANY).forge(t -> addField(t, edit));
  }

  private void type(String name, String rule, Consumer<EditableMessage> edit) {
    table("type-" + name, rule)
        .inSnapshot(ANY)
        .forge(
            t ->
                addField(
                    t,
                    field -> {
                      EditableMessage type = field.clear("type").add("type");
                      edit.accept(type);
                    }));
  }

  private static void addField(ForgedTable table, Consumer<EditableMessage> edit) {
    table.snapshot().footer.set("next_id", 100);
    table
        .snapshot()
        .editField(
            2,
            field -> {
              field.set("id", 3).set("name", "added").set("nullable", 1);
              field.add("type").set("kind", INT32);
              edit.accept(field);
            });
  }

  private void schemas() {
    snapshot(
        "schema-lists-of-different-lengths",
        "name_hashes and ends have the same length.",
        s -> s.message("schema").set("name_hashes", new byte[4]));
    snapshot(
        "schema-ends-not-numbers",
        "ends consists of numbers of four bytes.",
        s -> s.message("schema").set("ends", new byte[7]).set("name_hashes", new byte[7]));
    snapshot(
        "schema-ends-decrease",
        "The ends of fields do not decrease.",
        s -> {
          byte[] ends = s.message("schema").bytes("ends");
          ends[0] = (byte) (ends[4] + 1);
          s.message("schema").set("ends", ends);
        });
    snapshot(
        "schema-end",
        "The last end is the length of the fields.",
        s -> {
          byte[] ends = s.message("schema").bytes("ends");
          ends[4]--;
          s.message("schema").set("ends", ends);
        });
    snapshot(
        "schema-name-hash",
        "The hash of a field is that of its name.",
        s -> {
          byte[] hashes = s.message("schema").bytes("name_hashes");
          hashes[5] ^= 1;
          s.message("schema").set("name_hashes", hashes);
        });
    last().anyOffset();
  }

  private BrokenTable last() {
    return tables.get(tables.size() - 1);
  }

  private void fields() {
    field("id-0", "A field id is at least 1.", f -> f.clear("id"));
    field("name-empty", "A name has at least one byte.", f -> f.clear("name"));
    field(
        "name-too-long",
        "A name has at most 512 bytes in UTF-8.",
        f -> f.set("name", "ü".repeat(256) + "x"));
    field(
        "name-with-control-character",
        "A name has no control characters.",
        f -> f.set("name", "a\u0085b"));
    field("name-not-utf-8", "A name is UTF-8.", f -> f.set("name", new byte[] {'a', (byte) 0xff}));
    field(
        "default-length",
        "A default has the length of its type.",
        f -> f.set("has_initial_default", 1).set("initial_default", new byte[3]));
    field(
        "write-default-length",
        "A write default has the length of its type.",
        f -> f.set("has_write_default", 1).set("write_default", new byte[8]));
    field(
        "default-of-list",
        "A list has no default.",
        f -> {
          list(f.message("type"));
          f.set("has_initial_default", 1);
        });
    field(
        "nested-too-deep",
        "Fields nest at most 40 deep.",
        f -> {
          EditableMessage type = f.clear("type").add("type");
          for (int depth = 2; depth <= 41; depth++) {
            type.set("kind", LIST);
            type = child(type, 100 + depth, "element");
          }
        });
  }

  private static EditableMessage child(EditableMessage type, int id, String name) {
    return type.add("children")
        .set("id", id)
        .set("name", name)
        .set("nullable", 1)
        .add("type")
        .set("kind", INT32);
  }

  private static void list(EditableMessage type) {
    type.set("kind", LIST);
    child(type, 4, "element");
  }

  private void types() {
    type("missing", "A field has a type.", type -> {});
    type("unknown", "The kind of a type is known.", type -> type.set("kind", 21));
    type(
        "parameter-of-another",
        "Parameters of other types are 0.",
        type -> type.set("kind", INT32).set("length", 4));
    type(
        "precision",
        "The precision of a decimal is 1 to 38.",
        type -> type.set("kind", DECIMAL).set("precision", 39));
    type(
        "scale",
        "The scale of a decimal is at most the precision.",
        type -> type.set("kind", DECIMAL).set("precision", 3).set("scale", 4));
    type("unit", "A time has a unit.", type -> type.set("kind", TIME));
    type("length-0", "A fixed binary has at least 1 byte.", type -> type.set("kind", FIXED_BINARY));
    type(
        "length",
        "A fixed binary has at most 65,520 bytes.",
        type -> type.set("kind", FIXED_BINARY).set("length", 65_521));
    type("struct-without-fields", "A struct has fields.", type -> type.set("kind", STRUCT));
    type(
        "list-of-two",
        "A list has one element.",
        type -> {
          list(type);
          child(type, 5, "second");
        });
    type(
        "map-of-one",
        "A map has key and value.",
        type -> {
          list(type);
          type.set("kind", MAP);
        });
    type(
        "map-of-nullable-key",
        "A key is not nullable.",
        type -> {
          list(type);
          child(type.set("kind", MAP), 5, "value");
        });
    type(
        "names-of-siblings",
        "The names of siblings differ.",
        type -> {
          list(type);
          child(type.set("kind", STRUCT), 5, "element");
        });
    type(
        "children-of-primitive",
        "A primitive type has no fields.",
        type -> {
          list(type);
          type.set("kind", STRING);
        });
  }

  private void group(String name, String rule, Consumer<EditableMessage> edit) {
    table("column-group-" + name, rule)
        .inSnapshot(ANY)
        .forge(
            t -> {
              EditableMessage footer = t.snapshot().footer.set("next_id", 100);
              EditableMessage group = footer.add("column_groups");
              edit.accept(group.set("id", 50).set("layout", ROW).setNumbers("leaf_ids", 1, 2));
              if ("id-twice".equals(name)) {
                footer.add("column_groups", group).set("retired", 1);
              }
              if ("leaf-in-two".equals(name)) {
                footer.add("column_groups", group).set("id", 51);
              }
            });
  }

  private void columnGroups() {
    group("id-0", "The id of a column group is at least 1.", g -> g.clear("id"));
    group("layout", "The layout of a column group is known.", g -> g.set("layout", 3));
    group(
        "column-of-two",
        "A column group of layout COLUMN has one leaf.",
        g -> g.set("layout", COLUMN));
    group("without-leaves", "A column group has leaves.", g -> g.clear("leaf_ids"));
    group(
        "leaf-twice", "A column group has no leaf twice.", g -> g.setNumbers("leaf_ids", 1, 2, 1));
    group("id-twice", "No two column groups have the same id.", g -> {});
    group("leaf-in-two", "A leaf is in one column group that is not retired.", g -> {});
    table("column-group-row-of-list", "A column group of layout ROW has no list.")
        .verifier()
        .inSnapshot(ANY)
        .forge(
            t -> {
              addField(t, field -> list(field.message("type")));
              EditableMessage group = t.snapshot().footer.add("column_groups").set("id", 50);
              group.set("layout", ROW).setNumbers("leaf_ids", 3);
            });
  }

  private void snapshots() {
    snapshot("parent-id", "The parent of a snapshot has a lower id.", s -> s.set("parent_id", 1));
    snapshot(
        "snapshot-row-count",
        "The rows of the manifests are those of the snapshot.",
        s -> s.set("row_count", 4));
    snapshot(
        "number-too-large",
        "An unsigned number of 64 bits is at most 2^63 - 1.",
        s -> s.set("next_row_group_id", -1));
    snapshot(
        "partition-spec-not-listed",
        "The current partition spec is listed.",
        s -> s.set("partition_spec_id", 1));
    snapshot(
        "sort-order-not-listed",
        "The current sort order is listed.",
        s -> s.set("sort_order_id", 1));
    snapshot(
        "sort-order-without-fields",
        "A sort order has fields.",
        s -> s.add("sort_orders").set("id", 1));
    snapshot(
        "partition-spec-without-fields",
        "A partition spec has fields.",
        s -> s.add("partition_specs").set("id", 1));
    snapshot(
        "manifest-twice",
        "No two manifests have the same path.",
        s -> {
          EditableMessage ref = s.message("manifests", 0);
          s.add("manifests", ref).set("row_group_base", 10);
          s.set("row_count", 2 * s.number("row_count")).set("next_row_group_id", 20);
        });
    snapshot("tag-without-name", "A tag has a name.", s -> tag(s, "", 1));
    snapshot(
        "tag-twice",
        "Tags have different names.",
        s -> {
          tag(s, "a", 1);
          tag(s, "a", 1);
        });
    snapshot("tag-of-later-snapshot", "A tag names no later snapshot.", s -> tag(s, "a", 2));
    snapshot("tag-of-snapshot-0", "A tag names a snapshot.", s -> tag(s, "a", 0));
    path("above", "../x");
    path("absolute", "/x");
    path("empty-part", "a//x");
    path("dot", "a/./x");
    path("backslash", "a\\x");
    path("control-character", "a\u0001x");
    path("empty", "");
  }

  private void path(String name, String path) {
    snapshot(
        "path-" + name,
        "A path points into the table.",
        s -> s.message("manifests", 0).set("path", path));
  }

  private static void tag(EditableMessage snapshot, String name, int id) {
    snapshot.add("tags").set("name", name).set("snapshot_id", id);
  }

  private BrokenTable manifest(String name, String rule, Consumer<EditableMessage> edit) {
    return table(name, rule).inManifest(FOOTER).forge(t -> edit.accept(t.manifest().footer));
  }

  private void manifests() {
    for (String count : List.of("row_group_count", "file_count")) {
      table("manifest-" + count.replace('_', '-'), "A manifest has the " + count + " stated.")
          .inManifest(FOOTER)
          .forge(t -> t.manifestRef().set(count, 2));
    }
    table("manifest-row-count", "A manifest has the row_count stated.")
        .inManifest(FOOTER)
        .forge(
            t -> {
              t.manifestRef().set("row_count", 4);
              t.snapshot().footer.set("row_count", 4);
            });
    manifest(
        "data-file-twice",
        "No two data files of a manifest have the same path.",
        m -> m.add("files", m.message("files", 0)));
    last()
        .forge(
            t -> {
              EditableMessage m = t.manifest().footer;
              m.add("files", m.message("files", 0));
              t.manifestRef().set("file_count", 2);
            });
    manifest(
        "path-of-data-file",
        "A path points into the table.",
        m -> m.message("files", 0).set("path", "data/../../x"));
    manifest(
        "file-id-length",
        "A file id has 16 bytes.",
        m -> m.message("files", 0).set("file_id", new byte[17]));
    rowGroups("row-count-0", "A row group has rows.", r -> r.setNumbers("row_counts", 0, 3));
    rowGroups("indexes", "There is an index for each row group.", r -> r.setNumbers("indexes", 1));
    rowGroups(
        "partition-position",
        "A position of a partition is in the list.",
        r -> {
          r.add("partitions");
          r.setNumbers("partition", 0, 1);
        });
    rowGroups(
        "partition-without-spec",
        "A row group in no partition has no partition values.",
        r -> r.add("partitions").add("values", new byte[4]));
    rowGroups(
        "partitions-without-positions",
        "Several partitions need positions.",
        r -> {
          r.add("partitions").set("spec_id", 1);
          r.add("partitions");
        });
    rowGroups(
        "sort-orders",
        "There is a sort order for each row group, or none.",
        r -> r.setNumbers("sort_order_ids", 0));
    rowGroups(
        "partition-null-position",
        "A null of a partition is one of its values.",
        r -> r.add("partitions").set("spec_id", 1).setNumbers("nulls", 0));
  }

  private void rowGroups(String name, String rule, Consumer<EditableMessage> edit) {
    table("row-groups-" + name, rule)
        .inManifest(FOOTER)
        .forge(
            t -> {
              EditableMessage rowGroups = t.manifest().footer.message("row_groups");
              rowGroups.setNumbers("row_counts", 3, 2);
              t.manifestRef().set("row_count", 5).set("row_group_count", 2);
              t.snapshot().footer.set("row_count", 5).set("next_row_group_id", 10);
              edit.accept(rowGroups);
            });
  }

  private void evolution() {
    table("stored-type", "A stored type is one from which the type in the schema was widened.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(t -> t.snapshot().editField(0, f -> f.message("type").set("kind", INT32)));
    table("stored-nullable", "A leaf that is stored nullable is nullable.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(t -> t.snapshot().editField(1, f -> f.clear("nullable")));
    table("no-value", "A leaf that is not stored has an initial default, or is nullable.")
        .inManifest(ANY)
        .in(t -> t.snapshot().path, ANY)
        .forge(t -> addField(t, f -> f.clear("nullable")));
    table("presence-stored-as-number", "A presence leaf is stored as one.")
        .inManifest(ANY)
        .in(t -> t.data().path, ANY)
        .forge(
            t ->
                t.snapshot()
                    .editField(
                        1,
                        f -> {
                          t.snapshot().footer.set("next_id", 100);
                          child(f.message("type").set("kind", STRUCT), 50, "x");
                        }));
  }

  private void verified() {
    snapshot("schema-names", "The names of columns differ.", s -> {});
    last().anyOffset().verifier().forge(t -> addField(t, f -> f.set("name", "id")));
    snapshot("schema-ids", "The ids of fields differ.", s -> {});
    last()
        .anyOffset()
        .verifier()
        .in(t -> t.manifest().path, ANY)
        .forge(t -> addField(t, f -> f.set("id", 2)));
    snapshot(
        "column-group-of-unknown-leaf",
        "A listed column group has leaves of the schema.",
        s -> {
          s.set("next_id", 100);
          s.add("column_groups").set("id", 50).set("layout", ROW).setNumbers("leaf_ids", 99);
        });
    last().anyOffset().verifier();
    snapshot(
        "column-group-with-id-of-field",
        "A column group has an id of its own.",
        s -> {
          EditableMessage group = s.add("column_groups").set("id", 1).set("retired", 1);
          group.set("layout", ROW).setNumbers("leaf_ids", 2);
        });
    last().anyOffset().verifier();
    snapshot("next-id", "next_id is greater than all ids.", s -> s.set("next_id", 2));
    last().anyOffset().verifier();
    snapshot(
        "next-row-group-id",
        "next_row_group_id is greater than all numbers of row groups.",
        s -> s.set("next_row_group_id", 0));
    last().anyOffset().verifier().in(t -> t.manifest().path, ANY);
    invalidDefault("boolean", "A default is a value of its type.", BOOLEAN, new byte[] {2});
    invalidDefault("utf-8", "A default is a value of its type.", STRING, new byte[] {(byte) 0xff});
    invalidDefault(
        "decimal",
        "A default has at most the digits of its precision.",
        DECIMAL,
        PlainEncoding.ofLong(1000, 4));
    snapshot(
        "partition-spec-source",
        "The current partition spec has sources that exist.",
        s -> {
          EditableMessage spec = s.set("next_id", 100).add("partition_specs").set("id", 1);
          EditableMessage field = spec.add("fields").set("id", 50).set("source_id", 77);
          field.set("transform", 1).set("name", "gone");
          s.set("partition_spec_id", 1);
        });
    last().anyOffset().verifier();
    table("sort-order-of-list", "The leaves of a sort order have an order.")
        .verifier()
        .inSnapshot(ANY)
        .forge(
            t -> {
              addField(t, field -> list(field.message("type")));
              EditableMessage order = t.snapshot().footer.add("sort_orders").set("id", 1);
              order.add("fields").set("leaf_id", 3);
              t.manifest().footer.message("row_groups").setNumbers("sort_order_ids", 1);
            });
    two(
            "row-group-number-twice",
            "Row groups have different numbers.",
            t -> t.snapshot().footer.message("manifests", 1).clear("row_group_base"))
        .in(t -> t.manifest(1).path, ANY);
    two(
        "next-id-decreases",
        "next_id does not decrease.",
        t -> t.snapshot(1).footer.set("next_id", 1000));
    two(
        "next-row-group-id-decreases",
        "next_row_group_id does not decrease.",
        t -> t.snapshot(1).footer.set("next_row_group_id", 1000));
    two(
        "tag-of-missing-snapshot",
        "A tag names a snapshot that exists.",
        t -> {
          tag(t.snapshot().footer, "a", 1);
          t.delete(t.snapshot(1).path);
        });
    snapshot(
        "manifest-data-bytes", "data_bytes is the sum of the lengths of all extents.", s -> {});
    last()
        .anyOffset()
        .verifier()
        .in(t -> t.manifest().path, ANY)
        .forge(t -> t.manifestRef().set("data_bytes", 1));
  }

  /** A column that was added with a default. */
  private void invalidDefault(String name, String rule, int kind, byte[] value) {
    table("invalid-default-" + name, rule)
        .verifier()
        .inSnapshot(ANY)
        .in(t -> t.manifest().path, ANY)
        .forge(
            t ->
                addField(
                    t,
                    f -> {
                      EditableMessage type = f.message("type").set("kind", kind);
                      type.set("precision", kind == DECIMAL ? 3 : 0);
                      f.set("has_initial_default", 1).set("initial_default", value);
                    }));
  }

  private BrokenTable two(String name, String rule, Consumer<ForgedTable> forge) {
    BrokenTable table = new BrokenTable(BrokenBase.TWO_SNAPSHOTS, name, rule);
    tables.add(table);
    return table.verifier().inSnapshot(ANY).forge(forge);
  }
}
