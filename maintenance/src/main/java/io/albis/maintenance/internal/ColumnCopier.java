// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.schema.Leaf;
import io.albis.reader.vector.BytesView;
import io.albis.reader.vector.ColumnVector;
import io.albis.writer.batch.BatchWriter;
import java.util.Arrays;

/** Copies values of one column from a vector to a batch writer, through an array. */
abstract class ColumnCopier {

  /** Null if the column is required. */
  private final boolean[] nulls;

  private ColumnCopier(Leaf leaf, int capacity) {
    this.nulls = leaf.nullable() ? new boolean[capacity] : null;
  }

  /**
   * A copier of a column that a batch writer takes.
   *
   * @param capacity the most rows at once
   */
  static ColumnCopier of(Leaf leaf, int capacity) {
    return switch (leaf.type().kind()) {
      case BOOLEAN -> new Booleans(leaf, capacity);
      case INT8 -> new Bytes(leaf, capacity);
      case INT16 -> new Shorts(leaf, capacity);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> new Ints(leaf, capacity);
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> new Longs(leaf, capacity);
      case DECIMAL -> new Unscaled(leaf, capacity);
      case FLOAT -> new Floats(leaf, capacity);
      case DOUBLE -> new Doubles(leaf, capacity);
      case STRING, BINARY -> new Variable(leaf, capacity);
      case FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
          throw new IllegalArgumentException("Column " + leaf.path() + " of type " + leaf.type());
    };
  }

  /** Sets a column of a batch to rows of a vector. */
  final void copy(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
    copyValues(vector, from, count, writer, ordinal);
    if (nulls != null && vector.hasNulls()) {
      for (int r = 0; r < count; r++) {
        nulls[r] = vector.isNullAt(from + r);
      }
      writer.setNulls(ordinal, nulls);
    }
  }

  /** Copies the values; those of nulls may be any. */
  abstract void copyValues(
      ColumnVector vector, int from, int count, BatchWriter writer, int ordinal);

  private static final class Booleans extends ColumnCopier {
    private final boolean[] values;

    Booleans(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new boolean[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getBoolean(from + r);
      }
      writer.setBooleans(ordinal, values);
    }
  }

  private static final class Bytes extends ColumnCopier {
    private final byte[] values;

    Bytes(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new byte[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getByte(from + r);
      }
      writer.setBytes(ordinal, values);
    }
  }

  private static final class Shorts extends ColumnCopier {
    private final short[] values;

    Shorts(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new short[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getShort(from + r);
      }
      writer.setShorts(ordinal, values);
    }
  }

  private static final class Ints extends ColumnCopier {
    private final int[] values;

    Ints(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new int[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getInt(from + r);
      }
      writer.setInts(ordinal, values);
    }
  }

  private static final class Longs extends ColumnCopier {
    private final long[] values;

    Longs(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new long[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getLong(from + r);
      }
      writer.setLongs(ordinal, values);
    }
  }

  private static final class Unscaled extends ColumnCopier {
    private final long[] values;

    Unscaled(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new long[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getUnscaledLong(from + r);
      }
      writer.setUnscaledDecimals(ordinal, values);
    }
  }

  private static final class Floats extends ColumnCopier {
    private final float[] values;

    Floats(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new float[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getFloat(from + r);
      }
      writer.setFloats(ordinal, values);
    }
  }

  private static final class Doubles extends ColumnCopier {
    private final double[] values;

    Doubles(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.values = new double[capacity];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      for (int r = 0; r < count; r++) {
        values[r] = vector.getDouble(from + r);
      }
      writer.setDoubles(ordinal, values);
    }
  }

  /** Strings and binaries. */
  private static final class Variable extends ColumnCopier {
    private final BytesView view = new BytesView();
    private final int[] offsets;
    private byte[] data = new byte[1024];

    Variable(Leaf leaf, int capacity) {
      super(leaf, capacity);
      this.offsets = new int[capacity + 1];
    }

    @Override
    void copyValues(ColumnVector vector, int from, int count, BatchWriter writer, int ordinal) {
      int end = 0;
      for (int r = 0; r < count; r++) {
        int length = vector.getBytes(from + r, view).length();
        int newEnd = Math.addExact(end, length);
        if (newEnd > data.length) {
          data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * newEnd));
        }
        view.copyTo(data, end);
        end = newEnd;
        offsets[r + 1] = end;
      }
      writer.setBytes(ordinal, data, offsets);
    }
  }
}
