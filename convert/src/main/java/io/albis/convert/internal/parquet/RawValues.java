// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.util.Arrays;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Values of a Parquet type, without nulls, in the array of that type; the others are empty. Arrays
 * may be longer than {@link #count}.
 */
final class RawValues {

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  final PrimitiveTypeName type;

  /** Bytes of a value of fixed length: INT96 and FIXED_LEN_BYTE_ARRAY. */
  final int length;

  int count;
  boolean[] booleans = {};
  int[] ints = {};
  long[] longs = {};
  float[] floats = {};
  double[] doubles = {};

  /** The bytes of INT96, FIXED_LEN_BYTE_ARRAY and BINARY. */
  byte[] bytes = {};

  /** The start of each value of BINARY in the bytes, then the end of the last one. */
  int[] offsets = {0};

  RawValues(PrimitiveType column) {
    this.type = column.getPrimitiveTypeName();
    this.length =
        switch (type) {
          case INT96 -> 12;
          case FIXED_LEN_BYTE_ARRAY -> column.getTypeLength();
          case BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BINARY -> 0;
        };
  }

  void clear() {
    count = 0;
  }

  /** Makes room for a number of values; bytes of BINARY apart. */
  void reserve(int values) {
    switch (type) {
      case BOOLEAN -> {
        if (booleans.length < values) {
          booleans = Arrays.copyOf(booleans, larger(booleans.length, values));
        }
      }
      case INT32 -> {
        if (ints.length < values) {
          ints = Arrays.copyOf(ints, larger(ints.length, values));
        }
      }
      case INT64 -> {
        if (longs.length < values) {
          longs = Arrays.copyOf(longs, larger(longs.length, values));
        }
      }
      case FLOAT -> {
        if (floats.length < values) {
          floats = Arrays.copyOf(floats, larger(floats.length, values));
        }
      }
      case DOUBLE -> {
        if (doubles.length < values) {
          doubles = Arrays.copyOf(doubles, larger(doubles.length, values));
        }
      }
      case INT96, FIXED_LEN_BYTE_ARRAY -> reserveBytes((long) values * length);
      case BINARY -> {
        if (offsets.length <= values) {
          offsets = Arrays.copyOf(offsets, larger(offsets.length, values + 1L));
        }
      }
    }
  }

  /** Makes room for a number of bytes. */
  void reserveBytes(long total) {
    if (bytes.length < total) {
      bytes = Arrays.copyOf(bytes, larger(bytes.length, total));
    }
  }

  private static int larger(int present, long wanted) {
    if (wanted > MAX_ARRAY) {
      throw new org.apache.parquet.io.ParquetDecodingException(
          "the values of a few rows take more than 2 GiB");
    }
    return (int) Math.min(MAX_ARRAY, Math.max(wanted, 2L * present));
  }
}
