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
import io.albis.reader.Expression;
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
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests filters that compare two columns, where random tables do not: pruning, types that differ,
 * columns that row groups do not have.
 */
class ColumnComparisonTest {

  private static final int BLOCK = 1_000;
  private static final int ROWS = 20 * BLOCK;

  @TempDir private Path directory;
  private int tables;

  private String write(Schema schema, List<List<Object>> rows, String groups) {
    String uri = TestRoot.uri(directory.resolve("t" + tables++));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse(groups))
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

  private static List<Integer> rows(DatasetScan scan) {
    List<Integer> rows = new ArrayList<>();
    try (RowCursor cursor = scan.select("row").rows()) {
      while (cursor.next()) {
        rows.add(cursor.row().getInt(0));
      }
    }
    return rows;
  }

  private static void assertSelected(Table table, Predicate predicate, IntPredicate model) {
    assertThat(rows(table.scan().filter(predicate)))
        .as("%s", predicate)
        .isEqualTo(
            IntStream.range(0, Math.toIntExact(table.rowCount())).filter(model).boxed().toList());
  }

  /** Compares two columns in all ways. */
  private static void assertAll(Table table, List<List<Object>> rows, String a, String b) {
    List<String> names = table.schema().fields().stream().map(Field::name).toList();
    int left = names.indexOf(a);
    int right = names.indexOf(b);
    Expression other = Expression.column(b);
    assertTrue(table, Predicate.equal(a, other), rows, left, right, order -> order == 0);
    assertTrue(table, Predicate.notEqual(a, other), rows, left, right, order -> order != 0);
    assertTrue(table, Predicate.lessThan(a, other), rows, left, right, order -> order < 0);
    assertTrue(table, Predicate.lessOrEqual(a, other), rows, left, right, order -> order <= 0);
    assertTrue(table, Predicate.greaterThan(a, other), rows, left, right, order -> order > 0);
    assertTrue(table, Predicate.greaterOrEqual(a, other), rows, left, right, order -> order >= 0);
    IntPredicate isSame =
        i -> {
          Object x = rows.get(i).get(left);
          Object y = rows.get(i).get(right);
          return x == null || y == null ? x == y : compare(x, y) == 0;
        };
    assertSelected(table, Predicate.equalNullSafe(a, other), isSame);
    assertSelected(table, Predicate.notEqualNullSafe(a, other), isSame.negate());
  }

  private static void assertTrue(
      Table table,
      Predicate predicate,
      List<List<Object>> rows,
      int left,
      int right,
      IntPredicate order) {
    IntPredicate hasBoth = i -> rows.get(i).get(left) != null && rows.get(i).get(right) != null;
    IntPredicate model = i -> order.test(compare(rows.get(i).get(left), rows.get(i).get(right)));
    assertSelected(table, predicate, hasBoth.and(model));
    assertSelected(table, Predicate.not(predicate), hasBoth.and(model.negate()));
  }

  private static int compare(Object a, Object b) {
    return a instanceof Float || a instanceof Double
        ? RandomPredicates.compare(((Number) a).doubleValue(), ((Number) b).doubleValue())
        : RandomPredicates.compare(a, b);
  }

  private static Schema pairs() {
    return Schema.of(
        Field.required("row", Type.int32()),
        Field.nullable("small", Type.int8()),
        Field.required("wide", Type.int64()),
        Field.nullable("real", Type.float32()),
        Field.nullable("exact", Type.float64()),
        Field.nullable("price", Type.decimal(7, 2)),
        Field.nullable("cost", Type.decimal(18, 2)),
        Field.nullable("huge", Type.decimal(38, 2)),
        Field.nullable("more", Type.decimal(20, 2)),
        Field.nullable("code", Type.fixedBinary(2)),
        Field.nullable("bytes", Type.binary()),
        Field.nullable("yes", Type.bool()),
        Field.nullable("no", Type.bool()));
  }

