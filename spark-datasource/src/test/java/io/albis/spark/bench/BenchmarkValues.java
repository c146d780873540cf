// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** The rows of the benchmarks: a column of each kind, and the number of the row. */
final class BenchmarkValues {

  static final int INT = 0;
  static final int LONG = 1;
  static final int DOUBLE = 2;
  static final int DECIMAL = 3;
  static final int STRING = 4;
  static final int ROW = 5;

  /** The columns that may be null. */
  private static final int VALUES = 5;

  private static final List<String> STRINGS =
      List.of("Home", "Electronics", "Books", "Jewelry", "Men", "Women", "Sports", "Children");

  private final boolean[][] nulls;
  private final int[] numbers;
  private final boolean isNullable;

  /** Generates rows of which each value is null with this probability. */
  BenchmarkValues(int rowCount, int nullPercent) {
    Random random = new Random(42);
    nulls = new boolean[VALUES][rowCount];
    numbers = new int[rowCount];
    isNullable = nullPercent > 0;
    for (int row = 0; row < rowCount; row++) {
      numbers[row] = random.nextInt(1_000_000);
      for (boolean[] column : nulls) {
        column[row] = random.nextInt(100) < nullPercent;
      }
    }
  }

  int rowCount() {
    return numbers.length;
  }

  Schema schema() {
    return Schema.of(
        field("i", Type.int32()),
        field("l", Type.int64()),
        field("d", Type.float64()),
        field("m", Type.decimal(7, 2)),
        field("s", Type.string()),
        Field.required("n", Type.int32()));
  }

  private Field field(String name, Type type) {
    return isNullable ? Field.nullable(name, type) : Field.required(name, type);
  }

  private String text(int row) {
    return STRINGS.get(numbers[row] % STRINGS.size());
  }

  /** Writes all rows. */
  void write(RowWriter rows) {
    for (int row = 0; row < numbers.length; row++) {
      for (int column = 0; column < VALUES; column++) {
        if (nulls[column][row]) {
          rows.setNull(column);
        } else {
          write(rows, column, row);
        }
      }
      rows.setInt(ROW, row);
      rows.endRow();
    }
  }

  private void write(RowWriter rows, int column, int row) {
    switch (column) {
      case INT -> rows.setInt(column, numbers[row]);
      case LONG -> rows.setLong(column, numbers[row]);
      case DOUBLE -> rows.setDouble(column, numbers[row]);
      case DECIMAL -> rows.setUnscaledDecimal(column, numbers[row]);
      default -> rows.setString(column, text(row));
    }
  }

  /** Puts all rows into vectors. */
  void put(WritableColumnVector[] vectors) {
    for (int row = 0; row < numbers.length; row++) {
      for (int column = 0; column < VALUES; column++) {
        if (nulls[column][row]) {
          vectors[column].putNull(row);
        } else {
          put(vectors[column], column, row);
        }
      }
      vectors[ROW].putInt(row, row);
    }
  }

  private void put(WritableColumnVector vector, int column, int row) {
    switch (column) {
      case INT, DECIMAL -> vector.putInt(row, numbers[row]);
      case LONG -> vector.putLong(row, numbers[row]);
      case DOUBLE -> vector.putDouble(row, numbers[row]);
      default -> vector.putByteArray(row, text(row).getBytes(StandardCharsets.UTF_8));
    }
  }
}
