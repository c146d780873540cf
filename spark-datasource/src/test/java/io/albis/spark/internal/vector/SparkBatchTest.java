// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.spark.internal.type.SparkTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SparkBatchTest {

  private static final Schema NUMBERS = Schema.of(Field.nullable("c", Type.int32()));

  @TempDir Path directory;

  static Stream<ColumnGroupSpec> layouts() {
    return Stream.of(ColumnGroupSpec.single(), ColumnGroupSpec.all());
  }

  private String write(Schema schema, ColumnGroupSpec groups, List<? extends List<?>> rows) {
    return TestTable.write(directory, schema, groups, rows);
  }

  private String writeNumbers(int count) {
    return write(
        NUMBERS, ColumnGroupSpec.single(), IntStream.range(0, count).mapToObj(List::of).toList());
  }

  private static SparkBatch batchOf(DatasetScan scan) {
    return new SparkBatch(SparkTypes.toSpark(scan.schema()));
  }

  @Test
  void refusesToReadAfterTheCursorHasMoved() {
    String uri = writeNumbers(5_000);
    try (Table table = Table.open(uri)) {
      ColumnVector column;
      try (BatchCursor cursor = table.scan().batches()) {
        cursor.next();
        column = batchOf(table.scan()).set(cursor.batch()).column(0);
        assertThat(column.getInt(7)).isEqualTo(7);
      }
      assertThatThrownBy(() -> column.getInt(7))
          .isInstanceOf(ClosedException.class)
          .hasMessage("Cannot read column c: the cursor has moved on or is closed");
      assertThatThrownBy(() -> column.isNullAt(7)).isInstanceOf(ClosedException.class);
      assertThatThrownBy(() -> column.getInts(0, 10)).isInstanceOf(ClosedException.class);
    }
  }

  @Test
  void refusesRowsThatDoNotExist() {
    String uri = writeNumbers(10);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      cursor.next();
      ColumnVector column = batchOf(table.scan()).set(cursor.batch()).column(0);
      assertThatThrownBy(() -> column.getInt(10))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("Invalid row: 10 (expected 0 to 9)");
      assertThatThrownBy(() -> column.getInts(5, 6)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void readsEachBatchThroughTheSameObject() {
    String uri = writeNumbers(20_000);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      SparkBatch batches = batchOf(table.scan());
      ColumnarBatch first = null;
      int row = 0;
      int count = 0;
      while (cursor.next()) {
        ColumnarBatch batch = batches.set(cursor.batch());
        first = first == null ? batch : first;
        assertThat(batch).isSameAs(first);
        for (int i = 0; i < batch.numRows(); i++) {
          assertThat(batch.column(0).getInt(i)).isEqualTo(row++);
        }
        batch.closeIfFreeable();
        count++;
      }
      assertThat(row).isEqualTo(20_000);
      assertThat(count).isGreaterThan(1);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void leavesOutRowsThatTheFilterDoesNotSelect(ColumnGroupSpec groups) {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int32()),
            Field.nullable("s", Type.parse("struct<a: int64, t: string>")));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      rows.add(Arrays.asList(i, i % 5 == 0 ? null : Arrays.asList((long) i, "t" + i)));
    }
    String uri = write(schema, groups, rows);
    try (Table table = Table.open(uri)) {
      DatasetScan scan =
          table
              .scan()
              .select("s", "id")
              .filter(
                  Predicate.or(Predicate.lessThan("id", 11), Predicate.greaterThan("id", 4_997)));
      List<Integer> ids = new ArrayList<>();
      SparkBatch batches = batchOf(scan);
      try (BatchCursor cursor = scan.batches()) {
        while (cursor.next()) {
          ColumnarBatch batch = batches.set(cursor.batch());
          int nulls = 0;
          for (int i = 0; i < batch.numRows(); i++) {
            int id = batch.column(1).getInt(i);
            ids.add(id);
            ColumnVector struct = batch.column(0);
            assertThat(struct.isNullAt(i)).isEqualTo(id % 5 == 0);
            if (id % 5 == 0) {
              nulls++;
            } else {
              assertThat(struct.getStruct(i).getLong(0)).isEqualTo(id);
              assertThat(struct.getStruct(i).getUTF8String(1))
                  .isEqualTo(UTF8String.fromString("t" + id));
            }
          }
          assertThat(batch.column(0).numNulls()).isEqualTo(nulls);
        }
      }
      assertThat(ids).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4_998, 4_999);
    }
  }

  @Test
  void keepsAppendedVectors() {
    String uri = writeNumbers(3);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      cursor.next();
      ColumnVector other = SparkVectors.of(cursor.batch().column(0), DataTypes.IntegerType);
      StructType type = SparkTypes.toSpark(table.schema());
      ColumnarBatch batch = new SparkBatch(type, other).set(cursor.batch());
      assertThat(batch.numCols()).isEqualTo(2);
      assertThat(batch.column(1)).isSameAs(other);
    }
  }

  @Test
  void countsRowsWithoutColumns() {
    String uri = writeNumbers(3);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().select(List.of()).batches()) {
      cursor.next();
      ColumnarBatch batch = new SparkBatch(new StructType()).set(cursor.batch());
      assertThat(batch.numCols()).isZero();
      assertThat(batch.numRows()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "c bigint, 'Invalid column of the batch: c: int32 (expected c of type bigint)'",
    "d int, 'Invalid column of the batch: c: int32 (expected d of type int)'",
    "'c int, d int', 'Invalid batch: it has 1 columns (expected 2)'",
  })
  void refusesOtherColumns(String ddl, String message) {
    String uri = writeNumbers(3);
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      cursor.next();
      SparkBatch batch = new SparkBatch(StructType.fromDDL(ddl));
      assertThatThrownBy(() -> batch.set(cursor.batch()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
  }
}
