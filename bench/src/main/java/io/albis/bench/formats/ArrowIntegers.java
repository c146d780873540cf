// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.format.schema.TypeKind;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ValueVector;

/** Sums Arrow vectors that are not floating point. */
final class ArrowIntegers {

  private ArrowIntegers() {}

  /**
   * Sums the numbers of values, as {@link io.albis.bench.scan.Totals} defines them.
   *
   * @param valid validity bits; null if no value is null
   */
  static long sum(TypeKind kind, ValueVector vector, int rows, long[] valid) {
    ArrowBuf data = vector.getDataBuffer();
    return switch (kind) {
      case BOOLEAN -> booleans(data, rows, valid);
      case INT8 -> bytes(data, rows, valid);
      case INT16 -> shorts(data, rows, valid);
      case INT32, DATE -> valid == null ? ints(data, rows) : validInts(data, valid);
      case INT64, TIMESTAMP -> valid == null ? longs(data, rows, 8) : validLongs(data, valid, 8);
      case DECIMAL -> valid == null ? longs(data, rows, 16) : validLongs(data, valid, 16);
      case STRING, BINARY -> strings(vector.getOffsetBuffer(), data, rows, valid);
      case FLOAT,
          DOUBLE,
          TIME,
          FIXED_BINARY,
          UUID,
          YEAR_MONTH_INTERVAL,
          DAY_TIME_INTERVAL,
          STRUCT,
          LIST,
          MAP ->
          throw new IllegalStateException("Cannot add values of " + kind);
    };
  }

  private static long booleans(ArrowBuf data, int rows, long[] valid) {
    long sum = 0;
    int whole = rows / 64;
    for (int i = 0; i < whole; i++) {
      long bits = data.getLong(i * 8L);
      sum += Long.bitCount(valid == null ? bits : bits & valid[i]);
    }
    for (int row = whole * 64; row < rows; row++) {
      if (Validity.isSet(valid, row)) {
        sum += data.getByte(row / 8L) >>> (row & 7) & 1;
      }
    }
    return sum;
  }

  private static long bytes(ArrowBuf data, int rows, long[] valid) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (Validity.isSet(valid, row)) {
        sum += data.getByte(row);
      }
    }
    return sum;
  }

  private static long shorts(ArrowBuf data, int rows, long[] valid) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (Validity.isSet(valid, row)) {
        sum += data.getShort(row * 2L);
      }
    }
    return sum;
  }

  private static long ints(ArrowBuf data, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += data.getInt(row * 4L);
    }
    return sum;
  }

  private static long validInts(ArrowBuf data, long[] valid) {
    long sum = 0;
    for (int i = 0; i < valid.length; i++) {
      long first = i * 64L * 4;
      if (valid[i] == -1) {
        for (int j = 0; j < 64; j++) {
          sum += data.getInt(first + j * 4L);
        }
      } else {
        for (long word = valid[i]; word != 0; word &= word - 1) {
          sum += data.getInt(first + Long.numberOfTrailingZeros(word) * 4L);
        }
      }
    }
    return sum;
  }

  private static long longs(ArrowBuf data, int rows, long width) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += data.getLong(row * width);
    }
    return sum;
  }

  private static long validLongs(ArrowBuf data, long[] valid, long width) {
    long sum = 0;
    for (int i = 0; i < valid.length; i++) {
      long first = i * 64L * width;
      for (long word = valid[i]; word != 0; word &= word - 1) {
        sum += data.getLong(first + Long.numberOfTrailingZeros(word) * width);
      }
    }
    return sum;
  }

  private static long strings(ArrowBuf offsets, ArrowBuf data, int rows, long[] valid) {
    long sum = 0;
    int start = offsets.getInt(0);
    for (int row = 0; row < rows; row++) {
      int end = offsets.getInt((row + 1) * 4L);
      if (end > start && Validity.isSet(valid, row)) {
        sum += end - start + (data.getByte(start) & 0xFF) + (data.getByte(end - 1L) & 0xFF);
      }
      start = end;
    }
    return sum;
  }
}
