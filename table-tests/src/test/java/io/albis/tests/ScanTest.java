// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits, splits, projections of nested fields, and older snapshots. */
class ScanTest {

  private static final int ROWS = 20_000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable(
              "place", Type.parse("struct<city: string, at: struct<x: double, y: double>>")),
          Field.nullable("visits", Type.parse("list<struct<who: string, when: date>>")),
          Field.nullable("marks", Type.parse("map<string, struct<a: int8, b: int16>>")));

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    append(TableWriter.create(uri, SCHEMA), 0, ROWS);
    append(TableWriter.append(uri), ROWS, ROWS + 10);
    append(TableWriter.overwrite(uri), 0, ROWS);
  }

  private static void append(TableWriter.Builder builder, int from, int to) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(row(i));
    }
    try (TableWriter writer = builder.rowGroupSize(64 << 10).segmentSize(4096).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows);
      }
      writer.commit();
    }
  }

  private static List<Object> row(int i) {
    return Arrays.asList(
        i,
        i % 7 == 0 ? null : Arrays.asList("city" + i, i % 5 == 0 ? null : List.of(i + 0.5, -1.0)),
        List.of(Arrays.asList("who" + i, i)),
        List.of(Map.entry("k" + i, Arrays.asList((byte) 1, (short) i))));
  }

  private static List<Integer> ids(RowCursor cursor) {
    List<Integer> ids = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        ids.add(cursor.row().getInt(0));
      }
    }
    return ids;
  }

  private static List<Integer> range(int from, int to) {
    List<Integer> range = new ArrayList<>();
    for (int i = from; i < to; i++) {
      range.add(i);
    }
    return range;
  }

  @Test
  void limits() {
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan().select("id");
      for (int limit : new int[] {0, 1, 63, 64, 65, 4096, ROWS - 1, ROWS, ROWS + 1}) {
        assertThat(ids(scan.limit(limit).rows())).isEqualTo(range(0, Math.min(limit, ROWS)));
        long rows = 0;
        try (BatchCursor batches = scan.limit(limit).batches()) {
          while (batches.next()) {
            assertThat(batches.batch().column(0).rowCount()).isEqualTo(batches.batch().rowCount());
            rows += batches.batch().rowCount();
          }
        }
        assertThat(rows).isEqualTo(Math.min(limit, ROWS));
      }
      DatasetScan filtered = scan.filter(Predicate.greaterOrEqual("id", 1234));
      assertThat(ids(filtered.limit(5).rows())).isEqualTo(range(1234, 1239));
      assertThatThrownBy(() -> scan.limit(-1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid limit: -1 (expected at least 0)");
    }
  }

  @Test
  void limitReducesBytesRead() {
    try (Table table = TestTables.open(uri, ReadOptions.defaults().readSize(4096))) {
      assertThat(table.scan().select("id").splits(1)).isNotEmpty();
      long planned = table.metrics().bytesRead();
      assertThat(ids(table.scan().select("id").limit(10).rows())).hasSize(10);
      long few = table.metrics().bytesRead() - planned;
      assertThat(ids(table.scan().select("id").rows())).hasSize(ROWS);
      long all = table.metrics().bytesRead() - planned - few;
      assertThat(few).isBetween(1L, all / 4);
    }
  }

  private static Split copy(Split split) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(split);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Split) in.readObject();
    }
  }

  @Test
  void readsSerializedSplits() throws Exception {
    for (long target : new long[] {1, 100_000, Long.MAX_VALUE}) {
      List<Split> splits;
      try (Table table = TestTables.open(uri)) {
        splits = table.scan().select("id").splits(target);
        assertThat(splits.stream().mapToLong(Split::rowCount).sum()).isEqualTo(ROWS);
        int rowGroups = (int) table.snapshot().rowGroupCount();
        assertThat(rowGroups).isGreaterThan(3);
        if (target == 1) {
          assertThat(splits).hasSize(rowGroups);
        } else if (target == Long.MAX_VALUE) {
          assertThat(splits).hasSize(1);
        }
      }
      List<Integer> ids = new ArrayList<>();
      for (Split split : splits) {
        Split elsewhere = copy(split);
        assertThat(elsewhere).isEqualTo(split);
        ReadOptions same = ReadOptions.defaults().snapshot(elsewhere.snapshotId());
        try (Table table = TestTables.open(uri, same)) {
          List<Integer> part = ids(table.scan().select("id").rows(elsewhere));
          assertThat(part).hasSize((int) split.rowCount());
          ids.addAll(part);
        }
      }
      assertThat(ids).isEqualTo(range(0, ROWS));
    }
  }

  @Test
  void splitsArePrunedByStatistics() {
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan().select("id").filter(Predicate.equal("id", ROWS - 1));
      List<Split> splits = scan.splits(1);
      assertThat(splits).hasSize(1);
      assertThat(ids(scan.rows(splits.get(0)))).containsExactly(ROWS - 1);
      assertThatThrownBy(() -> scan.splits(0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid split size: 0 (expected at least 1 byte)");
    }
  }

  @Test
  void rejectsSplitsOfOtherSnapshots() {
    Split old;
    try (Table table = TestTables.open(uri, ReadOptions.defaults().snapshot(1))) {
      old = table.scan().splits(1).get(0);
    }
    try (Table table = TestTables.open(uri)) {
      assertThatThrownBy(() -> table.scan().rows(old))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageStartingWith("Cannot read split of rows 0 to ")
          .hasMessageEndingWith(": the table is open at snapshot 3");
    }
  }

  @Test
  void readsOldSnapshots() {
    int[] rows = {ROWS, ROWS + 10, ROWS};
    for (int id = 1; id <= 3; id++) {
      try (Table table = TestTables.open(uri, ReadOptions.defaults().snapshot(id))) {
        assertThat(table.snapshot().id()).isEqualTo(id);
        assertThat(table.rowCount()).isEqualTo(rows[id - 1]);
        assertThat(ids(table.scan().select("id").rows())).isEqualTo(range(0, rows[id - 1]));
        assertThat(table.snapshots().stream().map(SnapshotInfo::operation))
            .containsExactly("create", "append", "overwrite");
        assertThat(table.snapshots().stream().map(SnapshotInfo::parentId))
            .containsExactly(0L, 1L, 2L);
      }
    }
    assertThatThrownBy(() -> ReadOptions.defaults().snapshot(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid snapshot id: 0 (expected at least 1)");
  }

  @Test
  void openTableStaysOnItsSnapshot() {
    String place = TestRoot.uri(directory.resolve("moving"));
    append(TableWriter.create(place, SCHEMA), 0, 100);
    try (Table table = TestTables.open(place);
        RowCursor cursor = table.scan().select("id").rows()) {
      assertThat(cursor.next()).isTrue();
      append(TableWriter.overwrite(place), 500, 510);
      assertThat(ids(cursor)).isEqualTo(range(1, 100));
      assertThat(ids(table.scan().select("id").rows())).isEqualTo(range(0, 100));
      assertThat(table.snapshots()).hasSize(2);
    }
  }

  private static void assertProjected(List<String> paths, String schema, List<Object> firstRow) {
    try (Table table = TestTables.open(uri);
        RowCursor cursor = table.scan().select(paths).rows()) {
      Schema found = table.scan().select(paths).schema();
      assertThat(found.fields().stream().map(field -> field.name() + ": " + field.type()).toList())
          .hasToString(schema);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isTrue();
      Values.assertSameRows(List.of(cursor.row().materialize()), List.of(firstRow));
    }
  }

  @Test
  void projectsNestedFields() {
    assertProjected(
        List.of("place.at.y", "id"),
        "[place: struct<at: struct<y: double>>, id: int32]",
        List.of(List.of(List.of(-1.0)), 1));
    assertProjected(
        List.of("place.city", "place.at.x"),
        "[place: struct<city: string, at: struct<x: double>>]",
        List.of(List.of("city1", List.of(1.5))));
    assertProjected(
        List.of("visits.element.when"),
        "[visits: list<struct<when: date>>]",
        List.of(List.of(List.of(1))));
    assertProjected(
        List.of("marks.value.b"),
        "[marks: map<string, struct<b: int16>>]",
        List.of(List.of(Map.entry("k1", List.of((short) 1)))));
  }

  @Test
  void projectionsReduceBytesRead() {
    try (Table table = TestTables.open(uri)) {
      assertThat(ids(table.scan().select("id").rows())).hasSize(ROWS);
      long narrow = table.metrics().bytesRead();
      assertThat(ids(table.scan().rows())).hasSize(ROWS);
      assertThat(narrow).isLessThan((table.metrics().bytesRead() - narrow) / 4);
    }
  }

  /** Null structs remain distinct from structs of nulls in every projection. */
  @Test
  void nullStructsStayNull() {
    try (Table table = TestTables.open(uri);
        RowCursor cursor = table.scan().select("place.at.x", "id").rows()) {
      while (cursor.next()) {
        List<Object> row = cursor.row().materialize();
        int id = (Integer) row.get(1);
        List<?> place = (List<?>) row.get(0);
        assertThat(place == null).isEqualTo(id % 7 == 0);
        if (place != null) {
          assertThat(place.get(0) == null).isEqualTo(id % 5 == 0);
        }
      }
    }
  }
}
