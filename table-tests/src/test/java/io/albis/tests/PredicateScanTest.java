// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests filters that random tables do not cover: large lists, widened columns, truncated bounds,
 * pruning.
 */
class PredicateScanTest {

  private static final int LIST = 100_000;

  @TempDir private Path directory;
  private int tables;

  private String write(Schema schema, List<List<Object>> rows, String groups) {
    String uri = TestRoot.uri(directory.resolve("t" + tables++));
    ColumnGroupSpec spec = ColumnGroupSpec.parse(groups);
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(spec)
            .segmentSize(4096)
            .rowGroupSize(64 << 10)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
    return uri;
  }

  /** Values of the column "row" in the rows that a filter selects. */
  private static List<Integer> selected(Table table, Predicate predicate) {
    return rows(table.scan().select("row").filter(predicate));
  }

  private static List<Integer> rows(DatasetScan scan) {
    List<Integer> rows = new ArrayList<>();
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        rows.add(cursor.row().getInt(0));
      }
    }
    return rows;
  }

  private static List<Type> types() {
    return List.of(
        Type.bool(),
        Type.int8(),
        Type.int16(),
        Type.int32(),
        Type.int64(),
        Type.float32(),
        Type.float64(),
        Type.decimal(7, 2),
        Type.decimal(18, 0),
        Type.decimal(38, 10),
        Type.date(),
        Type.time(TimeUnit.MICROS),
        Type.timestamp(TimeUnit.NANOS),
        Type.timestampWithZone(TimeUnit.MILLIS),
        Type.string(),
        Type.binary(),
        Type.fixedBinary(5),
        Type.uuid(),
        Type.yearMonthInterval(),
        Type.dayTimeInterval());
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void largeListsOfEveryType(String groups) {
    RandomData data = new RandomData(11);
    Random random = data.random();
    List<Field> fields = new ArrayList<>(List.of(Field.required("row", Type.int32())));
    types().forEach(type -> fields.add(Field.nullable("c" + fields.size(), type)));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      List<Object> row = new ArrayList<>(List.of(i));
      for (Type type : types()) {
        row.add(random.nextInt(10) == 0 ? null : data.value(type));
      }
      rows.add(row);
    }
    try (Table table = Table.open(write(Schema.of(fields), rows, groups))) {
      for (int c = 1; c < fields.size(); c++) {
        TreeSet<Object> wanted = new TreeSet<>(RandomPredicates::compare);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < LIST; i++) {
          Object value =
              i < rows.size() / 2 ? rows.get(i * 2).get(c) : data.value(types().get(c - 1));
          if (value != null && random.nextInt(2) == 0) {
            wanted.add(value);
            values.add(value);
          }
        }
        int column = c;
        List<Integer> in =
            IntStream.range(0, rows.size())
                .filter(i -> rows.get(i).get(column) != null)
                .filter(i -> wanted.contains(rows.get(i).get(column)))
                .boxed()
                .toList();
        List<Integer> notIn =
            IntStream.range(0, rows.size())
                .filter(i -> rows.get(i).get(column) != null)
                .filter(i -> !wanted.contains(rows.get(i).get(column)))
                .boxed()
                .toList();
        Predicate predicate = Predicate.in("c" + c, values);
        assertThat(predicate.values()).hasSize(wanted.size());
        assertThat(Predicate.fromBytes(predicate.toBytes())).isEqualTo(predicate);
        assertThat(selected(table, predicate)).as("%s", types().get(c - 1)).isEqualTo(in);
        assertThat(selected(table, Predicate.not(predicate))).isEqualTo(notIn);
      }
    }
  }

  private static Schema numbers() {
    return Schema.of(
        Field.required("row", Type.int32()),
        Field.nullable("small", Type.int8()),
        Field.nullable("real", Type.float32()),
        Field.nullable("price", Type.decimal(4, 2)),
        Field.nullable("cost", Type.decimal(9, 2)));
  }

  private static List<Object> numbers(int i) {
    return Arrays.asList(
        i,
        i % 11 == 0 ? null : (byte) (i % 200 - 100),
        i % 13 == 0 ? null : i % 17 == 0 ? Float.NaN : (Float) (i % 19 == 0 ? -0.0f : i / 4f),
        BigDecimal.valueOf(i % 9999, 2),
        i % 7 == 0 ? null : BigDecimal.valueOf(i * 31L - 20_000, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "row,small;real,price;cost"})
  void widenedColumns(String groups) {
    int count = 3_000;
    List<List<Object>> rows = IntStream.range(0, count).mapToObj(i -> numbers(i)).toList();
    String uri = write(numbers(), rows, groups);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .widenColumn("small", Type.int64())
          .widenColumn("real", Type.float64())
          .widenColumn("price", Type.decimal(18, 2))
          .widenColumn("cost", Type.decimal(30, 2))
          .addColumn(Field.nullable("new", Type.string()))
          .commit();
    }
    try (Table table = Table.open(uri)) {
      assertColumn(table, rows, 1, "small", List.of(-100L, 0L, 99L, 100L, Long.MAX_VALUE));
      assertColumn(
          table, rows, 2, "real", List.of(0.0, 0.25, Double.NaN, 0.1, Double.NEGATIVE_INFINITY));
      assertColumn(table, rows, 3, "price", decimals("0", "12.34", "29.99", "-1", "1E+12"));
      assertColumn(table, rows, 4, "cost", decimals("0", "-200", "110.03", "1E+27", "1E+60"));
      assertThat(selected(table, Predicate.isNull("new"))).hasSize(count);
      assertThat(selected(table, Predicate.notEqualNullSafe("new", "x"))).hasSize(count);
      assertThat(selected(table, Predicate.notEqual("new", "x"))).isEmpty();
    }
  }

  private static List<Object> decimals(String... values) {
    return Arrays.stream(values).map(value -> (Object) new BigDecimal(value)).toList();
  }

  private static Object widened(Object value) {
    if (value instanceof Byte number) {
      return number.longValue();
    }
    return value instanceof Float number ? (Object) number.doubleValue() : value;
  }

  private static void assertColumn(
      Table table, List<List<Object>> rows, int c, String column, List<Object> literals) {
    for (Object literal : literals) {
      assertWhere(table, rows, c, Predicate.equal(column, literal), o -> o == 0);
      assertWhere(table, rows, c, Predicate.not(Predicate.equal(column, literal)), o -> o != 0);
      assertWhere(table, rows, c, Predicate.lessThan(column, literal), o -> o < 0);
      assertWhere(table, rows, c, Predicate.lessOrEqual(column, literal), o -> o <= 0);
      assertWhere(table, rows, c, Predicate.greaterThan(column, literal), o -> o > 0);
      assertWhere(table, rows, c, Predicate.not(Predicate.lessThan(column, literal)), o -> o >= 0);
    }
    List<Integer> in =
        IntStream.range(0, rows.size())
            .filter(i -> rows.get(i).get(c) != null)
            .filter(
                i ->
                    literals.stream()
                        .anyMatch(
                            one -> RandomPredicates.compare(widened(rows.get(i).get(c)), one) == 0))
            .boxed()
            .toList();
    assertThat(selected(table, Predicate.in(column, literals))).isEqualTo(in);
  }

  private static void assertWhere(
      Table table, List<List<Object>> rows, int c, Predicate predicate, IntPredicate order) {
    Predicate compared = predicate.operands().isEmpty() ? predicate : predicate.operands().get(0);
    Object literal = compared.values().get(0);
    List<Integer> expected =
        IntStream.range(0, rows.size())
            .filter(i -> rows.get(i).get(c) != null)
            .filter(i -> order.test(RandomPredicates.compare(widened(rows.get(i).get(c)), literal)))
            .boxed()
            .toList();
    assertThat(selected(table, predicate)).as("%s", predicate).isEqualTo(expected);
  }

  /** Bounds of long strings are truncated to 64 bytes. */
  @Test
  void truncatedBounds() {
    String start = "p".repeat(64);
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      rows.add(Arrays.asList(i, i % 10 == 0 ? null : start + (i % 2 == 0 ? "\u00e4" : "x") + i));
    }
    Schema schema =
        Schema.of(Field.required("row", Type.int32()), Field.nullable("text", Type.string()));
    try (Table table = Table.open(write(schema, rows, "single"))) {
      for (String literal :
          List.of(
              "",
              "p",
              start,
              start + "x",
              start + "x17",
              start + "\u00e4",
              start + "y",
              "p".repeat(63) + "q",
              "p".repeat(63) + "o",
              "q",
              "\uDBFF\uDFFF")) {
        assertColumn(table, rows, 1, "text", List.of(literal));
        List<Integer> starting =
            IntStream.range(0, rows.size())
                .filter(i -> rows.get(i).get(1) != null)
                .filter(i -> ((String) rows.get(i).get(1)).startsWith(literal))
                .boxed()
                .toList();
        assertThat(selected(table, Predicate.startsWith("text", literal))).isEqualTo(starting);
        assertThat(selected(table, Predicate.not(Predicate.startsWith("text", literal))))
            .hasSize(1_800 - starting.size());
      }
    }
  }

  private static Schema sorted() {
    return Schema.of(
        Field.required("row", Type.int32()),
        Field.nullable("name", Type.string()),
        Field.nullable("part", Type.int32()),
        Field.nullable("real", Type.float64()));
  }

  private static List<Object> sorted(int i) {
    // One block of rows per thousand: null in the second, NaN in the third.
    int block = i / 1000;
    return Arrays.asList(
        i,
        String.format("name-%05d", i),
        block == 1 ? null : (Integer) block,
        block == 2 ? Double.NaN : block);
  }

  private static void assertReads(Table table, Predicate predicate, int least, int most) {
    int read = rows(table.scan().select("row").pruneBy(predicate)).size();
    assertThat(read).as("rows read for %s", predicate).isBetween(least, most);
    assertThat(selected(table, predicate)).hasSizeLessThanOrEqualTo(read);
  }

  @Test
  void statisticsPrune() {
    int count = 20_000;
    List<List<Object>> rows = IntStream.range(0, count).mapToObj(i -> sorted(i)).toList();
    try (Table table = Table.open(write(sorted(), rows, "single"))) {
      List<Integer> far = IntStream.range(count, count + LIST).boxed().toList();
      assertReads(table, Predicate.in("row", far), 0, 0);
      List<Integer> around = new ArrayList<>(far);
      around.add(7_777);
      assertReads(table, Predicate.in("row", around), 1, 2_000);
      assertThat(selected(table, Predicate.in("row", around))).containsExactly(7_777);
      assertReads(table, Predicate.equal("name", "name-01234"), 1, 2_000);
      assertReads(table, Predicate.startsWith("name", "name-012"), 100, 2_000);
      assertReads(table, Predicate.startsWith("name", "nam"), count, count);
      assertReads(table, Predicate.not(Predicate.startsWith("name", "name-")), 0, 0);
      assertReads(table, Predicate.in("name", List.of("a", "name-1", "z")), 0, 3_000);
      assertReads(table, Predicate.equalNullSafe("part", 5), 1_000, 4_000);
      assertReads(table, Predicate.isNull("part"), 1_000, 4_000);
      assertReads(table, Predicate.equalNullSafe("part", null), 1_000, 4_000);
      assertReads(table, Predicate.isNan("real"), 1_000, 4_000);
      assertReads(table, Predicate.greaterThan("real", 1e300), 1_000, 4_000);
      assertReads(table, Predicate.greaterThan("real", Double.NaN), 0, 0);
      assertReads(table, Predicate.alwaysFalse(), 0, 0);
      assertReads(table, Predicate.alwaysTrue(), count, count);
      List<Integer> notFive = selected(table, Predicate.notEqual("part", 5));
      assertThat(notFive).hasSize(count - 2_000);
      assertThat(selected(table, Predicate.notEqualNullSafe("part", 5))).hasSize(count - 1_000);
      assertThat(selected(table, Predicate.not(Predicate.isNan("real")))).hasSize(count - 1_000);
    }
  }

  /** If all values are equal, no row differs from them, but there may be nulls. */
  @Test
  void constantColumnsPrune() {
    Schema schema =
        Schema.of(
            Field.required("row", Type.int32()),
            Field.nullable("same", Type.string()),
            Field.nullable("holes", Type.string()));
    List<List<Object>> rows =
        IntStream.range(0, 1_000)
            .mapToObj(i -> Arrays.<Object>asList(i, "x", i % 2 == 0 ? null : "x"))
            .toList();
    try (Table table = Table.open(write(schema, rows, "single"))) {
      assertReads(table, Predicate.notEqual("same", "x"), 0, 0);
      assertReads(table, Predicate.notEqualNullSafe("same", "x"), 0, 0);
      assertReads(table, Predicate.not(Predicate.in("same", List.of("w", "x"))), 0, 0);
      assertReads(table, Predicate.endsWith("same", "y"), 0, 0);
      assertReads(table, Predicate.not(Predicate.contains("same", "x")), 0, 0);
      assertReads(table, Predicate.notEqual("holes", "x"), 0, 0);
      assertThat(selected(table, Predicate.notEqualNullSafe("holes", "x"))).hasSize(500);
      assertThat(selected(table, Predicate.equalNullSafe("holes", "x"))).hasSize(500);
    }
  }

  /** A required struct is null where its innermost nullable parent is null. */
  @Test
  void requiredStructsInsideNullableOnes() {
    Schema schema =
        Schema.of(
            Field.required("row", Type.int32()),
            Field.nullable(
                "a", Type.parse("struct<b: struct<c: struct<d: int32 required> required>>")));
    List<List<Object>> rows =
        List.of(
            Arrays.asList(0, null),
            Arrays.asList(1, Arrays.asList((Object) null)),
            List.of(2, List.of(List.of(List.of(7)))));
    try (Table table = Table.open(write(schema, rows, "single"))) {
      assertThat(selected(table, Predicate.isNull("a"))).containsExactly(0);
      assertThat(selected(table, Predicate.isNull("a.b"))).containsExactly(0, 1);
      assertThat(selected(table, Predicate.isNull("a.b.c"))).containsExactly(0, 1);
      assertThat(selected(table, Predicate.isNotNull("a.b.c"))).containsExactly(2);
      assertThat(selected(table, Predicate.equal("a.b.c.d", 7))).containsExactly(2);
      assertThat(selected(table, Predicate.notEqualNullSafe("a.b.c.d", 7))).containsExactly(0, 1);
    }
  }

  @Test
  void rejectsInvalidPredicates() {
    Schema schema =
        Schema.of(
            Field.required("row", Type.int32()),
            Field.nullable("price", Type.decimal(7, 2)),
            Field.nullable("tags", Type.parse("list<string>")),
            Field.nullable("place", Type.parse("struct<x: double>")));
    try (Table table = Table.open(write(schema, List.of(), "single"))) {
      DatasetScan scan = table.scan();
      assertThatThrownBy(() -> scan.filter(Predicate.isNan("rov")))
          .isInstanceOf(InvalidArgumentException.class);
      assertRejected(scan, Predicate.isNan("row"), "is NaN (expected float or double)");
      assertRejected(scan, Predicate.endsWith("row", 1), "ends with a suffix (expected string or");
      assertRejected(scan, Predicate.contains("row", "x"), "with x (String)");
      assertRejected(scan, Predicate.like("row", "x"), "with x (String)");
      assertRejected(scan, Predicate.equal("row", 1.5), "of type int32 with 1.5 (Double)");
      assertRejected(scan, Predicate.in("row", List.of("a")), "of type int32 with a (String)");
      assertRejected(
          scan, Predicate.equal("price", new BigDecimal("1.234")), "more digits after the point");
      assertRejected(scan, Predicate.equal("tags", "x"), "Cannot compare column tags");
      assertRejected(scan, Predicate.equal("tags.element", "x"), "inside a list or map");
      assertRejected(scan, Predicate.equal("place", 1), "with a value");
      assertRejected(scan, Predicate.in("place", List.of()), "with a value");
    }
  }

  private static void assertRejected(DatasetScan scan, Predicate predicate, String message) {
    assertThatThrownBy(() -> scan.filter(predicate))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining(message);
  }
}