  private static List<Object> pair(int i) {
    boolean isEqual = i % 3 == 0;
    byte[] code = {(byte) (i % 5 - 2), (byte) i};
    byte[] longer = {code[0], code[1], 0};
    BigDecimal huge = BigDecimal.valueOf(i - 5_000, 2).multiply(BigDecimal.TEN.pow(15));
    return Arrays.asList(
        i,
        i % 11 == 0 ? null : (byte) (i % 200 - 100),
        (long) (isEqual ? (byte) (i % 200 - 100) : i % 150 - 75),
        i % 13 == 0 ? null : i % 17 == 0 ? Float.NaN : (Float) (i % 19 == 0 ? -0.0f : i % 50 / 4f),
        i % 23 == 0 ? null : i % 34 == 0 ? Double.NaN : (Double) (i % 38 == 0 ? 0.0 : i % 40 / 4.0),
        i % 7 == 0 ? null : BigDecimal.valueOf(i % 100, 2),
        i % 5 == 0 ? null : BigDecimal.valueOf(i % 90, 2),
        i % 7 == 1 ? null : huge.setScale(2),
        i % 5 == 1 ? null : (isEqual ? huge : huge.negate()).setScale(2),
        i % 6 == 1 ? null : code,
        i % 8 == 1 ? null : isEqual ? code : longer,
        i % 9 == 1 ? null : (Boolean) (i % 2 == 0),
        i % 10 == 1 ? null : (Boolean) (i % 4 < 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "row,wide,exact;small,real,bytes;price;cost,code,no"})
  void typesThatDiffer(String groups) {
    List<List<Object>> rows = IntStream.range(0, 3_000).mapToObj(i -> pair(i)).toList();
    try (Table table = Table.open(write(pairs(), rows, groups))) {
      assertAll(table, rows, "small", "wide");
      assertAll(table, rows, "wide", "row");
      assertAll(table, rows, "real", "exact");
      assertAll(table, rows, "price", "cost");
      assertAll(table, rows, "huge", "more");
      assertAll(table, rows, "code", "bytes");
      assertAll(table, rows, "bytes", "code");
      assertAll(table, rows, "yes", "no");
      assertAll(table, rows, "real", "real");
    }
  }

  /** Row groups that were written before a column was widened or added, and others. */
  @Test
  void changedColumns() {
    List<List<Object>> rows =
        new ArrayList<>(
            IntStream.range(0, 2_000)
                .mapToObj(
                    i -> Arrays.<Object>asList(i, i % 7 == 0 ? null : (Object) (short) (i % 300)))
                .toList());
    Schema before =
        Schema.of(Field.required("row", Type.int32()), Field.nullable("a", Type.int16()));
    String uri = write(before, rows, "all");
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .widenColumn("a", Type.int64())
          .addColumn(Field.nullable("b", Type.int32()).withInitialDefault(77))
          .addColumn(Field.nullable("c", Type.int64()))
          .commit();
    }
    Schema schema;
    try (Table table = Table.open(uri)) {
      schema = table.schema();
    }
    rows.replaceAll(row -> Arrays.asList(row.get(0), row.get(1), 77, null));
    List<List<Object>> added =
        IntStream.range(2_000, 4_000)
            .mapToObj(i -> Arrays.<Object>asList(i, (long) i, i % 3 == 0 ? null : i + i % 5 - 2, i))
            .map(row -> Arrays.asList(row.get(0), row.get(1), row.get(2), 2_500L))
            .toList();
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, added);
      }
      writer.commit();
    }
    rows.addAll(added);
    try (Table table = Table.open(uri)) {
      assertAll(table, rows, "a", "b");
      assertAll(table, rows, "b", "row");
      assertAll(table, rows, "c", "a");
      assertAll(table, rows, "b", "c");
    }
  }

  private static void assertReads(Table table, Predicate predicate, int least, int most) {
    int read = rows(table.scan().pruneBy(predicate)).size();
    assertThat(read).as("rows read for %s", predicate).isBetween(least, most);
    assertThat(rows(table.scan().filter(predicate))).hasSizeLessThanOrEqualTo(read);
  }

  private static Schema sorted() {
    return Schema.of(
        Field.required("row", Type.int32()),
        Field.required("next", Type.int32()),
        Field.nullable("half", Type.int32()),
        Field.nullable("real", Type.float64()),
        Field.nullable("name", Type.string()),
        Field.nullable("other", Type.string()),
        Field.required("same", Type.int32()),
        Field.required("one", Type.int32()));
  }

  private static List<Object> sorted(int i) {
    int block = i / BLOCK;
    return Arrays.asList(
        i,
        i + ROWS,
        block == 1 ? null : (Integer) (block < 10 ? -1 : i + 3 * BLOCK),
        block == 2 ? Double.NaN : block,
        "p".repeat(70) + i % 3,
        "p".repeat(63) + (block < 10 ? "o" : "q") + i,
        1,
        1);
  }

  @Test
  void statisticsPrune() {
    List<List<Object>> rows = IntStream.range(0, ROWS).mapToObj(i -> sorted(i)).toList();
    try (Table table = Table.open(write(sorted(), rows, "single"))) {
      Expression next = Expression.column("next");
      assertReads(table, Predicate.lessThan("row", next), ROWS, ROWS);
      assertReads(table, Predicate.equal("row", next), 0, 0);
      assertReads(table, Predicate.equalNullSafe("row", next), 0, 0);
      assertReads(table, Predicate.greaterThan("row", next), 0, 0);
      assertReads(table, Predicate.greaterOrEqual("row", next), 0, 0);
      assertReads(table, Predicate.not(Predicate.lessThan("row", next)), 0, 0);
      assertReads(table, Predicate.not(Predicate.notEqual("row", next)), 0, 0);
      Expression half = Expression.column("half");
      assertReads(table, Predicate.lessThan("row", half), 10 * BLOCK, 12 * BLOCK);
      assertReads(table, Predicate.greaterThan("row", half), 9 * BLOCK, 12 * BLOCK);
      assertReads(table, Predicate.equal("row", half), 0, 2 * BLOCK);
      assertReads(table, Predicate.notEqual("row", half), 19 * BLOCK, ROWS);
      assertReads(table, Predicate.notEqualNullSafe("row", half), ROWS, ROWS);
      Expression one = Expression.column("one");
      assertReads(table, Predicate.notEqual("same", one), 0, 0);
      assertReads(table, Predicate.lessThan("same", one), 0, 0);
      assertReads(table, Predicate.lessOrEqual("same", one), ROWS, ROWS);
      assertReads(table, Predicate.notEqualNullSafe("same", one), 0, 0);
      // Bounds are cut after 64 bytes.
      Expression other = Expression.column("other");
      assertReads(table, Predicate.lessThan("name", other), 10 * BLOCK, 12 * BLOCK);
      assertReads(table, Predicate.greaterThan("name", other), 10 * BLOCK, 12 * BLOCK);
      assertReads(table, Predicate.notEqual("name", other), ROWS, ROWS);
      assertReads(table, Predicate.notEqual("name", Expression.column("name")), ROWS, ROWS);
      for (String column : List.of("next", "half", "one")) {
        assertAll(table, rows, "row", column);
      }
      assertAll(table, rows, "name", "other");
    }
  }

  /** NaN is greater than all numbers, and bounds do not cover it. */
  @Test
  void statisticsOfFloatsPrune() {
    Schema schema =
        Schema.of(
            Field.required("row", Type.int32()),
            Field.nullable("a", Type.float32()),
            Field.nullable("b", Type.float64()));
    List<List<Object>> rows =
        IntStream.range(0, 6 * BLOCK)
            .mapToObj(
                i ->
                    switch (i / BLOCK) {
                      case 0 -> Arrays.<Object>asList(i, Float.NaN, 5.0);
                      case 1 -> Arrays.<Object>asList(i, 5f, Double.NaN);
                      case 2 -> Arrays.<Object>asList(i, Float.NaN, Double.NaN);
                      case 3 -> Arrays.<Object>asList(i, 9f, i % 100 == 0 ? Double.NaN : 5.0);
                      case 4 -> Arrays.<Object>asList(i, i % 2 == 0 ? -0.0f : null, 0.0);
                      default -> Arrays.<Object>asList(i, null, 1.0);
                    })
            .toList();
    try (Table table = Table.open(write(schema, rows, "all"))) {
      Expression b = Expression.column("b");
      assertAll(table, rows, "a", "b");
      assertAll(table, rows, "b", "a");
      assertReads(table, Predicate.lessThan("a", b), 2 * BLOCK, 4 * BLOCK);
      assertReads(table, Predicate.greaterThan("a", b), 2 * BLOCK, 4 * BLOCK);
      assertReads(table, Predicate.equal("a", b), 2 * BLOCK, 5 * BLOCK);
      assertReads(table, Predicate.notEqual("a", b), 3 * BLOCK, 5 * BLOCK);
      assertReads(table, Predicate.greaterThan("b", Expression.column("b")), 0, 4 * BLOCK);
    }
  }

  /** Whether all rows match is what aggregates from statistics rely on. */
  @Test
  void statisticsTellWhetherAllRowsMatch() {
    List<List<Object>> rows = IntStream.range(0, ROWS).mapToObj(i -> sorted(i)).toList();
    try (Table table = Table.open(write(sorted(), rows, "single"))) {
      Expression next = Expression.column("next");
      assertThat(matchesAll(table, Predicate.lessThan("row", next))).isTrue();
      assertThat(matchesAll(table, Predicate.notEqual("row", next))).isTrue();
      assertThat(matchesAll(table, Predicate.not(Predicate.equalNullSafe("row", next)))).isTrue();
      assertThat(matchesAll(table, Predicate.equal("same", Expression.column("one")))).isTrue();
      assertThat(matchesAll(table, Predicate.lessThan("row", Expression.column("half")))).isFalse();
      assertThat(matchesAll(table, Predicate.notEqual("row", Expression.column("half")))).isFalse();
      assertThat(matchesAll(table, Predicate.equal("row", Expression.column("row")))).isFalse();
    }
  }

  /** A comparison with null is not true, although all values match. */
  @Test
  void rowsWithNullsDoNotMatch() {
    Schema schema =
        Schema.of(
            Field.required("row", Type.int32()),
            Field.nullable("a", Type.int32()),
            Field.required("b", Type.int32()));
    List<List<Object>> rows =
        IntStream.range(0, 100)
            .mapToObj(i -> Arrays.<Object>asList(i, i % 10 == 0 ? null : 1, 2))
            .toList();
    try (Table table = Table.open(write(schema, rows, "single"))) {
      assertThat(matchesAll(table, Predicate.lessThan("a", Expression.column("b")))).isFalse();
      assertThat(matchesAll(table, Predicate.notEqual("b", Expression.column("a")))).isFalse();
      assertThat(matchesAll(table, Predicate.lessThan("row", Expression.column("a")))).isFalse();
      assertAll(table, rows, "a", "b");
    }
  }

  private static boolean matchesAll(Table table, Predicate predicate) {
    List<Boolean> found = new ArrayList<>();
    table
        .scan()
        .filter(predicate)
        .visitRowGroups(
            List.of(),
            rowGroup -> {
              found.add(rowGroup.matchesAll());
              return true;
            });
    return !found.isEmpty() && found.stream().allMatch(all -> all);
  }

  @Test
  void rejectsWhatDoesNotCompare() {
    Schema schema =
        Schema.of(
            Field.required("row", Type.int32()),
            Field.nullable("real", Type.float64()),
            Field.nullable("price", Type.decimal(7, 2)),
            Field.nullable("cost", Type.decimal(7, 3)),
            Field.nullable("huge", Type.decimal(30, 2)),
            Field.nullable("day", Type.date()),
            Field.nullable("at", Type.timestamp(TimeUnit.MICROS)),
            Field.nullable("zoned", Type.timestampWithZone(TimeUnit.MICROS)),
            Field.nullable("fine", Type.timestamp(TimeUnit.NANOS)),
            Field.nullable("name", Type.string()),
            Field.nullable("bytes", Type.binary()),
            Field.nullable("id", Type.uuid()),
            Field.nullable("months", Type.yearMonthInterval()),
            Field.nullable("tags", Type.parse("list<string>")),
            Field.nullable("place", Type.parse("struct<x: double>")));
    try (Table table = Table.open(write(schema, List.of(), "single"))) {
      DatasetScan scan = table.scan();
      assertRejected(scan, "row", "real", "column row of type int32 with column real of type");
      assertRejected(scan, "row", "day", "with column day of type date");
      assertRejected(scan, "row", "months", "with column months");
      assertRejected(scan, "price", "cost", "with column cost of type decimal(7,3)");
      assertRejected(scan, "price", "huge", "with column huge");
      assertRejected(scan, "day", "at", "with column at");
      assertRejected(scan, "at", "zoned", "with column zoned");
      assertRejected(scan, "at", "fine", "with column fine");
      assertRejected(scan, "name", "bytes", "with column bytes");
      assertRejected(scan, "bytes", "id", "with column id");
      assertRejected(scan, "tags", "tags", "Cannot compare column tags");
      assertRejected(scan, "name", "tags.element", "inside a list or map");
      assertRejected(scan, "place", "place", "with a value");
      assertThatThrownBy(() -> scan.filter(Predicate.equal("row", Expression.column("missing"))))
          .isInstanceOf(InvalidArgumentException.class);
      assertThat(rows(scan.filter(Predicate.equal("place.x", Expression.column("real")))))
          .isEmpty();
    }
  }

  private static void assertRejected(DatasetScan scan, String left, String right, String message) {
    assertThatThrownBy(() -> scan.filter(Predicate.lessThan(left, Expression.column(right))))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining(message);
  }
}
