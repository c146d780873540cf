// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import java.util.function.IntUnaryOperator;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Sums Spark vectors with their getters, like the code that Spark generates: getters of ranges
 * would copy.
 */
final class SparkSums extends VectorSums<ColumnVector> {

  SparkSums(ScanRequest request, Totals totals) {
    super(request, totals);
  }

  /** Adds the rows of a batch that are selected. */
  void add(ColumnarBatch batch) {
    add((i, rows) -> batch.column(i), batch.numRows());
  }

  @Override
  IntUnaryOperator ints(ColumnVector column) {
    return column::getInt;
  }

  /** If a struct is null, so are its fields. */
  @Override
  ColumnVector child(ColumnVector struct, int index, int rows) {
    return struct.getChild(index);
  }

  /** Elements are in row order; a null or empty list has one null element. */
  @Override
  int elementCount(ColumnVector list, int rows) {
    WritableColumnVector lists = (WritableColumnVector) list;
    for (int row = rows - 1; row >= 0; row--) {
      if (!lists.isNullAt(row)) {
        return lists.getArrayOffset(row) + lists.getArrayLength(row);
      }
    }
    return 0;
  }

  @Override
  ColumnVector elements(ColumnVector list, int rows) {
    return list.getChild(0);
  }

  @Override
  long valueCount(ColumnVector column, int rows) {
    if (!column.hasNull()) {
      return rows;
    }
    int count = rows;
    for (int row = 0; row < rows; row++) {
      if (column.isNullAt(row)) {
        count--;
      }
    }
    return count;
  }

  @Override
  double reals(ColumnVector column, int rows) {
    return doubles(column, rows);
  }

  @Override
  long integers(Field field, ValueKind kind, ColumnVector column, int rows) {
    return switch (kind) {
      case BOOLEAN -> booleans(column, rows);
      case INT, DATE -> ints(column, rows);
      case LONG, TIMESTAMP -> longs(column, rows);
      case DECIMAL -> {
        int precision = field.type().precision();
        if (precision <= 9) {
          yield ints(column, rows);
        }
        yield precision <= 18 ? longs(column, rows) : decimals(column, rows);
      }
      case TEXT -> strings(column, rows);
      case DOUBLE, STRUCT, LIST -> throw new IllegalStateException("Not an integer: " + kind);
    };
  }

  private static long booleans(ColumnVector column, int rows) {
    boolean hasNull = column.hasNull();
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if ((!hasNull || !column.isNullAt(row)) && column.getBoolean(row)) {
        sum++;
      }
    }
    return sum;
  }

  private static long ints(ColumnVector column, int rows) {
    long sum = 0;
    if (!column.hasNull()) {
      for (int row = 0; row < rows; row++) {
        sum += column.getInt(row);
      }
      return sum;
    }
    for (int row = 0; row < rows; row++) {
      if (!column.isNullAt(row)) {
        sum += column.getInt(row);
      }
    }
    return sum;
  }

  private static long longs(ColumnVector column, int rows) {
    long sum = 0;
    if (!column.hasNull()) {
      for (int row = 0; row < rows; row++) {
        sum += column.getLong(row);
      }
      return sum;
    }
    for (int row = 0; row < rows; row++) {
      if (!column.isNullAt(row)) {
        sum += column.getLong(row);
      }
    }
    return sum;
  }

  /** Several independent sums, to hide the latency of additions. */
  private static double doubles(ColumnVector column, int rows) {
    double a = 0;
    double b = 0;
    int row = 0;
    if (!column.hasNull()) {
      double c = 0;
      double d = 0;
      for (; row + 3 < rows; row += 4) {
        a += column.getDouble(row);
        b += column.getDouble(row + 1);
        c += column.getDouble(row + 2);
        d += column.getDouble(row + 3);
      }
      for (; row < rows; row++) {
        a += column.getDouble(row);
      }
      return (a + b) + (c + d);
    }
    for (; row + 1 < rows; row += 2) {
      if (!column.isNullAt(row)) {
        a += column.getDouble(row);
      }
      if (!column.isNullAt(row + 1)) {
        b += column.getDouble(row + 1);
      }
    }
    return row < rows && !column.isNullAt(row) ? a + b + column.getDouble(row) : a + b;
  }

  /** Decimals of more than 18 digits. */
  private static long decimals(ColumnVector column, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!column.isNullAt(row)) {
        byte[] unscaled = column.getBinary(row);
        sum += FormatValues.low64(unscaled, 0, unscaled.length);
      }
    }
    return sum;
  }

  private static long strings(ColumnVector column, int rows) {
    boolean hasNull = column.hasNull();
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!hasNull || !column.isNullAt(row)) {
        UTF8String text = column.getUTF8String(row);
        int length = text.numBytes();
        if (length > 0) {
          sum += length + (text.getByte(0) & 0xFF) + (text.getByte(length - 1) & 0xFF);
        }
      }
    }
    return sum;
  }
}
