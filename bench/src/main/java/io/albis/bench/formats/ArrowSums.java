// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/**
 * Sums Arrow vectors by their buffers: in a loop over all values if none is null, otherwise over
 * the validity bits, one word at a time.
 */
final class ArrowSums extends VectorSums<ArrowSums.Vector> {

  /**
   * A vector.
   *
   * @param valid validity bits, which are not set where an enclosing value is null; null if all are
   *     set
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Vector(FieldVector vector, long[] valid) {

    static Vector of(FieldVector vector, int rows, long[] around) {
      return new Vector(vector, ArrowValidity.of(vector, rows, around));
    }
  }

  ArrowSums(ScanRequest request, Totals totals) {
    super(request, totals);
  }

  /** Adds the rows of a batch that are selected. */
  void addColumns(List<FieldVector> columns, int rows) {
    add((i, first) -> Vector.of(columns.get(i), first, null), rows);
  }

  @Override
  IntUnaryOperator ints(Vector vector) {
    ArrowBuf data = vector.vector.getDataBuffer();
    return row -> data.getInt(row * 4L);
  }

  @Override
  Vector child(Vector struct, int index, int rows) {
    return Vector.of(struct.vector.getChildrenFromFields().get(index), rows, struct.valid);
  }

  @Override
  int elementCount(Vector list, int rows) {
    return list.vector.getOffsetBuffer().getInt(rows * 4L);
  }

  @Override
  Vector elements(Vector list, int rows) {
    long[] inLists = ArrowValidity.elements(list.vector, rows, list.valid);
    FieldVector elements = list.vector.getChildrenFromFields().get(0);
    return Vector.of(elements, elementCount(list, rows), inLists);
  }

  @Override
  long valueCount(Vector vector, int rows) {
    return ArrowValidity.count(vector.valid, rows);
  }

  @Override
  double reals(Vector vector, int rows) {
    ArrowBuf data = vector.vector.getDataBuffer();
    return vector.valid == null ? doubles(data, rows) : validDoubles(data, vector.valid);
  }

  @Override
  long integers(Field field, ValueKind kind, Vector vector, int rows) {
    ArrowBuf data = vector.vector.getDataBuffer();
    long[] valid = vector.valid;
    return switch (kind) {
      case BOOLEAN -> booleans(data, rows, valid);
      case INT, DATE -> valid == null ? ints(data, rows) : validInts(data, valid);
      case LONG, TIMESTAMP -> valid == null ? longs(data, rows, 8) : validLongs(data, valid, 8);
      case DECIMAL -> valid == null ? longs(data, rows, 16) : validLongs(data, valid, 16);
      case TEXT -> strings(vector.vector.getOffsetBuffer(), data, rows, valid);
      case DOUBLE, STRUCT, LIST -> throw new IllegalStateException("Not an integer: " + kind);
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
      if (ArrowValidity.isSet(valid, row)) {
        sum += data.getByte(row / 8L) >>> (row & 7) & 1;
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
      if (end > start && ArrowValidity.isSet(valid, row)) {
        sum += end - start + (data.getByte(start) & 0xFF) + (data.getByte(end - 1L) & 0xFF);
      }
      start = end;
    }
    return sum;
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
}
