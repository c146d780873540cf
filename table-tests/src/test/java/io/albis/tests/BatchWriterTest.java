// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidValueException;
import io.albis.format.error.TypeMismatchException;
import io.albis.format.error.UnfinishedRowException;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.TableWriter;
import io.albis.writer.batch.BatchWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchWriterTest {

  private static final int ROWS = 7001;

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("boolean", Type.bool()),
          Field.nullable("byte", Type.int8()),
          Field.nullable("short", Type.int16()),
          Field.required("int", Type.int32()),
          Field.nullable("long", Type.int64()),
          Field.nullable("float", Type.float32()),
          Field.nullable("double", Type.float64()),
          Field.nullable("decimal", Type.decimal(9, 2)),
          Field.nullable("string", Type.string()),
          Field.nullable("binary", Type.binary()),
          Field.nullable("text", Type.string()),
          Field.required("struct", Type.parse("struct<x: int32>")));

  @TempDir Path directory;

  private static boolean isNull(int row, int column) {
    return column != 3 && (row + column) % 7 == 0;
  }

  private static List<Object> row(int i) {
    List<Object> values =
        Arrays.asList(
            i % 2 == 0,
            (byte) i,
            (short) i,
            i,
            (long) i << 33,
            i / 2f,
            i / 3d,
            BigDecimal.valueOf(i, 2),
            "s" + i,
            ("b" + i).getBytes(StandardCharsets.UTF_8),
            "tä" + i,
            i);
    List<Object> row = new ArrayList<>();
    for (int c = 0; c < values.size(); c++) {
      row.add(isNull(i, c) ? null : values.get(c));
    }
    row.set(11, Arrays.asList(row.get(11)));
    return row;
  }

  private static boolean[] nulls(int first, int count, int column) {
    boolean[] nulls = new boolean[count];
    for (int r = 0; r < count; r++) {
      nulls[r] = isNull(first + r, column);
    }
    return nulls;
  }

  /** Writes a batch of consecutive rows. */
  private static void write(BatchWriter out, int first, int count) {
    boolean[] booleans = new boolean[count];
    byte[] bytes = new byte[count];
    short[] shorts = new short[count];
    int[] ints = new int[count];
    long[] longs = new long[count];
    float[] floats = new float[count];
    double[] doubles = new double[count];
    long[] decimals = new long[count];
    String[] strings = new String[count];
    String[] texts = new String[count];
    int[] offsets = new int[count + 1];
    StringBuilder data = new StringBuilder();
    for (int r = 0; r < count; r++) {
      int i = first + r;
      booleans[r] = i % 2 == 0;
      bytes[r] = (byte) i;
      shorts[r] = (short) i;
      ints[r] = i;
      longs[r] = (long) i << 33;
      floats[r] = i / 2f;
      doubles[r] = i / 3d;
      decimals[r] = i;
      strings[r] = isNull(i, 8) ? null : "s" + i;
      texts[r] = "tä" + i;
      data.append(isNull(i, 9) ? "" : "b" + i);
      offsets[r + 1] = data.length();
    }
    out.setBooleans(0, booleans);
    out.setBytes(1, bytes);
    out.setShorts(2, shorts);
    out.setInts(3, ints);
    out.setLongs(4, longs);
    out.setFloats(5, floats);
    out.setDoubles(6, doubles);
    out.setUnscaledDecimals(7, decimals);
    out.setStrings(8, strings);
    out.setBytes(9, data.toString().getBytes(StandardCharsets.UTF_8), offsets);
    out.setStrings(10, texts);
    out.setInts(11, ints);
    for (int c = 0; c < 12; c++) {
      if (c != 3 && c != 8) {
        out.setNulls(c, nulls(first, count, c));
      }
    }
    out.endBatch(count);
  }

  private TableWriter open(String uri, String groups) {
    return new FixedEnvironment("batches")
        .apply(TableWriter.create(uri, SCHEMA))
        .columnGroups(ColumnGroupSpec.parse(groups))
        .segmentSize(4096)
        .rowGroupSize(64 << 10)
        .open();
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "int,string,double;boolean,text"})
  void readsBatchesAsRows(String groups) {
    String byBatches = TestRoot.uri(directory.resolve("batches"));
    List<List<Object>> expected = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      expected.add(row(i));
    }
    try (TableWriter writer = open(byBatches, groups)) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        write(batches, 0, 1);
        write(batches, 1, 2999);
        batches.endBatch(0);
        write(batches, 3000, ROWS - 3000);
        assertThat(batches.rowCount()).isEqualTo(ROWS);
      }
      writer.commit();
    }
    try (Table table = TestTables.open(byBatches);
        RowCursor cursor = table.scan().rows()) {
      List<List<Object>> found = new ArrayList<>();
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
      Values.assertSameRows(found, expected);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void rejectsInvalidBatches() {
    try (TableWriter writer = open(TestRoot.uri(directory.resolve("t")), "single")) {
      BatchWriter out = writer.newBatchWriter();
      assertThatThrownBy(() -> out.setInts(4, new int[1]))
          .isInstanceOf(TypeMismatchException.class)
          .hasMessageContaining("long")
          .hasMessageContaining("setInts");
      out.setInts(3, new int[5]);
      assertThatThrownBy(() -> out.endBatch(6))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Cannot end a batch of 6 rows: column int has 5 values or nulls");
      out.setNulls(3, new boolean[] {false, true, false, false, false});
      assertThatThrownBy(() -> out.endBatch(5))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("column int of type int32 has no value in row 1");
      assertThatThrownBy(writer::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("1 row or batch writers are open");
      assertThatThrownBy(out::close).isInstanceOf(UnfinishedRowException.class);
      assertThatThrownBy(() -> out.endBatch(0)).isInstanceOf(ClosedException.class);
    }
    Schema nested = Schema.of(Field.nullable("l", Type.parse("list<int32>")));
    try (TableWriter writer =
        TableWriter.create(TestRoot.uri(directory.resolve("n")), nested).open()) {
      assertThatThrownBy(writer::newBatchWriter)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("Cannot write column l in batches of arrays")
          .hasMessageContaining("use a row writer");
    }
  }
}
