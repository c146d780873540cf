// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Loops like those that Spark generates: calls of the abstract vector, one row after the other, and
 * a null test where the column is nullable. {@link VectorRatios} defines a copy of this class for
 * each kind of vector, as Spark generates a class for each query.
 */
final class VectorLoops implements VectorLoop {

  private static final UTF8String WANTED = UTF8String.fromString("Jewelry");

  VectorLoops() {}

  @Override
  public long run(Operation operation, ColumnarBatch batch, boolean isNullable) {
    ColumnVector vector = batch.column(operation.column());
    int rows = batch.numRows();
    return switch (operation) {
      case SUM_INT -> sumInts(vector, rows, isNullable);
      case SUM_LONG -> sumLongs(vector, rows, isNullable);
      case SUM_DOUBLE -> Double.doubleToLongBits(sumDoubles(vector, rows, isNullable));
      case SUM_DECIMAL -> sumDecimals(vector, rows, isNullable);
      case STRING_BYTES -> stringBytes(vector, rows, isNullable);
      case STRING_EQUALS -> equalStrings(vector, rows, isNullable);
    };
  }

  private static long sumInts(ColumnVector vector, int rows, boolean isNullable) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      boolean isNull = isNullable && vector.isNullAt(i);
      int value = isNull ? -1 : vector.getInt(i);
      if (!isNull) {
        sum += value;
      }
    }
    return sum;
  }

  private static long sumLongs(ColumnVector vector, int rows, boolean isNullable) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      boolean isNull = isNullable && vector.isNullAt(i);
      long value = isNull ? -1 : vector.getLong(i);
      if (!isNull) {
        sum += value;
      }
    }
    return sum;
  }

  private static double sumDoubles(ColumnVector vector, int rows, boolean isNullable) {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      boolean isNull = isNullable && vector.isNullAt(i);
      double value = isNull ? -1 : vector.getDouble(i);
      if (!isNull) {
        sum += value;
      }
    }
    return sum;
  }

  private static long sumDecimals(ColumnVector vector, int rows, boolean isNullable) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      boolean isNull = isNullable && vector.isNullAt(i);
      Decimal value = isNull ? null : vector.getDecimal(i, 7, 2);
      if (!isNull) {
        sum += value.toUnscaledLong();
      }
    }
    return sum;
  }

  private static long stringBytes(ColumnVector vector, int rows, boolean isNullable) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      boolean isNull = isNullable && vector.isNullAt(i);
      UTF8String value = isNull ? null : vector.getUTF8String(i);
      if (!isNull) {
        sum += value.numBytes();
      }
    }
    return sum;
  }

  private static long equalStrings(ColumnVector vector, int rows, boolean isNullable) {
    int count = 0;
    for (int i = 0; i < rows; i++) {
      boolean isNull = isNullable && vector.isNullAt(i);
      UTF8String value = isNull ? null : vector.getUTF8String(i);
      if (!isNull && value.binaryEquals(WANTED)) {
        count++;
      }
    }
    return count;
  }
}
