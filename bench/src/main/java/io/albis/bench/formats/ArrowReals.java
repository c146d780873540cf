// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.format.schema.TypeKind;
import org.apache.arrow.memory.ArrowBuf;

/** Sums floating-point vectors of Arrow. */
final class ArrowReals {

  private ArrowReals() {}

  /**
   * Sums values.
   *
   * @param valid validity bits; null if no value is null
   */
  static double sum(TypeKind kind, ArrowBuf data, int rows, long[] valid) {
    if (kind == TypeKind.FLOAT) {
      return valid == null ? floats(data, rows) : validFloats(data, valid);
    }
    return valid == null ? doubles(data, rows) : validDoubles(data, valid);
  }

  /** Four independent sums, to hide the latency of additions. */
  private static double doubles(ArrowBuf data, int rows) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      a += data.getDouble(i * 8L);
      b += data.getDouble(i * 8L + 8);
      c += data.getDouble(i * 8L + 16);
      d += data.getDouble(i * 8L + 24);
    }
    for (; i < rows; i++) {
      a += data.getDouble(i * 8L);
    }
    return (a + b) + (c + d);
  }

  private static double validDoubles(ArrowBuf data, long[] valid) {
    double a = 0;
    double b = 0;
    for (int i = 0; i < valid.length; i++) {
      long first = i * 64L * 8;
      if (valid[i] == -1) {
        for (int j = 0; j < 64; j += 2) {
          a += data.getDouble(first + j * 8L);
          b += data.getDouble(first + j * 8L + 8);
        }
      } else {
        for (long word = valid[i]; word != 0; word &= word - 1) {
          a += data.getDouble(first + Long.numberOfTrailingZeros(word) * 8L);
        }
      }
    }
    return a + b;
  }

  private static double floats(ArrowBuf data, int rows) {
    double a = 0;
    double b = 0;
    int i = 0;
    for (; i + 1 < rows; i += 2) {
      a += data.getFloat(i * 4L);
      b += data.getFloat(i * 4L + 4);
    }
    return i < rows ? a + b + data.getFloat(i * 4L) : a + b;
  }

  private static double validFloats(ArrowBuf data, long[] valid) {
    double sum = 0;
    for (int i = 0; i < valid.length; i++) {
      long first = i * 64L * 4;
      for (long word = valid[i]; word != 0; word &= word - 1) {
        sum += data.getFloat(first + Long.numberOfTrailingZeros(word) * 4L);
      }
    }
    return sum;
  }
}
