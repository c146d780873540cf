// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.BatchWriter;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
    out.column(11).child(0).setInts(ints);
    out.column(11).child(0).setNulls(nulls(first, count, 11));
    for (int c = 0; c < 11; c++) {
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
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("long")
          .hasMessageContaining("setInts");
      out.setInts(3, new int[5]);
      assertThatThrownBy(() -> out.endBatch(6))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Cannot end a batch of 6 rows: column int has 5 values or nulls");
      out.setNulls(3, new boolean[] {false, true, false, false, false});
      assertThatThrownBy(() -> out.endBatch(5))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("column int of type int32 has no value in row 1");
      assertThatThrownBy(writer::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("1 row or batch writers are open");
      assertThatThrownBy(out::close).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> out.endBatch(0)).isInstanceOf(ClosedException.class);
    }
  }

  static List<Long> seeds() {
    return RandomTablesTest.seeds();
  }

  /** Batches of arrays and of memory make the same table as rows. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void writesNestedColumnsAsRows(long seed) {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    Schema schema = data.schema(1 + random.nextInt(6), 1 + random.nextInt(4));
    List<List<Object>> rows = data.rows(schema, random.nextInt(4000));
    ColumnGroupSpec groups = RandomHistory.groups(schema, random);
    String uri = TestRoot.uri(directory.resolve("n" + seed));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(groups)
            .segmentSize(4096 << random.nextInt(4))
            .rowGroupSize(65536 << random.nextInt(4))
            .open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        BatchInput.write(batches, schema, rows, random);
        assertThat(batches.rowCount()).isEqualTo(rows.size());
      }
      writer.commit();
    }
    try (Table table = TestTables.open(uri)) {
      Values.assertSameRows(RandomReads.rows(table.scan()), rows);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  private static final Schema NESTED =
      Schema.of(
          Field.nullable("l", Type.parse("list<string>")),
          Field.nullable("s", Type.struct(List.of(Field.required("x", Type.int32())))),
          Field.required("d", Type.decimal(20, 0)));

  private void assertRefused(
      Consumer<BatchWriter> values, Class<? extends Throwable> type, String... message) {
    String uri = TestRoot.uri(directory.resolve("refused"));
    try (TableWriter writer = TableWriter.overwrite(uri, NESTED).open()) {
      BatchWriter out = writer.newBatchWriter();
      out.column(2).setFixedBytes(new byte[32]);
      values.accept(out);
      assertThatThrownBy(() -> out.endBatch(2)).isInstanceOf(type).hasMessageContainingAll(message);
      assertThat(out.rowCount()).isZero();
      // What was refused leaves nothing behind.
      out.column(0).setOffsets(new int[] {0, 1, 1});
      out.column(0).setNulls(new boolean[2]);
      out.column(0).child(0).setStrings(new String[] {"a"});
      out.column(1).child(0).setInts(new int[] {1, 2});
      out.column(1).setNulls(new boolean[] {false, true});
      out.column(2).setFixedBytes(new byte[32]);
      out.endBatch(2);
      out.close();
      writer.commit();
    }
    try (Table table = TestTables.open(uri)) {
      List<Object> first = Arrays.asList(List.of("a"), List.of(1), BigDecimal.ZERO);
      List<Object> second = Arrays.asList(List.of(), null, BigDecimal.ZERO);
      Values.assertSameRows(RandomReads.rows(table.scan()), List.of(first, second));
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void refusesWrongOffsetsAndValues() {
    Class<InvalidArgumentException> invalid = InvalidArgumentException.class;
    assertRefused(
        out -> {
          out.column(0).setOffsets(new int[] {0, 2, 1});
          out.column(0).child(0).setStrings(new String[2]);
        },
        invalid,
        "Invalid offsets of column l: they decrease from 2 to 1 at element 1");
    assertRefused(out -> out.column(0).setOffsets(new int[] {-1, 0, 0}), invalid, "column l", "-1");
    assertRefused(
        out -> out.column(0).setOffsets(new int[] {0, 1, 1_000_000_000}),
        IllegalArgumentException.class,
        "column l.element has no values (expected 1000000000, as the offsets say)");
    assertRefused(
        out -> {
          out.column(0).setOffsets(new int[] {0, 1, 2});
          out.column(0).child(0).setBytes(new byte[3], new int[] {0, 3, 4});
        },
        invalid,
        "column l.element: the last is 4 (expected at most 3");
    assertRefused(
        out -> {
          out.column(0).setOffsets(new int[] {0, 1, 1});
          out.column(0).child(0).setStrings(new String[] {"x"});
          out.column(1).setNulls(new boolean[2]);
          out.column(1).child(0).setNulls(new boolean[] {false, true});
          out.column(1).child(0).setInts(new int[2]);
        },
        invalid,
        "column s.x of type int32 has no value in row 1");
    byte[] tooLarge = new byte[32];
    Arrays.fill(tooLarge, 16, 31, (byte) -1);
    tooLarge[31] = 0x7f;
    assertRefused(
        out -> {
          out.column(0).setOffsets(new int[] {0, 1, 1});
          out.column(0).child(0).setStrings(new String[] {"x"});
          out.column(2).setFixedBytes(tooLarge);
        },
        invalid,
        "column d",
        "170141183460469231731687303715884105727");
  }
}
