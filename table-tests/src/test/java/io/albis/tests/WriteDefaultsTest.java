// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Write defaults: stored where a row gives no value, and not where it gives null. */
class WriteDefaultsTest {

  private static final int ROWS = 3000;

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private static Schema flat() {
    Type decimal = Type.decimal(30, 2);
    return Schema.of(
        Field.required("id", Type.int64()),
        Field.required("i", Type.int32()).withWriteDefault(-7),
        Field.nullable("b", Type.bool()).withWriteDefault(true),
        Field.nullable("s", Type.string()).withWriteDefault("näme"),
        Field.required("t", Type.string()).withWriteDefault(""),
        Field.nullable("d", decimal).withWriteDefault(new BigDecimal("-1.5")),
        Field.nullable("h", Type.int16()).withWriteDefault(5),
        Field.nullable("plain", Type.int32()));
  }

  private List<List<Object>> rows() {
    try (Table table = TestTables.open(uri);
        RowCursor cursor = table.scan().rows()) {
      List<List<Object>> rows = new ArrayList<>();
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
      assertThat(table.verify(any -> {}).problems()).isEmpty();
      return rows;
    }
  }

  /** Of row i, each column is by turns not set, null and set; id is always set. */
  private static List<Object> expected(int i, boolean isBatch) {
    int turn = isBatch ? (i / 500) % 3 : i % 3;
    List<Object> row = new ArrayList<>();
    row.add((long) i);
    row.add(turn == 2 ? i : -7);
    row.add(turn == 0 ? (Object) true : turn == 1 ? null : (Object) false);
    row.add(turn == 0 ? "näme" : turn == 1 ? null : "s" + i);
    row.add(turn == 2 ? "t" + i : "");
    row.add(turn == 0 ? new BigDecimal("-1.50") : turn == 1 ? null : new BigDecimal(i).setScale(2));
    row.add(turn == 0 ? (Short) (short) 5 : turn == 1 ? null : (Short) (short) i);
    row.add(turn == 2 ? i : null);
    return row;
  }

  private static void setAll(RowWriter rows, int i) {
    rows.setInt(1, i);
    rows.setBoolean(2, false);
    rows.setString(3, "s" + i);
    rows.setString(4, "t" + i);
    rows.setDecimal(5, new BigDecimal(i));
    rows.setShort(6, (short) i);
    rows.setInt(7, i);
  }

  private TableWriter.Builder create(String groups) {
    return TableWriter.create(uri, flat())
        .columnGroups(ColumnGroupSpec.parse(groups))
        .segmentSize(8192)
        .rowGroupSize(1 << 16);
  }

