// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.DatasetScan;
import io.albis.reader.FirstRows;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans of which only the first rows of an order are needed. */
class FirstRowsTest {

  private static final int ROWS = 20_000;

  @TempDir private Path directory;
  private int tables;

  private String write(Schema schema, List<List<Object>> rows, String groups) {
    String uri = TestRoot.uri(directory.resolve("t" + tables++));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse(groups))
            .segmentSize(16 << 10)
            .rowGroupSize(256 << 10)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
    return uri;
  }

  private static List<Integer> rows(RowCursor rows) {
    List<Integer> found = new ArrayList<>();
    try (RowCursor cursor = rows) {
      while (cursor.next()) {
        found.add(cursor.row().getInt(0));
      }
    }
    return found;
  }

  /** The order of rows by a column that a scan has to keep. */
  private static Comparator<Object> comparator(SortColumn order) {
    Comparator<Object> values = RandomPredicates::compare;
    Comparator<Object> directed = order.descending() ? values.reversed() : values;
    return order.nullsLast() ? Comparator.nullsLast(directed) : Comparator.nullsFirst(directed);
  }

  /** All rows that are among the first ones, also those that are equal to the last of them. */
  private static Set<Integer> needed(
      List<Object> values, SortColumn order, int first, IntPredicate filter) {
    Comparator<Object> inOrder = comparator(order);
    List<Integer> sorted =
        IntStream.range(0, values.size())
            .filter(filter)
            .boxed()
            .sorted(Comparator.comparing(values::get, inOrder))
            .toList();
    if (sorted.size() <= first) {
      return new HashSet<>(sorted);
    }
    Object last = values.get(sorted.get(first - 1));
    Set<Integer> needed = new HashSet<>();
    for (int row : sorted) {
      if (inOrder.compare(values.get(row), last) <= 0) {
        needed.add(row);
      }
    }
    return needed;
  }

  private static List<SortColumn> orders(String path) {
    return List.of(
        SortColumn.ascending(path),
        new SortColumn(path, false, true),
        SortColumn.descending(path),
        new SortColumn(path, true, false));
  }

  private static final List<Type> TYPES =
      List.of(
          Type.bool(),
          Type.int8(),
          Type.int16(),
          Type.int32(),
          Type.int64(),
          Type.float32(),
          Type.float64(),
          Type.decimal(7, 2),
          Type.decimal(18, 0),
          Type.decimal(20, 3),
          Type.decimal(38, 0),
          Type.string(),
          Type.binary(),
          Type.fixedBinary(5),
          Type.uuid(),
          Type.date(),
          Type.time(TimeUnit.MICROS),
          Type.timestampWithZone(TimeUnit.MILLIS),
          Type.yearMonthInterval(),
          Type.dayTimeInterval());

  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void keepsTheFirstRowsOfEveryType(String groups) {
    RandomData data = new RandomData(5);
    Random random = data.random();
    List<Field> fields = new ArrayList<>(List.of(Field.required("row", Type.int32())));
    TYPES.forEach(type -> fields.add(Field.nullable("c" + fields.size(), type)));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      List<Object> row = new ArrayList<>(List.of(i));
      for (int c = 0; c < TYPES.size(); c++) {
        row.add(random.nextInt(1 + c * 10) == 0 ? null : data.value(TYPES.get(c)));
      }
      rows.add(row);
    }
    try (Table table = Table.open(write(Schema.of(fields), rows, groups))) {
      for (int c = 1; c < fields.size(); c++) {
        int column = c;
        List<Object> values = new ArrayList<>(rows.stream().map(row -> row.get(column)).toList());
        for (SortColumn order : orders("c" + c)) {
          for (int first : new int[] {1, 100, 1_499}) {
            DatasetScan scan = table.scan().select("row").first(FirstRows.of(order, first));
            List<Integer> found = rows(scan.rows());
            assertThat(found)
                .as("%s by %s", TYPES.get(c - 1), order)
                .containsAll(needed(values, order, first, i -> true))
                .doesNotHaveDuplicates();
            int half = random.nextInt(1_500);
            DatasetScan filtered =
                scan.filter(Predicate.greaterThan("row", half)).first(FirstRows.of(order, first));
            assertThat(rows(filtered.rows()))
                .containsAll(needed(values, order, first, i -> i > half))
                .allMatch(i -> i > half);
          }
        }
      }
    }
  }

  private static Schema schema() {
    return Schema.of(
        Field.required("row", Type.int32()),
        Field.required("shuffled", Type.int64()),
        Field.nullable("few", Type.int32()),
        Field.nullable("text", Type.string()),
        Field.nullable("place", Type.parse("struct<x: double>")));
  }

  private static List<Object> row(int i) {
    return Arrays.asList(
        i,
        i * 7919L % ROWS,
        i % 10 == 0 ? null : (Integer) (i % 10),
        "text " + i,
        i % 4 == 0 ? null : Arrays.asList((Object) (double) (i * 31 % ROWS)));
  }

  private static List<List<Object>> allRows() {
    return IntStream.range(0, ROWS).mapToObj(i -> row(i)).toList();
  }

  private static List<Object> column(int column) {
    return new ArrayList<>(allRows().stream().map(row -> row.get(column)).toList());
  }

  @Test
  void leavesOutMostRows() {
    try (Table table = Table.open(write(schema(), allRows(), "all"))) {
      DatasetScan shuffled =
          table
              .scan()
              .select("row", "text")
              .first(FirstRows.of(SortColumn.descending("shuffled"), 10));
      assertThat(rows(shuffled.rows()))
          .hasSizeLessThan(3_000)
          .containsAll(needed(column(1), SortColumn.descending("shuffled"), 10, i -> true));
      assertThat(shuffled.metrics().rowsFiltered()).isGreaterThan(ROWS - 3_000);

      // The bound is known before most row groups are read.
      DatasetScan sorted =
          table.scan().select("row").first(FirstRows.of(SortColumn.ascending("row"), 10));
      assertThat(rows(sorted.rows())).hasSizeLessThan(ROWS / 2).contains(0, 1, 2, 9);

      // Rows that are equal to the last one remain, also nulls.
      DatasetScan ties =
          table.scan().select("row").first(FirstRows.of(SortColumn.ascending("few"), 5));
      assertThat(rows(ties.rows()))
          .hasSizeBetween(ROWS / 10, ROWS / 10 + 2_000)
          .containsAll(needed(column(2), SortColumn.ascending("few"), 5, i -> true));
    }
  }

  /** Keys of long values are their first bytes, or the nearest integer of 8 bytes. */
  @Test
  void keepsRowsWhoseKeysAreTheSame() {
    Schema schema =
        Schema.of(
            Field.required("row", Type.int32()),
            Field.nullable("text", Type.string()),
            Field.required("huge", Type.decimal(38, 0)));
    String[] starts = {"", "a", "a\0", "abcdefg", "abcdefgh", "abcdefghi", "\u00e4\u00fc"};
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      int k = i * 37 % 6_000;
      BigDecimal huge =
          BigDecimal.valueOf(k - 3_000)
              .multiply(k % 2 == 0 ? BigDecimal.TEN.pow(25) : BigDecimal.TEN);
      rows.add(Arrays.asList(i, i % 50 == 0 ? null : starts[k % 7] + (k % 3 == 0 ? k : ""), huge));
    }
    try (Table table = Table.open(write(schema, rows, "all"))) {
      for (int c = 1; c <= 2; c++) {
        int column = c;
        List<Object> values = new ArrayList<>(rows.stream().map(row -> row.get(column)).toList());
        for (SortColumn order : orders(schema.fields().get(c).name())) {
          for (int first : new int[] {1, 130, 3_000}) {
            DatasetScan scan = table.scan().select("row").first(FirstRows.of(order, first));
            assertThat(rows(scan.rows()))
                .as("%s %d", order, first)
                .containsAll(needed(values, order, first, i -> true))
                .doesNotHaveDuplicates();
          }
        }
      }
      DatasetScan huge = table.scan().first(FirstRows.of(SortColumn.ascending("huge"), 1));
      assertThat(rows(huge.rows())).hasSizeBetween(1_400, 2_500);
      DatasetScan text = table.scan().first(FirstRows.of(SortColumn.descending("text"), 5));
      assertThat(rows(text.rows())).hasSizeLessThan(1_500);
    }
  }

  @Test
  void cursorsOfOneQueryLearnFromEachOther() {
    try (Table table = Table.open(write(schema(), allRows(), "single"))) {
      SortColumn order = SortColumn.ascending("shuffled");
      FirstRows first = FirstRows.of(order, 100);
      List<Integer> found = new ArrayList<>();
      List<Split> splits = table.scan().splits(200_000);
      assertThat(splits).hasSizeGreaterThan(3);
      for (Split split : splits) {
        found.addAll(rows(table.scan().select("row").first(first).rows(split)));
      }
      assertThat(found)
          .doesNotHaveDuplicates()
          .containsAll(needed(column(1), order, 100, i -> true))
          .hasSizeLessThan(3_000);
      List<Integer> alone = new ArrayList<>();
      for (Split split : splits) {
        DatasetScan scan = table.scan().select("row").first(FirstRows.of(order, 100));
        alone.addAll(rows(scan.rows(split)));
      }
      assertThat(alone).hasSizeGreaterThan(found.size());
      // Row groups are skipped by what another scan has found.
      FirstRows sorted = FirstRows.of(SortColumn.ascending("row"), 5);
      assertThat(rows(table.scan().select("row").first(sorted).rows(splits.get(0)))).contains(0, 4);
      DatasetScan last = table.scan().select("row").first(sorted);
      assertThat(rows(last.rows(splits.get(splits.size() - 1)))).isEmpty();
      assertThat(last.metrics().rowGroupsRead()).isZero();
    }
  }

  /** Statistics that rule out the values do not rule out nulls that come first. */
  @Test
  void readsNullsThatComeFirst() {
    Schema schema =
        Schema.of(Field.required("row", Type.int32()), Field.nullable("value", Type.int32()));
    List<List<Object>> rows =
        IntStream.range(0, 2_000)
            .mapToObj(i -> Arrays.<Object>asList(i, i == 1_500 ? null : (Integer) i))
            .toList();
    try (Table table = Table.open(write(schema, rows, "all"))) {
      FirstRows first = FirstRows.of(SortColumn.ascending("value"), 5);
      DatasetScan scan = table.scan().select("row").first(first);
      assertThat(rows(scan.filter(Predicate.lessThan("row", 1_000)).rows())).contains(0, 1, 2, 3);
      assertThat(rows(scan.filter(Predicate.greaterOrEqual("row", 1_000)).rows()))
          .containsExactly(1_500);
    }
  }

  @Test
  void countsOnlyRowsThatAreReturned() {
    try (Table table = Table.open(write(schema(), allRows(), "all"))) {
      SortColumn order = SortColumn.descending("place.x");
      DatasetScan scan = table.scan().select("row").first(FirstRows.of(order, 20));
      assertThat(rows(scan.limit(30).rows())).hasSize(30);
      List<Integer> sample = rows(table.scan().select("row").sampleRows(0, 0.1, 3).rows());
      Set<Integer> sampled = new HashSet<>(sample);
      List<Object> xs = column(4);
      xs.replaceAll(place -> place == null ? null : ((List<?>) place).get(0));
      assertThat(
              rows(
                  table
                      .scan()
                      .select("row")
                      .sampleRows(0, 0.1, 3)
                      .first(FirstRows.of(order, 20))
                      .rows()))
          .containsAll(needed(xs, order, 20, sampled::contains))
          .hasSizeLessThan(sample.size())
          .allMatch(sampled::contains);
    }
  }

  @Test
  void rejectsWhatItCannotOrder() {
    try (Table table = Table.open(write(schema(), List.of(), "single"))) {
      DatasetScan scan = table.scan();
      assertThatThrownBy(() -> scan.first(FirstRows.of(SortColumn.ascending("tex"), 1)))
          .isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(() -> scan.first(FirstRows.of(SortColumn.ascending("place"), 1)))
          .isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(() -> FirstRows.of(SortColumn.ascending("row"), 0))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Invalid number of first rows: 0 (expected 1 to 65536)");
      assertThatThrownBy(() -> FirstRows.of(SortColumn.ascending("row"), FirstRows.MAX_ROWS + 1))
          .isInstanceOf(InvalidArgumentException.class);
    }
  }
}
