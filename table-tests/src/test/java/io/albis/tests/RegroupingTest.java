// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnSummary;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leaves move to other column groups; rows from before and after are read alike. */
class RegroupingTest {

  private static final int ROWS = 2000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("a", Type.int32()),
          Field.nullable("b", Type.string()),
          Field.nullable("s", Type.parse("struct<x: int16 required, y: string>")),
          Field.nullable("l", Type.list(Field.nullable("element", Type.int32()))));

  @TempDir private Path directory;
  private String uri;
  private int commits;

  @BeforeEach
  void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    append(TableWriter.create(uri, SCHEMA).columnGroups(ColumnGroupSpec.single()));
  }

  private static List<Object> row(int i) {
    return Arrays.asList(
        i,
        i % 3 == 0 ? null : "b" + i,
        i % 4 == 0 ? null : Arrays.asList((short) (i % 1000), i % 5 == 0 ? null : "y" + i),
        i % 6 == 0 ? null : Arrays.asList(i, null));
  }

  private void append(TableWriter.Builder builder) {
    try (TableWriter writer = TestTables.smallRowGroups(builder, 16 << 10).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows(commits * ROWS, (commits + 1) * ROWS));
      }
      writer.commit();
    }
    commits++;
  }

  private static List<List<Object>> rows(int from, int to) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(row(i));
    }
    return rows;
  }

  private void regroup(String groups) {
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.groupColumns(ColumnGroupSpec.parse(groups)).commit();
    }
  }

  private static List<List<Object>> found(DatasetScan scan) {
    List<List<Object>> rows = new ArrayList<>();
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
    }
    return rows;
  }

  private void requireRows() {
    int count = commits * ROWS;
    try (Table table = TestTables.open(uri)) {
      Values.assertSameRows(found(table.scan()), rows(0, count));
      Predicate filter =
          Predicate.and(
              Predicate.greaterOrEqual("a", 500),
              Predicate.equal("s.x", (short) 501),
              Predicate.isNotNull("b"));
      List<List<Object>> expected = new ArrayList<>(rows(0, count));
      expected.removeIf(
          row ->
              (Integer) row.get(0) < 500
                  || row.get(1) == null
                  || row.get(2) == null
                  || !((List<?>) row.get(2)).get(0).equals((short) 501));
      Values.assertSameRows(found(table.scan().filter(filter)), expected);
      ColumnSummary summary = table.columnStatistics().get(0);
      assertThat(summary.min()).contains(0);
      assertThat(summary.max()).contains(count - 1);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void leavesMoveBackAndForth() {
    regroup("a, b, s.x; s.y; l");
    requireRows();
    append(TableWriter.append(uri));
    requireRows();
    // The children of a struct move apart from it.
    regroup("a; b, s.y; s.x; l");
    append(TableWriter.append(uri));
    requireRows();
    regroup("single");
    append(TableWriter.append(uri));
    requireRows();
    try (Table table = Table.open(uri)) {
      assertThat(table.columnGroups()).allMatch(ColumnGroup::isImplicit);
    }
    regroup("all");
    append(TableWriter.append(uri));
    requireRows();
  }

  @Test
  void projectionsReadTheGroupsThatStoreTheirColumns() {
    regroup("a, b; s.x, s.y; l");
    append(TableWriter.append(uri));
    int old = 1;
    int current;
    try (Table table = TestTables.open(uri)) {
      current = table.columnGroups().get(0).id();
      assertThat(current).isNotEqualTo(old);
      long offsets = table.scan().select("a").segments().size();
      assertThat(offsets)
          .isEqualTo(segments(old) + segments(current))
          .isEqualTo(table.scan().select("a", "a").segments().size());
    }
  }

  private long segments(int columnGroupId) {
    return StoredExtents.of(uri, columnGroupId).stream()
        .mapToLong(extent -> extent.segments().size())
        .sum();
  }

  @Test
  void columnsOfRetiredGroupsChange() {
    regroup("a, b, s.x; s.y; l");
    append(TableWriter.append(uri));
    regroup("b, s.x; a; s.y; l");
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .dropColumn("b")
          .widenColumn("a", Type.int64())
          .renameColumn("s.x", "z")
          .widenColumn("s.z", Type.int32())
          .addField("s", Field.nullable("new", Type.string()))
          .commit();
    }
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < commits * ROWS; i++) {
      List<Object> row = row(i);
      List<?> s = (List<?>) row.get(2);
      expected.add(
          Arrays.asList(
              (long) i,
              s == null ? null : Arrays.asList(((Short) s.get(0)).intValue(), s.get(1), null),
              row.get(3)));
    }
    try (Table table = TestTables.open(uri)) {
      Values.assertSameRows(found(table.scan()), expected);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }
}