  private static void writeRows(TableWriter.Builder builder) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          if (i % 100 == 50) {
            setAll(rows, -i);
            rows.setNull(3);
            rows.discardRow();
          }
          rows.setLong(0, i);
          if (i % 3 == 1) {
            for (int c : new int[] {2, 3, 5, 6, 7}) {
              rows.setNull(c);
            }
          } else if (i % 3 == 2) {
            setAll(rows, i);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "id,i,s;b,t,d"})
  void byRow(String groups) {
    writeRows(create(groups));
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      expected.add(expected(i, false));
    }
    Values.assertSameRows(rows(), expected);
  }

  @Test
  void partitionsOfDefaults() throws Exception {
    writeRows(
        create("auto").partitionBy(Partitioning.truncate("s", 1), Partitioning.identity("b")));
    List<List<Object>> found = new ArrayList<>(rows());
    found.sort((a, b) -> Long.compare((Long) a.get(0), (Long) b.get(0)));
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      expected.add(expected(i, false));
    }
    Values.assertSameRows(found, expected);
    assertThat(PartitionedFiles.check(uri).partitions()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "partitioned"})
  void byBatch(String groups) {
    TableWriter.Builder create =
        groups.equals("partitioned")
            ? create("all").partitionBy(Partitioning.identity("b"))
            : create(groups);
    List<List<Object>> expected = new ArrayList<>();
    try (TableWriter writer = create.open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        for (int first = 0; first < ROWS; first += 500) {
          long[] ids = new long[500];
          boolean[] nulls = new boolean[500];
          Arrays.fill(nulls, true);
          int[] ints = new int[500];
          String[] strings = new String[500];
          String[] texts = new String[500];
          long[] decimals = new long[500];
          short[] shorts = new short[500];
          for (int i = 0; i < 500; i++) {
            ids[i] = (long) first + i;
            ints[i] = first + i;
            strings[i] = "s" + (first + i);
            texts[i] = "t" + (first + i);
            decimals[i] = 100L * (first + i);
            shorts[i] = (short) (first + i);
            expected.add(expected(first + i, true));
          }
          batches.setLongs(0, ids);
          int turn = first / 500 % 3;
          if (turn == 1) {
            batches.setNulls(2, nulls);
            batches.setStrings(3, new String[500]);
            batches.setNulls(5, nulls);
            batches.setNulls(6, nulls);
          } else if (turn == 2) {
            batches.setInts(1, ints);
            batches.setBooleans(2, new boolean[500]);
            batches.setStrings(3, strings);
            batches.setStrings(4, texts);
            batches.setUnscaledDecimals(5, decimals);
            batches.setShorts(6, shorts);
            batches.setInts(7, ints);
          }
          batches.endBatch(500);
        }
        batches.setLongs(0, new long[1]);
        batches.setNulls(1, new boolean[] {true});
        assertThatThrownBy(() -> batches.endBatch(1)).isInstanceOf(InvalidArgumentException.class);
        batches.setNulls(1, new boolean[] {false});
        batches.endBatch(0);
      }
      writer.commit();
    }
    List<List<Object>> found = new ArrayList<>(rows());
    found.sort((a, b) -> Long.compare((Long) a.get(0), (Long) b.get(0)));
    Values.assertSameRows(found, expected);
  }

  /** Defaults apply in structs that are present, also in those of lists and maps. */
  @Test
  void inStructsAndLists() {
    Type struct =
        Type.struct(
            List.of(
                Field.required("x", Type.int32()).withWriteDefault(3),
                Field.nullable("y", Type.string()).withWriteDefault("y"),
                Field.nullable("z", Type.int32())));
    Schema schema =
        Schema.of(
            Field.nullable("s", struct),
            Field.required("r", struct),
            Field.nullable("l", Type.list(Field.nullable("element", struct))),
            Field.nullable(
                "m",
                Type.map(Field.required("key", Type.int32()), Field.required("value", struct))));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.endRow();
        rows.value(0).beginStruct();
        rows.value(0).endStruct();
        rows.value(1).field(0).setInt(9);
        rows.value(1).field(1).setNull();
        ValueWriter list = rows.value(2);
        list.beginList();
        ValueWriter first = list.element();
        first.beginStruct();
        first.endStruct();
        list.element();
        ValueWriter last = list.element();
        last.beginStruct();
        last.endStruct();
        ValueWriter given = list.element();
        given.beginStruct();
        given.field(0).setInt(1);
        given.field(1).setString("a");
        given.field(1).setNull();
        given.endStruct();
        list.endList();
        ValueWriter map = rows.value(3);
        map.beginMap();
        map.key().setInt(1);
        map.value().beginStruct();
        map.value().endStruct();
        map.endMap();
        rows.endRow();
        // Begun anew after null.
        rows.value(0).beginStruct();
        rows.value(0).field(1).setString("gone");
        rows.value(0).setNull();
        rows.value(0).beginStruct();
        rows.value(0).field(2).setInt(2);
        rows.endRow();
        rows.value(0).setNull();
        rows.endRow();
      }
      writer.commit();
    }
    List<Object> all = Arrays.asList(3, "y", null);
    List<List<Object>> found = rows();
    assertThat(found.get(0)).isEqualTo(Arrays.asList(null, all, null, null));
    assertThat(found.get(1).get(0)).isEqualTo(all);
    assertThat(found.get(1).get(1)).isEqualTo(Arrays.asList(9, null, null));
    assertThat(found.get(1).get(2))
        .isEqualTo(Arrays.asList(all, null, all, Arrays.asList(1, null, null)));
    assertThat(found.get(1).get(3)).isEqualTo(List.of(RandomData.entry(1, all)));
    assertThat(found.get(2)).isEqualTo(Arrays.asList(Arrays.asList(3, "y", 2), all, null, null));
    assertThat(found.get(3)).isEqualTo(Arrays.asList(null, all, null, null));
  }

  @Test
  void rowsWithDefaultsAloneAreNotUnfinished() {
    try (TableWriter writer = create("auto").open()) {
      RowWriter rows = writer.newRowWriter();
      assertThatThrownBy(rows::endRow)
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("column id of type int64 has no value");
      rows.setNull(1);
      rows.setLong(0, 1);
      assertThatThrownBy(rows::endRow)
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("column i of type int32 has no value");
      rows.setInt(1, 1);
      rows.endRow();
      rows.close();
      RowWriter second = writer.newRowWriter();
      second.setShort(6, (short) 5);
      assertThatThrownBy(second::close)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has values for h;");
    }
  }

  @Test
  void defaultsAreSetAndDropped() {
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("a", Type.int32()));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      write(writer, 0);
      writer.commit();
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.setWriteDefault("a", 1L << 31))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage(
              "Invalid default of a of type int32: 2147483648 (Long; expected an integer from"
                  + " -2147483648 to 2147483647)");
      update.setWriteDefault("a", 42).widenColumn("a", Type.int64()).commit();
    }
    try (TableWriter writer = TableWriter.append(uri).open()) {
      write(writer, 1);
      writer.commit();
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.dropWriteDefault("a");
      // Values that are written for an added column have its default, too.
      update
          .addColumn(
              Field.required("c", Type.int32()).withWriteDefault(8),
              (first, count, rows) -> {
                for (long i = first; i < first + count; i++) {
                  if (i % 2 == 0) {
                    rows.setInt(0, 1);
                  }
                  rows.endRow();
                }
              })
          .commit();
    }
    try (TableWriter writer = TableWriter.append(uri).open()) {
      write(writer, 2);
      writer.commit();
    }
    assertThat(rows())
        .isEqualTo(
            List.of(Arrays.asList(0L, null, 1), List.of(1L, 42L, 8), Arrays.asList(2L, null, 8)));
  }

  /** Bytes of values that were replaced are not stored, also if all others are empty. */
  @Test
  void emptyStringsAfterReplacedOnes() {
    Schema schema = Schema.of(Field.required("a", Type.string()), Field.required("b", Type.bool()));
    try (TableWriter writer =
        TableWriter.create(uri, schema).columnGroups(ColumnGroupSpec.all()).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setString(0, "replaced");
        rows.setString(0, "");
        rows.setBoolean(1, true);
        rows.endRow();
      }
      writer.commit();
    }
    assertThat(rows()).isEqualTo(List.of(List.of("", true)));
  }

  private static void write(TableWriter writer, long id) {
    try (RowWriter rows = writer.newRowWriter()) {
      rows.setLong(0, id);
      rows.endRow();
    }
  }
}
