// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.spark.internal.vector.SparkVectors;
import org.apache.spark.sql.execution.vectorized.OffHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;

/** Values of fixed width in a range of rows of a vector. Those of rows that are null are any. */
final class VectorRange {

  private final ColumnVector source;
  private final int from;
  private final int count;
  private final boolean[] nulls;
  private final boolean isReadAtOnce;

  /**
   * Creates a range.
   *
   * @param nulls which rows are null; null if none is
   */
  VectorRange(ColumnVector source, int from, int count, boolean[] nulls) {
    this.source = source;
    this.from = from;
    this.count = count;
    this.nulls = nulls;
    this.isReadAtOnce = nulls == null || holdsValuesOfNulls(source);
  }

  /** Whether each row of a range is null: a loop for each class, so that no call is virtual. */
  static boolean[] nulls(ColumnVector source, int from, int count) {
    if (SparkVectors.isOfReader(source)) {
      return SparkVectors.nulls(source, from, count);
    }
    boolean[] nulls = new boolean[count];
    if (source instanceof OnHeapColumnVector onHeap) {
      for (int i = 0; i < count; i++) {
        nulls[i] = onHeap.isNullAt(from + i);
      }
    } else if (source instanceof OffHeapColumnVector offHeap) {
      for (int i = 0; i < count; i++) {
        nulls[i] = offHeap.isNullAt(from + i);
      }
    } else {
      for (int i = 0; i < count; i++) {
        nulls[i] = source.isNullAt(from + i);
      }
    }
    return nulls;
  }

  /**
   * Whether values of rows that are null can be read as well, whatever they are. With a dictionary,
   * such a row may have a number that the dictionary does not have.
   */
  private static boolean holdsValuesOfNulls(ColumnVector source) {
    return source instanceof WritableColumnVector writable
        ? !writable.hasDictionary()
        : SparkVectors.isOfReader(source);
  }

  boolean[] booleans() {
    if (isReadAtOnce) {
      return source.getBooleans(from, count);
    }
    boolean[] values = new boolean[count];
    for (int i = 0; i < count; i++) {
      values[i] = !nulls[i] && source.getBoolean(from + i);
    }
    return values;
  }

  byte[] bytes() {
    if (isReadAtOnce) {
      return source.getBytes(from, count);
    }
    byte[] values = new byte[count];
    for (int i = 0; i < count; i++) {
      values[i] = nulls[i] ? 0 : source.getByte(from + i);
    }
    return values;
  }

  short[] shorts() {
    if (isReadAtOnce) {
      return source.getShorts(from, count);
    }
    short[] values = new short[count];
    for (int i = 0; i < count; i++) {
      values[i] = nulls[i] ? 0 : source.getShort(from + i);
    }
    return values;
  }

  int[] ints() {
    if (isReadAtOnce) {
      return source.getInts(from, count);
    }
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = nulls[i] ? 0 : source.getInt(from + i);
    }
    return values;
  }

  long[] longs() {
    if (isReadAtOnce) {
      return source.getLongs(from, count);
    }
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = nulls[i] ? 0 : source.getLong(from + i);
    }
    return values;
  }

  float[] floats() {
    if (isReadAtOnce) {
      return source.getFloats(from, count);
    }
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = nulls[i] ? 0 : source.getFloat(from + i);
    }
    return values;
  }

  double[] doubles() {
    if (isReadAtOnce) {
      return source.getDoubles(from, count);
    }
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = nulls[i] ? 0 : source.getDouble(from + i);
    }
    return values;
  }

  /** Decimals of up to 9 digits, which Spark's own vectors have as integers. */
  int[] decimals32(DecimalType type) {
    if (source instanceof WritableColumnVector) {
      return ints();
    }
    if (SparkVectors.isOfReader(source)) {
      return SparkVectors.unscaledInts(source, from, count);
    }
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[i]) {
        values[i] = (int) unscaled(i, type);
      }
    }
    return values;
  }

  /** Decimals of 10 to 18 digits, which Spark's own vectors have as longs. */
  long[] decimals64(DecimalType type) {
    if (source instanceof WritableColumnVector) {
      return longs();
    }
    if (SparkVectors.isOfReader(source)) {
      return SparkVectors.unscaledLongs(source, from, count);
    }
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[i]) {
        values[i] = unscaled(i, type);
      }
    }
    return values;
  }

  private long unscaled(int row, DecimalType type) {
    return source.getDecimal(from + row, type.precision(), type.scale()).toUnscaledLong();
  }

  /** Decimals of more than 18 digits, of 16 bytes each, little endian. */
  byte[] decimals128(DecimalType type) {
    byte[] values = new byte[count * FixedBytesColumn.WIDE];
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[i]) {
        byte[] unscaled =
            source
                .getDecimal(from + i, type.precision(), type.scale())
                .toJavaBigDecimal()
                .unscaledValue()
                .toByteArray();
        FixedBytesColumn.storeDecimal(
            unscaled,
            Platform.BYTE_ARRAY_OFFSET,
            unscaled.length,
            values,
            i * FixedBytesColumn.WIDE);
      }
    }
    return values;
  }
}
