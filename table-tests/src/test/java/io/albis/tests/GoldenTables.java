// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.TableUpdate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The golden tables: every type with its boundary values, every null pattern and layout. */
final class GoldenTables {

  /** The columns of {@link #pairs}. */
  static final Schema PAIR =
      Schema.of(Field.required("id", Type.int64()), Field.nullable("name", Type.string()));

  private GoldenTables() {}

  /** The tables of one schema, written by the writer alone. */
  static List<GoldenTable> all() {
    Schema types = typesSchema();
    List<List<Object>> typeRows = typeRows(types);
    Schema nulls = nullsSchema();
    List<List<Object>> nullRows = nullRows();
    return List.of(
        GoldenTable.of("types-columns", types, "single", typeRows),
        GoldenTable.of("types-rows", types, "all", typeRows),
        GoldenTable.of("types-mixed", types, "boolean,string,decimal38;uuid,int8,double", typeRows),
        GoldenTable.of("nulls-columns", nulls, "single", nullRows),
        GoldenTable.of("nulls-rows", nulls, "all", nullRows),
        GoldenTable.of("no-rows", PAIR, "auto", List.of()),
        GoldenTable.of("one-row", PAIR, "auto", pairs(1, 2)),
        GoldenTable.of("row-groups", PAIR, "all", pairs(0, 2500)),
        GoldenTable.of("snapshots", PAIR, "single", pairs(0, 3)).append(pairs(3, 70)),
        GoldenTable.of("long-values", longSchema(), "auto", longRows()),
        GoldenTable.of("nested", nestedSchema(), "auto", nestedRows()));
  }

  /** All tables and files. */
  static List<GoldenTable> everything() {
    List<GoldenTable> tables = new ArrayList<>(all());
    tables.add(evolved());
    tables.addAll(EvolvedGoldenTables.all());
    tables.addAll(PackedGoldenTables.all());
    tables.addAll(PartitionedGoldenTables.all());
    return tables;
  }

  /** Rows of ids and names. */
  static List<List<Object>> pairs(int from, int to) {
    List<List<Object>> rows = new ArrayList<>();
    for (long i = from; i < to; i++) {
      rows.add(row(i, i % 11 == 0 ? null : "name " + i % 1000));
    }
    return rows;
  }

