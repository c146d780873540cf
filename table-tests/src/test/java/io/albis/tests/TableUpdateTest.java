// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnSummary;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.CommitResult;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableUpdateTest {

  private static final int ROWS = 5000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("price", Type.float32()),
          Field.nullable("amount", Type.decimal(7, 2)),
          Field.nullable("place", Type.parse("struct<x: int16, y: int16>")));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void write() {
    write("single");
  }

  private void write(String groups) {
    uri = TestRoot.uri(directory.resolve("t" + System.nanoTime()));
    append(TableWriter.overwrite(uri, SCHEMA).columnGroups(ColumnGroupSpec.parse(groups)), SCHEMA);
  }

  private static void append(TableWriter.Builder builder, Schema schema) {
    try (TableWriter writer = builder.rowGroupSize(64 << 10).segmentSize(4096).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        List<List<Object>> values = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
          values.add(row(i).subList(0, schema.fields().size()));
        }
        RowInput.write(rows, schema, values);
      }
      writer.commit();
    }
  }

  private static List<Object> row(int i) {
    return Arrays.asList(
        i,
        "n" + i,
        i / 2f,
        java.math.BigDecimal.valueOf(i, 2),
        Arrays.asList((short) (i % 1000), null));
  }

  private List<List<Object>> rows(String... columns) {
    return rows(ReadOptions.defaults(), columns);
  }

  private List<List<Object>> rows(ReadOptions options, String... columns) {
    List<List<Object>> rows = new ArrayList<>();
    try (Table table = TestTables.open(uri, options);
        RowCursor cursor = table.scan().select(columns).rows()) {
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
    }
    assertThat(rows).hasSizeGreaterThanOrEqualTo(ROWS);
    return rows;
  }

  private Set<String> files() throws IOException {
    return new StoredFiles(uri).contents().keySet();
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void readsOldAndNewRowsAfterChanges(String groups) {
    write(groups);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .renameColumn("name", "title")
          .renameColumn("place.x", "lon")
          .widenColumn("id", Type.int64())
          .widenColumn("price", Type.float64())
          .widenColumn("amount", Type.decimal(30, 2))
          .widenColumn("place.lon", Type.int32())
          .makeNullable("id")
          .dropColumn("place.y")
          .addColumn(Field.nullable("note", Type.string()))
          .addColumn(Field.required("rank", Type.int32()).withInitialDefault(7))
          .moveColumn("rank", 0)
          .describeColumn("note", "free text")
          .setProperty("owner", "me")
          .setProperty("passing", "x")
          .dropProperty("passing")
          .dropProperty("none")
          .dropProperty("team")
          .setProperty("team", "sales");
      assertThat(update.commit().snapshotId()).isEqualTo(2);
    }
    List<List<Object>> found = rows("rank", "id", "title", "price", "amount", "place", "note");
    for (int i = 0; i < ROWS; i++) {
      Values.assertSameRows(
          List.of(found.get(i)),
          List.of(
              Arrays.asList(
                  7,
                  (long) i,
                  "n" + i,
                  i / 2.0,
                  java.math.BigDecimal.valueOf(i, 2),
                  List.of(i % 1000),
                  null)));
    }
    try (Table table = TestTables.open(uri)) {
      assertThat(table.schema().fields())
          .extracting(Field::name)
          .containsExactly("rank", "id", "title", "price", "amount", "place", "note");
      assertThat(table.schema().field("note").doc()).isEqualTo("free text");
      assertThat(table.properties())
          .containsEntry("owner", "me")
          .containsEntry("team", "sales")
          .doesNotContainKey("passing");
      assertThat(table.snapshot().operation()).isEqualTo("schema");
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.dropProperty("team").commit();
    }
    try (Table table = TestTables.open(uri)) {
      assertThat(table.properties()).containsEntry("owner", "me").doesNotContainKey("team");
    }
    // The previous snapshot is unchanged.
    Values.assertSameRows(
        rows(ReadOptions.defaults().snapshot(1), "id", "name", "price", "amount", "place")
            .subList(0, 3),
        List.of(row(0), row(1), row(2)));
  }

  @Test
  void writesRowsOfTheNewSchema() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .dropColumn("name")
          .widenColumn("id", Type.int64())
          .addColumn(Field.nullable("tags", Type.parse("list<string>")))
          .commit();
    }
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 1L << 40);
        rows.value(4).beginList();
        rows.value(4).element().setString("t");
        rows.value(4).endList();
        rows.endRow();
      }
      writer.commit();
    }
    List<List<Object>> found = rows("id", "tags");
    assertThat(found).hasSize(ROWS + 1);
    assertThat(found.get(17)).isEqualTo(Arrays.asList(17L, null));
    assertThat(found.get(ROWS)).isEqualTo(List.of(1L << 40, List.of("t")));
    // Bounds stored in the narrower type still prune.
    try (Table table = TestTables.open(uri);
        RowCursor cursor = table.scan().filter(Predicate.equal("id", 4321L)).rows()) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.row().getLong(0)).isEqualTo(4321);
      assertThat(cursor.next()).isFalse();
      ColumnSummary id = table.columnStatistics().get(0);
      assertThat(id.min()).contains(0L);
      assertThat(id.max()).contains(1L << 40);
    }
  }

  @Test
  void addingComputedValuesWritesOnlyTheNewColumn() throws IOException {
    append(TableWriter.append(uri), SCHEMA);
    Set<String> before = files();
    long[] written = new long[1];
    CommitResult result;
    try (Table table = TestTables.open(uri);
        TableUpdate update = TableUpdate.open(uri)) {
      try (RowCursor ids = table.scan().select("id").rows()) {
        update.addColumn(
            Field.required("square", Type.int64()),
            (firstRow, rowCount, column) -> {
              assertThat(firstRow).isEqualTo(written[0]);
              for (long i = 0; i < rowCount; i++) {
                assertThat(ids.next()).isTrue();
                long id = ids.row().getInt(0);
                column.setLong(0, id * id);
                column.endRow();
              }
              written[0] += rowCount;
            });
      }
      assertThat(files()).hasSizeGreaterThan(before.size());
      result = update.commit();
    }
    assertThat(written[0]).isEqualTo(2 * ROWS);
    Map<String, String> bytes = new StoredFiles(uri).contents();
    Set<String> added = new TreeSet<>(bytes.keySet());
    added.removeAll(before);
    int newId = 8;
    List<ExtentLayout> newExtents =
        StoredExtents.of(uri).stream().filter(extent -> added.contains(extent.path())).toList();
    assertThat(newExtents).isNotEmpty().isEqualTo(StoredExtents.of(uri, newId));
    assertThat(result.writtenBytes())
        .isEqualTo(
            added.stream()
                .filter(file -> file.endsWith(".albis"))
                .mapToLong(file -> bytes.get(file).length())
                .sum());
    List<List<Object>> found = rows("square", "id");
    for (int i = 0; i < 2 * ROWS; i++) {
      long id = i % ROWS;
      assertThat(found.get(i)).isEqualTo(List.of(id * id, (int) id));
    }
  }

  @Test
  void rejectsTooFewValuesAndLeavesNoFiles() throws IOException {
    Set<String> before = files();
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(
              () ->
                  update.addColumn(
                      Field.nullable("c", Type.int32()),
                      (firstRow, rowCount, column) -> column.endRow()))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("Cannot add column c")
          .hasMessageContaining("but values for 1 were written");
    }
    assertThat(files()).isEqualTo(before);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.addColumn(
          Field.nullable("c", Type.int32()),
          (firstRow, rowCount, column) -> {
            for (long i = 0; i < rowCount; i++) {
              column.endRow();
            }
          });
      assertThat(files()).isNotEqualTo(before);
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void cannotCommitAfterAColumnFailed() throws IOException {
    Set<String> before = files();
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.addColumn(Field.required("first", Type.int32()), TableUpdateTest::zeros);
      assertThatThrownBy(
              () ->
                  update.addColumn(
                      Field.required("second", Type.int32()),
                      (firstRow, rowCount, column) -> {
                        throw new IllegalStateException("no values");
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no values");
      assertThat(files()).isEqualTo(before);
      assertThatThrownBy(update::commit)
          .isInstanceOf(ClosedException.class)
          .hasMessageContaining("or adding a column has failed");
    }
    assertThat(rows("id", "name")).hasSize(ROWS);
    try (Table table = TestTables.open(uri)) {
      assertThat(table.snapshot().id()).isEqualTo(1);
    }
  }

  private static void zeros(long firstRow, long rowCount, RowWriter column) {
    for (long i = 0; i < rowCount; i++) {
      column.setInt(0, 0);
      column.endRow();
    }
  }

  @Test
  void existingNameLeavesTheUpdateOpen() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(
              () -> update.addColumn(Field.required("id", Type.int32()), TableUpdateTest::zeros))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("there is one of this name");
      assertThat(update.dropColumn("name").commit().snapshotId()).isEqualTo(2);
    }
  }

  @Test
  void doesNotReuseIdsOfDroppedColumns() {
    try (TableUpdate add = TableUpdate.open(uri);
        TableUpdate rename = TableUpdate.open(uri);
        TableWriter writer = TableWriter.append(uri).open()) {
      add.addColumn(Field.nullable("mine", Type.int32()));
      rename.renameColumn("name", "title");
      try (TableUpdate other = TableUpdate.open(uri)) {
        other.addColumn(Field.nullable("theirs", Type.int32()), TableUpdateTest::zeros).commit();
      }
      try (TableUpdate other = TableUpdate.open(uri)) {
        other.dropColumn("theirs").commit();
      }
      for (TableUpdate update : List.of(add, rename)) {
        assertThatThrownBy(update::commit)
            .isInstanceOf(CommitConflictException.class)
            .hasMessageContaining("snapshot 3 was committed since snapshot 1 was read");
      }
      // Rows do not refer to field ids, so they can be appended to the unchanged schema.
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setInt(0, 1);
        rows.endRow();
      }
      assertThat(writer.commit().snapshotId()).isEqualTo(4);
    }
    try (TableUpdate again = TableUpdate.open(uri)) {
      again.addColumn(Field.nullable("mine", Type.int32())).commit();
    }
    List<List<Object>> found = rows("mine");
    assertThat(found).hasSize(ROWS + 1).containsOnly(Arrays.asList((Object) null));
  }

  @Test
  void statisticsCountRowsOfAStructAddedLaterAsNull() {
    Field child = Field.required("x", Type.int32()).withInitialDefault(7);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .addColumn(Field.nullable("late", Type.struct(List.of(child))))
          .addColumn(Field.required("there", Type.struct(List.of(child))))
          .commit();
    }
    assertThat(rows("late", "there").get(0)).isEqualTo(Arrays.asList(null, List.of(7)));
    try (Table table = TestTables.open(uri)) {
      ColumnSummary late = summary(table, "late.x");
      assertThat(late.nullCount()).isEqualTo(ROWS);
      assertThat(late.valueBytes()).isZero();
      assertThat(late.min()).isEmpty();
      ColumnSummary there = summary(table, "there.x");
      assertThat(there.nullCount()).isZero();
      assertThat(there.valueBytes()).isEqualTo(4L * ROWS);
      assertThat(there.max()).contains(7);
    }
  }

  private static ColumnSummary summary(Table table, String path) {
    return table.columnStatistics().stream()
        .filter(column -> column.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void rejectsInvalidChanges() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.dropColumn("nam"))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("name");
      assertThatThrownBy(() -> update.widenColumn("id", Type.int16()))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("Cannot change column id from int32 to int16");
      assertThatThrownBy(() -> update.addColumn(Field.required("c", Type.int32())))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("required and has no initial default");
      assertThatThrownBy(() -> update.addColumn(Field.nullable("name", Type.int32())))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("there is one of this name");
      assertThatThrownBy(() -> update.setProperty("albis.x", "y"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("reserved");
      update.commit();
      assertThatThrownBy(() -> update.dropColumn("name"))
          .isInstanceOf(ClosedException.class)
          .hasMessageContaining("committed or closed");
    }
  }

  @Test
  void keepsRowsAppendedConcurrently() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.renameColumn("name", "title");
      append(TableWriter.append(uri), SCHEMA);
      assertThat(update.commit().rowCount()).isEqualTo(2 * ROWS);
    }
    assertThat(rows("title")).hasSize(2 * ROWS);
  }

  @Test
  void conflictsAreTyped() {
    try (TableUpdate first = TableUpdate.open(uri);
        TableUpdate second = TableUpdate.open(uri);
        TableWriter writer = TableWriter.append(uri).open()) {
      first.dropColumn("name").commit();
      assertThatThrownBy(() -> second.dropColumn("price").commit())
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("the schema or the column groups have changed");
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setInt(0, 1);
        rows.endRow();
      }
      assertThatThrownBy(writer::commit).isInstanceOf(CommitConflictException.class);
    }
    try (TableUpdate computed = TableUpdate.open(uri)) {
      computed.addColumn(
          Field.nullable("c", Type.int32()),
          (firstRow, rowCount, column) -> {
            for (long i = 0; i < rowCount; i++) {
              column.endRow();
            }
          });
      try (TableWriter writer = TableWriter.append(uri).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          rows.setInt(0, 1);
          rows.endRow();
        }
        writer.commit();
      }
      assertThatThrownBy(computed::commit).isInstanceOf(CommitConflictException.class);
    }
    assertThat(rows("id")).hasSize(ROWS + 1);
  }
}
