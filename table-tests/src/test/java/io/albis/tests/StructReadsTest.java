// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Structs as columns of batches, and as views of rows. */
class StructReadsTest {

  private static final int ROWS = 3000;

  private static final Type POINT =
      Type.struct(Field.required("x", Type.int64()), Field.nullable("y", Type.string()));

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable(
              "outer",
              Type.struct(
                  Field.required("flag", Type.bool()),
                  Field.required("tight", Type.struct(Field.required("n", Type.int32()))),
                  Field.nullable("inner", POINT))),
          Field.required("required", POINT),
          Field.nullable("points", Type.list(Field.nullable("point", POINT))),
          Field.nullable("last", Type.float64()));

  @TempDir private Path directory;

  private static boolean isOuterNull(int i) {
    return i % 3 == 1;
  }

  private static boolean isInnerNull(int i) {
    return isOuterNull(i) || i % 5 == 2;
  }

  private static List<Object> point(int i) {
    return Arrays.asList((long) i, i % 4 == 0 ? null : "y" + i);
  }

  private static List<Object> row(int i) {
    List<Object> outer =
        Arrays.asList(i % 2 == 0, List.of(i * 2), isInnerNull(i) ? null : point(i));
    List<Object> points = new ArrayList<>();
    for (int k = 0; k < i % 3; k++) {
      points.add(k == 1 ? null : point(i + k));
    }
    return Arrays.asList(
        i,
        isOuterNull(i) ? null : outer,
        point(-i),
        i % 7 == 0 ? null : points,
        i % 6 == 0 ? null : i / 2.0);
  }

  private static List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(i));
    }
    return rows;
  }

  private String write(String groups) {
    String uri = TestRoot.uri(directory.resolve("t"));
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .columnGroups(ColumnGroupSpec.parse(groups))
            .segmentSize(4096)
            .rowGroupSize(64 << 10)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows());
      }
      writer.commit();
    }
    return uri;
  }

  private void read(String groups, Consumer<Table> test) {
    try (Table table = TestTables.open(write(groups))) {
      test.accept(table);
    }
  }

  private static String string(RowView point) {
    String text = point.getString(1);
    assertThat(point.getBytes(1, new BytesView()).length())
        .isEqualTo(text == null ? 0 : text.length());
    return text;
  }

  private static void assertRow(RowView row, int i) {
    assertThat(row.getInt(0)).isEqualTo(i);
    assertThat(row.isNullAt(1)).isEqualTo(isOuterNull(i));
    RowView outer = row.getStruct(1);
    assertThat(outer.isNullAt(0)).isEqualTo(isOuterNull(i));
    assertThat(outer.getBoolean(0)).isEqualTo(!isOuterNull(i) && i % 2 == 0);
    assertThat(outer.isNullAt(1)).isEqualTo(isOuterNull(i));
    assertThat(outer.getStruct(1).isNullAt(0)).isEqualTo(isOuterNull(i));
    assertThat(outer.getStruct(1).getInt(0)).isEqualTo(isOuterNull(i) ? 0 : 2 * i);
    assertThat(outer.isNullAt(2)).isEqualTo(isInnerNull(i));
    RowView inner = outer.getStruct(2);
    assertThat(inner.isNullAt(0)).isEqualTo(isInnerNull(i));
    assertThat(inner.getLong(0)).isEqualTo(isInnerNull(i) ? 0 : i);
    assertThat(string(inner)).isEqualTo(isInnerNull(i) ? null : point(i).get(1));
    assertThat(row.isNullAt(2)).isFalse();
    assertThat(row.getStruct(2).getLong(0)).isEqualTo(-i);
    assertThat(row.getStruct(2).materialize()).isEqualTo(row(i).get(2));
    assertThat(row.isNullAt(3)).isEqualTo(i % 7 == 0);
    assertThat(row.isNullAt(4)).isEqualTo(i % 6 == 0);
    assertThat(row.getDouble(4)).isEqualTo(i % 6 == 0 ? 0 : i / 2.0);
    for (int ordinal = 0; ordinal < 5; ordinal++) {
      assertThat(row.getObject(ordinal)).isEqualTo(row(i).get(ordinal));
    }
    assertThat(row.materialize()).isEqualTo(row(i));
    assertThat(inner.column(0).getLong(inner.rowInBatch())).isEqualTo(inner.getLong(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "id,outer.inner.x;outer.flag,required.y,last"})
  void readsRows(String groups) {
    read(
        groups,
        table -> {
          int i = 0;
          try (RowCursor cursor = table.scan().rows()) {
            for (; cursor.next(); i++) {
              assertRow(cursor.row(), i);
            }
          }
          assertThat(i).isEqualTo(ROWS);
        });
  }

  /** A struct that is asked for in some rows only, also far behind the first. */
  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "id,outer.inner.x;outer.flag,required.y,last"})
  void readsStructsOfSomeRows(String groups) {
    read(
        groups,
        table -> {
          try (RowCursor cursor = table.scan().rows()) {
            for (int i = 0; cursor.next(); i++) {
              if (i % 71 == 9 || i % 64 == 0) {
                assertRow(cursor.row(), i);
              }
            }
          }
          List<Integer> ids = new ArrayList<>();
          DatasetScan selected =
              table.scan().filter(Predicate.greaterOrEqual("outer.inner.x", ROWS - 200));
          try (RowCursor cursor = selected.rows()) {
            while (cursor.next()) {
              assertRow(cursor.row(), cursor.row().getInt(0));
              ids.add(cursor.row().getInt(0));
            }
          }
          assertThat(ids)
              .isEqualTo(
                  rows().subList(ROWS - 200, ROWS).stream()
                      .map(row -> (Integer) row.get(0))
                      .filter(i -> !isInnerNull(i))
                      .toList());
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void readsOneNestedField(String groups) {
    read(
        groups,
        table -> {
          DatasetScan scan = table.scan().select("outer.inner.y", "id");
          int i = 0;
          try (RowCursor cursor = scan.rows()) {
            for (; cursor.next(); i++) {
              RowView row = cursor.row();
              assertThat(row.getInt(1)).isEqualTo(i);
              assertThat(row.isNullAt(0)).isEqualTo(isOuterNull(i));
              assertThat(row.getStruct(0).isNullAt(0)).isEqualTo(isInnerNull(i));
              assertThat(row.getStruct(0).getStruct(0).getString(0))
                  .isEqualTo(isInnerNull(i) ? null : point(i).get(1));
              assertThatThrownBy(() -> row.getStruct(0).getString(1))
                  .isInstanceOf(IndexOutOfBoundsException.class)
                  .hasMessage("Invalid ordinal: 1 (expected 0 to 0)");
            }
          }
          assertThat(i).isEqualTo(ROWS);
        });
  }

  /** A filter that tests fields which are not selected, and whether structs are null. */
  @Test
  void filtersByNestedFields() {
    read(
        "all",
        table -> {
          Predicate filter =
              Predicate.and(
                  Predicate.isNotNull("outer"),
                  Predicate.isNull("outer.inner"),
                  Predicate.equal("outer.flag", true));
          List<Object> ids = new ArrayList<>();
          try (RowCursor cursor = table.scan().select("required.x").filter(filter).rows()) {
            while (cursor.next()) {
              ids.add(-cursor.row().getStruct(0).getLong(0));
            }
          }
          List<Object> expected = new ArrayList<>();
          for (int i = 0; i < ROWS; i++) {
            if (!isOuterNull(i) && isInnerNull(i) && i % 2 == 0) {
              expected.add((long) i);
            }
          }
          assertThat(ids).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "id,outer.inner.x;outer.flag,required.y,last"})
  void readsBatches(String groups) {
    read(
        groups,
        table -> {
          try (BatchCursor cursor = table.scan().batches()) {
            while (cursor.next()) {
              assertBatch(cursor.batch());
            }
          }
        });
  }

  private static void assertBatch(ColumnBatch batch) {
    assertThat(batch.columnCount()).isEqualTo(5);
    assertThat(batch.schema().fields()).hasSize(5);
    ColumnVector outer = batch.column(1);
    ColumnVector inner = outer.child(2);
    assertThat(outer.path()).isEqualTo("outer");
    assertThat(inner.path()).isEqualTo("outer.inner");
    assertThat(inner.type().toString()).isEqualTo(POINT.toString());
    assertThat(inner.rowCount()).isEqualTo(batch.rowCount());
    int nulls = 0;
    for (int r = 0; r < batch.rowCount(); r++) {
      int i = batch.column(0).getInt(r);
      nulls += isInnerNull(i) ? 1 : 0;
      assertThat(outer.isNullAt(r)).isEqualTo(isOuterNull(i));
      assertThat(outer.child(1).isNullAt(r)).isEqualTo(isOuterNull(i));
      assertThat(inner.isNullAt(r)).isEqualTo(isInnerNull(i));
      assertThat(inner.child(0).isNullAt(r)).isEqualTo(isInnerNull(i));
      assertThat(batch.column(2).isNullAt(r)).isFalse();
      for (int ordinal = 0; ordinal < 5; ordinal++) {
        assertThat(batch.column(ordinal).getObject(r)).isEqualTo(row(i).get(ordinal));
      }
      ColumnVector points = batch.column(3);
      for (int k = 0; k < points.elementCount(r); k++) {
        int element = points.elementStart(r) + k;
        assertThat(points.child(0).isNullAt(element)).isEqualTo(k == 1);
        assertThat(points.child(0).child(0).getLong(element)).isEqualTo(k == 1 ? 0 : i + k);
      }
    }
    assertThat(inner.nullCount()).isEqualTo(nulls);
    assertThat(batch.column(2).nullCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void rejectsTheWrongGetter(String groups) {
    read(
        groups,
        table -> {
          RowView row;
          RowView inner;
          ColumnVector vector;
          try (RowCursor cursor = table.scan().rows()) {
            assertThat(cursor.next()).isTrue();
            row = cursor.row();
            inner = row.getStruct(1).getStruct(2);
            vector = row.column(1);
            assertRefusals(row, row.getStruct(1), vector);
            assertThat(row.getStruct(1)).isSameAs(row.getStruct(1));
          }
          for (RowView closed : List.of(row, inner)) {
            assertThatThrownBy(() -> closed.getLong(0))
                .isInstanceOf(ClosedException.class)
                .hasMessage("Cannot read the row: the cursor is closed");
          }
          assertThatThrownBy(() -> row.getStruct(1)).isInstanceOf(ClosedException.class);
          for (ColumnVector closed : List.of(vector, vector.child(0))) {
            assertThatThrownBy(() -> closed.isNullAt(0)).isInstanceOf(ClosedException.class);
          }
        });
  }

  private static void assertRefusals(RowView row, RowView outer, ColumnVector vector) {
    assertThatThrownBy(() -> row.getLong(1))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("Cannot read column outer by getLong: its type is struct<")
        .hasMessageEndingWith("(expected getStruct)");
    assertThatThrownBy(() -> row.getStruct(0))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot read column id by getStruct: its type is int32 (expected getInt)");
    assertThatThrownBy(() -> row.getStruct(3))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageEndingWith("(expected column or getObject)");
    assertThatThrownBy(() -> outer.getStruct(2).getInt(0))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage(
            "Cannot read column outer.inner.x by getInt: its type is int64 (expected getLong)");
    for (int ordinal : new int[] {-1, 5}) {
      assertThatThrownBy(() -> row.getStruct(ordinal))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("Invalid ordinal: " + ordinal + " (expected 0 to 4)");
    }
    assertThatThrownBy(() -> outer.isNullAt(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> vector.getInt(0)).isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> vector.child(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> vector.isNullAt(vector.rowCount()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** The view of a struct does not follow the cursor to another batch. */
  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void viewsEndWithTheirBatch(String groups) {
    read(
        groups,
        table -> {
          try (RowCursor cursor = table.scan().rows()) {
            assertThat(cursor.next()).isTrue();
            RowView struct = cursor.row().getStruct(2);
            ColumnVector id = cursor.row().column(0);
            int rows = id.rowCount();
            for (int i = 1; i <= rows; i++) {
              assertThat(cursor.next()).isTrue();
            }
            assertThatThrownBy(() -> struct.getLong(0))
                .isInstanceOf(ClosedException.class)
                .hasMessage(
                    "Cannot read the struct: the cursor has moved to another batch (call"
                        + " getStruct again)");
            assertThat(cursor.row().getStruct(2).getLong(0)).isEqualTo(-rows);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all"})
  void allocatesNothingPerRow(String groups) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    read(
        groups,
        table -> {
          long sum = 0;
          long allocated = 0;
          try (RowCursor cursor = table.scan().rows()) {
            while (cursor.next()) {
              RowView row = cursor.row();
              long before = threads.getCurrentThreadAllocatedBytes();
              RowView outer = row.getStruct(1);
              sum += outer.isNullAt(2) ? 1 : outer.getStruct(2).getLong(0);
              sum += row.getStruct(2).getLong(0);
              long bytes = threads.getCurrentThreadAllocatedBytes() - before;
              // The first row of a batch creates or places the views.
              allocated += row.rowInBatch() < 3 ? 0 : bytes;
            }
          }
          assertThat(sum).isNotZero();
          assertThat(allocated).isLessThan(ROWS);
        });
  }

  /** The same ordinals and children, from reading to writing. */
  @Test
  void batchesAreWrittenByTheSameOrdinals() {
    String uri = TestRoot.uri(directory.resolve("copy"));
    Schema schema = Schema.of(SCHEMA.fields().get(0), SCHEMA.fields().get(2));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (BatchWriter out = writer.newBatchWriter()) {
        out.setInts(0, new int[] {1, 2});
        out.column(1).child(0).setLongs(new long[] {3, 4});
        out.column(1).child(1).setStrings(new String[] {"a", null});
        out.endBatch(2);
      }
      writer.commit();
    }
    try (Table table = TestTables.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.batch().column(0).getInt(1)).isEqualTo(2);
      assertThat(cursor.batch().column(1).child(0).getLong(0)).isEqualTo(3);
      assertThat(cursor.batch().column(1).child(1).isNullAt(1)).isTrue();
    }
  }
}