  /** A row, or a list or struct in one. */
  static List<Object> row(Object... values) {
    List<Object> row = new ArrayList<>();
    for (Object value : values) {
      row.add(value);
    }
    return row;
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  /** Each type with its boundary values. */
  static Map<Field, List<Object>> types() {
    Map<Field, List<Object>> types = new LinkedHashMap<>();
    types.put(Field.nullable("boolean", Type.bool()), List.of(true, false));
    types.put(
        Field.nullable("int8", Type.int8()),
        List.of((byte) 0, (byte) 1, Byte.MIN_VALUE, Byte.MAX_VALUE));
    types.put(
        Field.nullable("int16", Type.int16()),
        List.of((short) 0, (short) -1, Short.MIN_VALUE, Short.MAX_VALUE));
    types.put(
        Field.nullable("int32", Type.int32()),
        List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x01020304));
    types.put(
        Field.nullable("int64", Type.int64()),
        List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 0x0102030405060708L));
    types.put(
        Field.nullable("float", Type.float32()),
        List.of(
            0f,
            -0f,
            Float.NaN,
            Float.intBitsToFloat(0xffc12345),
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.MIN_VALUE,
            -Float.MAX_VALUE,
            1.5f));
    types.put(
        Field.nullable("double", Type.float64()),
        List.of(
            0d,
            -0d,
            Double.NaN,
            Double.longBitsToDouble(0xfff8000000012345L),
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MAX_VALUE,
            0.1));
    types.put(
        Field.nullable("decimal9", Type.decimal(9, 2)),
        List.of(decimal("0.00"), decimal("9999999.99"), decimal("-9999999.99")));
    types.put(
        Field.nullable("decimal18", Type.decimal(18, 18)),
        List.of(decimal("0." + "9".repeat(18)), decimal("-0." + "9".repeat(18))));
    types.put(
        Field.nullable("decimal38", Type.decimal(38, 0)),
        List.of(decimal("9".repeat(38)), decimal("-" + "9".repeat(38)), decimal("-1")));
    types.put(
        Field.nullable("date", Type.date()),
        List.of(0, -1, -719_162, 2_932_896, Integer.MIN_VALUE, Integer.MAX_VALUE));
    for (TimeUnit unit : TimeUnit.values()) {
      types.put(Field.nullable("time_" + unit, Type.time(unit)), List.of(0L, 86_399L));
      types.put(
          Field.nullable("timestamp_" + unit, Type.timestamp(unit)),
          List.of(0L, -1L, -2_208_988_800_000L, Long.MIN_VALUE, Long.MAX_VALUE));
      types.put(
          Field.nullable("timestamp_tz_" + unit, Type.timestampWithZone(unit)),
          List.of(1_700_000_000_000L, -1L));
    }
    types.put(
        Field.nullable("string", Type.string()),
        List.of("", "a", "Zürich 🏔", "\u0000", "e\u0301", "x".repeat(63) + "🏔", "\udbff\udfff"));
    types.put(
        Field.nullable("binary", Type.binary()),
        List.of(new byte[0], new byte[] {0}, new byte[] {-1, -1}, new byte[70]));
    types.put(
        Field.nullable("fixed", Type.fixedBinary(5)),
        List.of(new byte[5], new byte[] {-1, -1, -1, -1, -1}));
    types.put(
        Field.nullable("uuid", Type.uuid()),
        List.of(
            new UUID(0, 0), new UUID(-1, -1), new UUID(0x0011223344556677L, 0x8899aabbccddeeffL)));
    types.put(Field.nullable("months", Type.yearMonthInterval()), List.of(0, -14, 25));
    types.put(Field.nullable("micros", Type.dayTimeInterval()), List.of(0L, -1L, 90_061_000_001L));
    types.put(Field.required("required", Type.int32()), List.of(1, 2, 3));
    return types;
  }

  private static Schema typesSchema() {
    return Schema.of(List.copyOf(types().keySet()));
  }

  private static List<List<Object>> typeRows(Schema schema) {
    Map<Field, List<Object>> types = types();
    List<List<Object>> rows = new ArrayList<>();
    for (int r = 0; r < 24; r++) {
      List<Object> row = new ArrayList<>();
      for (Field field : schema.fields()) {
        List<Object> values = types.get(field);
        boolean isNull = field.nullable() && r % 8 == 5;
        row.add(isNull ? null : values.get(r % values.size()));
      }
      rows.add(row);
    }
    return rows;
  }

  private static Schema nullsSchema() {
    List<Field> fields = new ArrayList<>();
    for (String pattern : List.of("none", "all", "alternating", "blocks", "first", "last")) {
      fields.add(Field.nullable(pattern + "_int32", Type.int32()));
      fields.add(Field.nullable(pattern + "_boolean", Type.bool()));
      fields.add(Field.nullable(pattern + "_string", Type.string()));
    }
    return Schema.of(fields);
  }

  private static List<List<Object>> nullRows() {
    List<List<Object>> rows = new ArrayList<>();
    int count = 200;
    for (int r = 0; r < count; r++) {
      List<Object> row = new ArrayList<>();
      boolean[] nulls = {false, true, r % 2 == 0, r / 64 % 2 == 1, r == 0, r == count - 1};
      for (boolean isNull : nulls) {
        row.add(isNull ? null : (Object) r);
        row.add(isNull ? null : (Object) (r % 3 == 0));
        row.add(isNull ? null : "s" + r);
      }
      rows.add(row);
    }
    return rows;
  }

  private static Schema longSchema() {
    return Schema.of(
        Field.nullable("text", Type.string()),
        Field.nullable("bytes", Type.binary()),
        Field.nullable("list", Type.list(Field.nullable("element", Type.string()))));
  }

  private static List<List<Object>> longRows() {
    String text = "äbcdefg".repeat(10_000);
    return List.of(
        row("short", new byte[] {1}, row("a")),
        row(text, new byte[66_000], row("b", "c")),
        row("", null, row()));
  }

  private static Schema nestedSchema() {
    return Schema.of(
        Field.nullable(
            "struct", Type.parse("struct<a: int32 required, b: struct<c: string, d: int8>>")),
        Field.required("solid", Type.parse("struct<x: double, y: int64 required>")),
        Field.nullable("list", Type.parse("list<list<int16>>")),
        Field.nullable(
            "map", Type.parse("map<string, list<struct<p: boolean, q: decimal(20,3)>>>")),
        Field.nullable(
            "deep", Type.parse("list<struct<m: map<int32, string>, s: struct<t: uuid>>>")));
  }

  private static List<List<Object>> nestedRows() {
    UUID uuid = new UUID(1, 2);
    List<Object> pq = row(true, decimal("1.500"));
    return List.of(
        row(
            row(1, row("x", (byte) 2)),
            row(0.5, 1L),
            row(row((short) 1, null), row(), null),
            row(Map.entry("k", row(pq, null)), new java.util.AbstractMap.SimpleEntry<>("n", null)),
            row(row(row(Map.entry(1, "one")), row(uuid)), null)),
        row(null, row(null, 2L), null, null, null),
        row(row(2, null), row(-0d, 3L), row(), row(), row()),
        row(
            row(3, row(null, null)),
            row(Double.NaN, 4L),
            row(row((short) 3)),
            row(Map.entry("", row())),
            row(row(null, null), row(row(), row((Object) null)))));
  }

  /**
   * Columns renamed, widened, dropped, moved, and added with a default, with values, or neither.
   */
  private static GoldenTable evolved() {
    Schema old =
        Schema.of(
            Field.required("id", Type.int32()),
            Field.nullable("price", Type.float32()),
            Field.nullable("amount", Type.decimal(9, 2)),
            Field.nullable("name", Type.string()),
            Field.nullable("gone", Type.int64()),
            Field.nullable("place", Type.parse("struct<x: int16, y: string>")));
    List<List<Object>> rows =
        List.of(
            row(1, 0.5f, decimal("-1.25"), "one", 1L, row((short) -7, "y")),
            row(2, null, null, null, 2L, null),
            row(-3, Float.NaN, decimal("9999999.99"), "drei", null, row(null, null)));
    Schema now =
        Schema.of(
            Field.required("rank", Type.int32()),
            Field.nullable("id", Type.int64()),
            Field.nullable("price", Type.float64()),
            Field.nullable("amount", Type.decimal(30, 2)),
            Field.nullable("title", Type.string()),
            Field.nullable("place", Type.parse("struct<lon: int32>")),
            Field.nullable("note", Type.string()),
            Field.required("square", Type.int64()));
    List<List<Object>> before =
        List.of(
            row(7, 1L, 0.5, decimal("-1.25"), "one", row(-7), null, 1L),
            row(7, 2L, null, null, null, null, null, 4L),
            row(
                7,
                -3L,
                (double) Float.NaN,
                decimal("9999999.99"),
                "drei",
                row((Object) null),
                null,
                9L));
    List<List<Object>> added =
        List.of(
            row(
                8,
                1L << 40,
                0.1,
                decimal("-" + "9".repeat(28) + ".99"),
                "vier",
                row(1 << 20),
                "new",
                -1L),
            row(9, null, null, null, null, null, null, 0L));
    return GoldenTable.of("evolved", old, "id,price,place.x;amount;name;gone;place.y", rows)
        .update(GoldenTables::evolve, now, before)
        .append(added);
  }

  private static void evolve(TableUpdate update) {
    long[] squares = {1, 4, 9};
    update
        .renameColumn("name", "title")
        .renameColumn("place.x", "lon")
        .widenColumn("place.lon", Type.int32())
        .widenColumn("id", Type.int64())
        .makeNullable("id")
        .widenColumn("price", Type.float64())
        .widenColumn("amount", Type.decimal(30, 2))
        .dropColumn("place.y")
        .dropColumn("gone")
        .addColumn(Field.required("rank", Type.int32()).withInitialDefault(7))
        .moveColumn("rank", 0)
        .addColumn(Field.nullable("note", Type.string()))
        .addColumn(
            Field.required("square", Type.int64()),
            (firstRow, rowCount, column) -> {
              for (long i = firstRow; i < firstRow + rowCount; i++) {
                column.setLong(0, squares[(int) i]);
                column.endRow();
              }
            });
  }
}
