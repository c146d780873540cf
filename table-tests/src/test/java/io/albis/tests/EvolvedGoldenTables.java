// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.GoldenTables.row;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Golden tables whose schema or column groups change, or have unusual fields. */
final class EvolvedGoldenTables {

  private EvolvedGoldenTables() {}

  static List<GoldenTable> all() {
    return List.of(
        moved(), defaults(), nestedEvolution(), noExtents(), names(), extensions(), nullWords());
  }

  /** Leaves that move between column groups of both layouts, and back. */
  private static GoldenTable moved() {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("a", Type.int32()),
            Field.nullable("b", Type.string()),
            Field.nullable("p", Type.parse("struct<x: double, y: string>")),
            Field.nullable("l", Type.parse("list<int8>")));
    return GoldenTable.of(
            "moved",
            schema,
            "single",
            List.of(
                row(1L, 10, "one", row(0.5, "y"), row((byte) 1, null)),
                row(2L, null, null, null, null)))
        .update(update -> update.groupColumns(ColumnGroupSpec.parse("id,a,p.x")))
        .append(List.of(row(3L, 30, "three", row(null, "z"), row()), row(4L, -1, "", null, null)))
        .update(
            update ->
                update
                    .groupColumns(ColumnGroupSpec.parse("b,a;p"))
                    .orderColumns(List.of("l", "b"))
                    .sortBy(new SortColumn("a", true, true), SortColumn.ascending("id")))
        .append(
            List.of(
                row(5L, 7, "five", row(Double.NaN, null), row((byte) 5)),
                row(6L, 7, null, row(-0.0, "six"), null),
                row(5L, null, "x", null, row((byte) 6))))
        .update(update -> update.groupColumns(ColumnGroupSpec.parse("single")).sortBy())
        .append(List.of(row(8L, 80, "eight", row(8.0, "eight"), row((byte) 8))));
  }

  /** Initial defaults of every type, required and nullable, read in rows that are older. */
  private static GoldenTable defaults() {
    List<Field> fields = new ArrayList<>(List.of(Field.required("id", Type.int32())));
    List<Object> firstRow = new ArrayList<>(List.of(1));
    List<Object> addedRow = new ArrayList<>(List.of(2));
    GoldenTables.types()
        .forEach(
            (field, values) -> {
              Object value = values.get(values.size() - 1);
              fields.add(Field.required(field.name(), field.type()).withInitialDefault(value));
              fields.add(
                  Field.nullable(field.name() + "_nullable", field.type())
                      .withInitialDefault(value));
              firstRow.addAll(List.of(value, value));
              addedRow.add(values.get(0));
              addedRow.add(null);
            });
    Schema changed = Schema.of(fields);
    return GoldenTable.of("defaults", Schema.of(fields.get(0)), "auto", List.of(List.of(1)))
        .update(
            update -> fields.subList(1, fields.size()).forEach(update::addColumn),
            changed,
            List.of(firstRow))
        .append(List.of(addedRow));
  }

  /** Fields inside structs, lists and maps that are added, dropped, renamed and widened. */
  private static GoldenTable nestedEvolution() {
    Schema old =
        Schema.of(
            Field.nullable("s", Type.parse("struct<x: int32, gone: string>")),
            Field.nullable("l", Type.parse("list<struct<a: int8 required, b: string>>")),
            Field.nullable("m", Type.parse("map<int16, struct<v: float, w: decimal(5,1)>>")));
    List<List<Object>> rows =
        List.of(
            row(
                row(1, "x"),
                row(row((byte) 1, "one"), null, row((byte) -1, null)),
                row(Map.entry((short) 1, row(0.5f, new BigDecimal("1.5"))))),
            row(null, row(), null),
            row(row(null, null), null, row(Map.entry((short) -2, row(null, null)))));
    Field nested = Field.nullable("n", Type.parse("struct<q: int64 required, r: list<uuid>>"));
    Field required =
        Field.required(
            "o",
            Type.struct(
                Field.required("k", Type.int32()).withInitialDefault(7),
                Field.nullable("t", Type.string())));
    Field seventh = Field.required("d", Type.int32()).withInitialDefault(7);
    Field text = Field.nullable("c", Type.string()).withInitialDefault("abc");
    Schema changed =
        Schema.of(
            Field.nullable(
                "s", Type.struct(Field.nullable("x", Type.int64()), seventh, nested, required)),
            Field.nullable(
                "l",
                Type.list(
                    Field.nullable(
                        "element",
                        Type.struct(
                            Field.nullable("A", Type.int32()), text, seventh, nested, required)))),
            Field.nullable(
                "m",
                Type.map(
                    Field.required("key", Type.int32()),
                    Field.nullable(
                        "value",
                        Type.struct(
                            Field.nullable("v", Type.float64()),
                            Field.nullable("w", Type.decimal(20, 1)),
                            text)))));
    List<Object> absent = row(7, null);
    List<List<Object>> before =
        List.of(
            row(
                row(1L, 7, null, absent),
                row(row(1, "abc", 7, null, absent), null, row(-1, "abc", 7, null, absent)),
                row(Map.entry(1, row(0.5, new BigDecimal("1.5"), "abc")))),
            row(null, row(), null),
            row(row(null, 7, null, absent), null, row(Map.entry(-2, row(null, null, "abc")))));
    UUID uuid = new UUID(3, 4);
    List<List<Object>> added =
        List.of(
            row(
                row(1L << 40, 8, row(5L, row(uuid, null)), row(9, "t")),
                row(row(null, null, 8, row(6L, null), row(10, null))),
                row(Map.entry(1 << 20, row(0.1, new BigDecimal("123456789012345678.9"), null)))));
    return GoldenTable.of("nested-evolution", old, "s", rows)
        .update(
            update ->
                update
                    .widenColumn("s.x", Type.int64())
                    .addField("s", seventh)
                    .addField("s", nested)
                    .addField("s", required)
                    .dropColumn("s.gone")
                    .widenColumn("l.element.a", Type.int32())
                    .makeNullable("l.element.a")
                    .renameColumn("l.element.a", "A")
                    .dropColumn("l.element.b")
                    .addField("l.element", text)
                    .addField("l.element", seventh)
                    .addField("l.element", nested)
                    .addField("l.element", required)
                    .widenColumn("m.key", Type.int32())
                    .widenColumn("m.value.v", Type.float64())
                    .widenColumn("m.value.w", Type.decimal(20, 1))
                    .addField("m.value", text),
            changed,
            before)
        .append(added);
  }

  /** Rows of which nothing is stored any more, because their only column has been dropped. */
  private static GoldenTable noExtents() {
    Field text = Field.required("text", Type.string()).withInitialDefault("x");
    Field empty = Field.nullable("empty", Type.parse("struct<a: int8 required>"));
    return GoldenTable.of(
            "no-extents",
            Schema.of(Field.required("id", Type.int32())),
            "auto",
            List.of(row(1), row(2), row(3)))
        .update(
            update -> update.addColumn(text).addColumn(empty).dropColumn("id"),
            Schema.of(text, empty),
            List.of(row("x", null), row("x", null), row("x", null)))
        .append(List.of(row("y", row((byte) 1))));
  }

  /** Names with dots, quotes and other scripts, of the greatest length, and with equal hashes. */
  private static GoldenTable names() {
    Schema schema =
        Schema.of(
            Field.required("a.b", Type.int32()),
            Field.nullable("a`b", Type.int32()),
            Field.nullable("a", Type.struct(Field.nullable("b", Type.int32()))),
            Field.nullable("A", Type.int32()),
            Field.nullable(" ", Type.int32()),
            Field.nullable("Größe 尺寸 🏔", Type.int32()),
            Field.nullable("ü".repeat(256), Type.int32()),
            // Both have the CRC32C 0xa69f64e3.
            Field.nullable("vekhxqkaop", Type.int32()),
            Field.nullable("ehioywuxxg", Type.int32()),
            Field.nullable(
                "x.y",
                Type.struct(Field.nullable("`", Type.list(Field.nullable("é.é", Type.int8()))))));
    return GoldenTable.of(
        "names",
        schema,
        "vekhxqkaop,ehioywuxxg",
        List.of(row(1, 2, row(3), 4, 5, 6, 7, 8, 9, row(row((byte) 10)))));
  }

  /** Logical types, write defaults, descriptions and metadata; none of them changes a value. */
  private static GoldenTable extensions() {
    Type variant = Type.parse("struct<metadata: binary required, value: binary required>");
    Schema schema =
        Schema.of(
            Field.nullable("char", Type.string())
                .withExtension(new Extension("char", Map.of("length", "3"))),
            Field.nullable("varchar", Type.string())
                .withExtension(new Extension("varchar", Map.of("length", "10")))
                .withDoc("A text of at most ten characters.\n\"Zürich\""),
            Field.nullable("collated", Type.string())
                .withExtension(
                    new Extension("collation", Map.of("name", "de_CH", "version", "153.1"))),
            Field.nullable("variant", variant).withExtension(Extension.of("variant")),
            Field.nullable("geometry", Type.binary())
                .withExtension(new Extension("geometry", Map.of("crs", "OGC:CRS84"))),
            Field.nullable("geography", Type.binary())
                .withExtension(
                    new Extension("geography", Map.of("crs", "OGC:CRS84", "edges", "spherical"))),
            Field.nullable("money", Type.decimal(10, 2))
                .withExtension(new Extension("org.example.money", Map.of("currency", "CHF")))
                .withMetadata(Map.of("source", "ledger", "PARQUET:field_id", "7")),
            Field.required("count", Type.int32()).withWriteDefault(5).withInitialDefault(6));
    byte[] point = new byte[21];
    point[0] = 1;
    point[1] = 1;
    return GoldenTable.of(
        "extensions",
        schema,
        "char,varchar,count",
        List.of(
            row(
                "ab ",
                "abc",
                "Zürich",
                row(new byte[] {1, 0, 0}, new byte[] {0x0c, 42}),
                point,
                point,
                new BigDecimal("-0.05"),
                1),
            row("xyz", "", "aare", null, null, null, new BigDecimal("99999999.99"), 2)));
  }

  /** Rows with more than one word of null bits, presence leaves among them. */
  private static GoldenTable nullWords() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 62; i++) {
      fields.add(Field.nullable("c" + i, i % 2 == 0 ? Type.int8() : Type.bool()));
    }
    fields.add(
        Field.nullable(
            "p", Type.parse("struct<q: struct<r: string, s: uuid required>, t: fixed_binary(3)>")));
    for (int i = 63; i < 66; i++) {
      fields.add(Field.nullable("c" + i, Type.int16()));
    }
    for (int i = 66; i < 70; i++) {
      fields.add(Field.required("c" + i, Type.parse("struct<u: struct<v: date>>")));
    }
    List<List<Object>> rows = new ArrayList<>();
    for (int r = 0; r < 5; r++) {
      List<Object> row = new ArrayList<>();
      for (int i = 0; i < fields.size(); i++) {
        boolean isNull = fields.get(i).nullable() && (i + r) % 5 == 3;
        row.add(isNull ? null : nullWordValue(fields.get(i), i, r));
      }
      rows.add(row);
    }
    return GoldenTable.of("null-words", Schema.of(fields), "all", rows);
  }

  private static Object nullWordValue(Field field, int i, int r) {
    return switch (field.type().kind()) {
      case INT8 -> (byte) (i + r);
      case BOOLEAN -> (i + r) % 3 == 0;
      case INT16 -> (short) (i * r);
      default ->
          field.nullable()
              ? row(r == 2 ? null : row(r == 0 ? null : "r" + r, new UUID(r, i)), new byte[3])
              : row(r == 0 ? null : row(r == 1 ? null : i * r));
    };
  }
}
