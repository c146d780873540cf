// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Nesting;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.spark.internal.vector.SparkVectors;
import io.albis.spark.internal.write.BytesColumn;
import io.albis.spark.internal.write.FixedBytesColumn;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Adds rows of vectors to a column that is not nested: a range at once where the vector can, which
 * those of Spark and Albis do, otherwise value by value. Not thread-safe.
 */
final class VectorInput {

  private final PhysicalType type;
  private final DataType sparkType;
  private final ColumnBuilder target;

  /** For strings and binaries. */
  private final BytesColumn bytes = new BytesColumn();

  VectorInput(Type type, DataType sparkType, ColumnBuilder target) {
    this.type = type.physicalType();
    this.sparkType = sparkType;
    this.target = target;
  }

  /** Whether values of a type can be added. */
  static boolean supports(Type type) {
    return type.nesting() == Nesting.NONE;
  }

  void add(ColumnVector source, int from, int count) {
    boolean[] nulls = source.hasNull() ? nulls(source, from, count) : null;
    if (nulls != null) {
      target.setNulls(nulls);
    }
    set(source, from, count, nulls);
    target.append(0, count);
    bytes.clear();
  }

  private void set(ColumnVector source, int from, int count, boolean[] nulls) {
    boolean inRanges = nulls == null || holdsValuesOfNulls(source);
    switch (type) {
      case BOOLEAN ->
          target.setBooleans(
              inRanges ? source.getBooleans(from, count) : booleans(source, from, nulls));
      case INT8 ->
          target.setBytes(inRanges ? source.getBytes(from, count) : bytes(source, from, nulls));
      case INT16 ->
          target.setShorts(inRanges ? source.getShorts(from, count) : shorts(source, from, nulls));
      case INT32 ->
          target.setInts(inRanges ? source.getInts(from, count) : ints(source, from, nulls));
      case INT64 ->
          target.setLongs(inRanges ? source.getLongs(from, count) : longs(source, from, nulls));
      case FLOAT ->
          target.setFloats(inRanges ? source.getFloats(from, count) : floats(source, from, nulls));
      case DOUBLE ->
          target.setDoubles(
              inRanges ? source.getDoubles(from, count) : doubles(source, from, nulls));
      case DECIMAL32 ->
          target.setInts(
              inRanges && source instanceof WritableColumnVector
                  ? source.getInts(from, count)
                  : decimals32(source, from, count, nulls));
      case DECIMAL64 ->
          target.setLongs(
              inRanges && source instanceof WritableColumnVector
                  ? source.getLongs(from, count)
                  : decimals64(source, from, count, nulls));
      case DECIMAL128 -> target.setFixedBytes(decimals128(source, from, count, nulls));
      case STRING -> setStrings(source, from, count, nulls);
      case BINARY -> setBinaries(source, from, count, nulls);
      case FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Cannot cache vectors of " + type);
    }
  }

  private static boolean[] nulls(ColumnVector source, int from, int count) {
    boolean[] nulls = new boolean[count];
    for (int i = 0; i < count; i++) {
      nulls[i] = source.isNullAt(from + i);
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

  private static boolean[] booleans(ColumnVector source, int from, boolean[] nulls) {
    boolean[] values = new boolean[nulls.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = !nulls[i] && source.getBoolean(from + i);
    }
    return values;
  }

  private static byte[] bytes(ColumnVector source, int from, boolean[] nulls) {
    byte[] values = new byte[nulls.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = nulls[i] ? 0 : source.getByte(from + i);
    }
    return values;
  }

  private static short[] shorts(ColumnVector source, int from, boolean[] nulls) {
    short[] values = new short[nulls.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = nulls[i] ? 0 : source.getShort(from + i);
    }
    return values;
  }

  private static int[] ints(ColumnVector source, int from, boolean[] nulls) {
    int[] values = new int[nulls.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = nulls[i] ? 0 : source.getInt(from + i);
    }
    return values;
  }

  private static long[] longs(ColumnVector source, int from, boolean[] nulls) {
    long[] values = new long[nulls.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = nulls[i] ? 0 : source.getLong(from + i);
    }
    return values;
  }

  private static float[] floats(ColumnVector source, int from, boolean[] nulls) {
    float[] values = new float[nulls.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = nulls[i] ? 0 : source.getFloat(from + i);
    }
    return values;
  }

  private static double[] doubles(ColumnVector source, int from, boolean[] nulls) {
    double[] values = new double[nulls.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = nulls[i] ? 0 : source.getDouble(from + i);
    }
    return values;
  }

  private int[] decimals32(ColumnVector source, int from, int count, boolean[] nulls) {
    DecimalType decimal = (DecimalType) sparkType;
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      if (!isNull(nulls, i)) {
        values[i] = (int) unscaled(source, from + i, decimal);
      }
    }
    return values;
  }

  private long[] decimals64(ColumnVector source, int from, int count, boolean[] nulls) {
    DecimalType decimal = (DecimalType) sparkType;
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      if (!isNull(nulls, i)) {
        values[i] = unscaled(source, from + i, decimal);
      }
    }
    return values;
  }

  private static long unscaled(ColumnVector source, int row, DecimalType decimal) {
    return source.getDecimal(row, decimal.precision(), decimal.scale()).toUnscaledLong();
  }

  private byte[] decimals128(ColumnVector source, int from, int count, boolean[] nulls) {
    DecimalType decimal = (DecimalType) sparkType;
    byte[] values = new byte[count * WideDecimals.WIDTH];
    for (int i = 0; i < count; i++) {
      if (!isNull(nulls, i)) {
        byte[] unscaled =
            source
                .getDecimal(from + i, decimal.precision(), decimal.scale())
                .toJavaBigDecimal()
                .unscaledValue()
                .toByteArray();
        FixedBytesColumn.storeDecimal(
            unscaled, Platform.BYTE_ARRAY_OFFSET, unscaled.length, values, i * WideDecimals.WIDTH);
      }
    }
    return values;
  }

  private void setStrings(ColumnVector source, int from, int count, boolean[] nulls) {
    for (int i = 0; i < count; i++) {
      if (isNull(nulls, i)) {
        bytes.addEmpty();
      } else {
        UTF8String value = source.getUTF8String(from + i);
        bytes.add(value.getBaseObject(), value.getBaseOffset(), value.numBytes(), false);
      }
    }
    bytes.setTo(target);
  }

  private void setBinaries(ColumnVector source, int from, int count, boolean[] nulls) {
    for (int i = 0; i < count; i++) {
      if (isNull(nulls, i)) {
        bytes.addEmpty();
      } else {
        byte[] value = source.getBinary(from + i);
        bytes.add(value, Platform.BYTE_ARRAY_OFFSET, value.length, false);
      }
    }
    bytes.setTo(target);
  }

  private static boolean isNull(boolean[] nulls, int row) {
    return nulls != null && nulls[row];
  }
}
