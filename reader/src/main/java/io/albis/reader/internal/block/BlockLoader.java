// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.block;

import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.SlotKind;
import io.albis.reader.internal.match.DoubleKeys;
import io.albis.storage.internal.memory.Memory;

/**
 * Loads values of a vector: one loop for each width, without branches per value. Not thread-safe.
 */
public final class BlockLoader {

  /** How a vector stores its values. */
  private enum Stored {
    BOOLEAN,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    /** Bytes of one length. */
    FIXED,
    /** Bytes of any length. */
    VARIABLE
  }

  private final Stored stored;
  private final int width;

  /** Created for errors only. */
  private BytesView view;

  /** Creates a loader for vectors of a type. */
  public BlockLoader(Type type) {
    this.stored =
        switch (type.physicalType()) {
          case BOOLEAN -> Stored.BOOLEAN;
          case INT8 -> Stored.BYTE;
          case INT16 -> Stored.SHORT;
          case INT32, DECIMAL32 -> Stored.INT;
          case INT64, DECIMAL64 -> Stored.LONG;
          case FLOAT -> Stored.FLOAT;
          case DOUBLE -> Stored.DOUBLE;
          case DECIMAL128, FIXED_BINARY, UUID -> Stored.FIXED;
          case STRING, BINARY -> Stored.VARIABLE;
          case STRUCT, LIST, MAP ->
              throw new IllegalArgumentException("No values to compare: " + type);
        };
    this.width = type.fixedWidth();
  }

  /**
   * Loads values; the slots of nulls are loaded too.
   *
   * @param rows row numbers in the vector; null for all
   * @param from index of the first one in {@code rows}, or the first row
   * @param count number of rows
   * @throws io.albis.format.error.CorruptFileException if a value lies outside of the segment
   */
  public void load(ColumnVector vector, int[] rows, int from, int count, ValueBlock block) {
    switch (stored) {
      case FIXED -> {
        addresses(vector.valuesAddress(), vector.stride(), rows, from, count, block.values);
        for (int i = 0; i < count; i++) {
          block.lengths[i] = width;
        }
      }
      case VARIABLE -> variable(vector, rows, from, count, block);
      default -> load(vector, rows, from, count, block.values);
    }
  }

  /**
   * Loads values of up to 8 bytes; see {@link #load(ColumnVector, int[], int, int, ValueBlock)}.
   */
  public void load(ColumnVector vector, int[] rows, int from, int count, long[] out) {
    long base = vector.valuesAddress();
    long stride = vector.stride();
    switch (stored) {
      case BOOLEAN -> {
        if (vector.isBitPacked()) {
          bits(base, stride, rows, from, count, out);
        } else {
          bytes(base, stride, rows, from, count, out);
        }
      }
      case BYTE -> bytes(base, stride, rows, from, count, out);
      case SHORT -> shorts(base, stride, rows, from, count, out);
      case INT -> ints(base, stride, rows, from, count, out);
      case LONG -> longs(base, stride, rows, from, count, out);
      case FLOAT -> floats(base, stride, rows, from, count, out);
      case DOUBLE -> doubles(base, stride, rows, from, count, out);
      case FIXED, VARIABLE -> throw new IllegalStateException("Not of up to 8 bytes: " + stored);
    }
  }

  private static void addresses(
      long base, long stride, int[] rows, int from, int count, long[] out) {
    if (rows == null) {
      for (int i = 0; i < count; i++) {
        out[i] = base + (from + i) * stride;
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] = base + rows[from + i] * stride;
      }
    }
  }

  private static void bits(long base, long step, int[] rows, int from, int count, long[] out) {
    addresses(base, step, rows, from, count, out);
    for (int i = 0; i < count; i++) {
      out[i] = Memory.getBit(out[i]);
    }
  }

  private static void bytes(long base, long stride, int[] rows, int from, int count, long[] out) {
    addresses(base, stride, rows, from, count, out);
    for (int i = 0; i < count; i++) {
      out[i] = Memory.getByte(out[i]);
    }
  }

  private static void shorts(long base, long stride, int[] rows, int from, int count, long[] out) {
    addresses(base, stride, rows, from, count, out);
    for (int i = 0; i < count; i++) {
      out[i] = Memory.getShort(out[i]);
    }
  }

  private static void ints(long base, long stride, int[] rows, int from, int count, long[] out) {
    if (rows == null) {
      long address = base + from * stride;
      for (int i = 0; i < count; i++, address += stride) {
        out[i] = Memory.getInt(address);
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] = Memory.getInt(base + rows[from + i] * stride);
      }
    }
  }

  private static void longs(long base, long stride, int[] rows, int from, int count, long[] out) {
    if (rows == null && stride == Long.BYTES) {
      Memory.copyToArray(base + from * stride, out, count);
    } else if (rows == null) {
      long address = base + from * stride;
      for (int i = 0; i < count; i++, address += stride) {
        out[i] = Memory.getLong(address);
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] = Memory.getLong(base + rows[from + i] * stride);
      }
    }
  }

  private static void floats(long base, long stride, int[] rows, int from, int count, long[] out) {
    addresses(base, stride, rows, from, count, out);
    for (int i = 0; i < count; i++) {
      out[i] = DoubleKeys.of(Memory.getFloat(out[i]));
    }
  }

  private static void doubles(long base, long stride, int[] rows, int from, int count, long[] out) {
    addresses(base, stride, rows, from, count, out);
    for (int i = 0; i < count; i++) {
      out[i] = DoubleKeys.of(Memory.getDouble(out[i]));
    }
  }

  private void variable(ColumnVector vector, int[] rows, int from, int count, ValueBlock block) {
    long[] addresses = block.values;
    int[] lengths = block.lengths;
    addresses(vector.valuesAddress(), vector.stride(), rows, from, count, addresses);
    boolean isPair = vector.slotKind() == SlotKind.OFFSET_AND_LENGTH;
    long data = vector.dataAddress();
    long limit = vector.dataLength();
    for (int i = 0; i < count; i++) {
      long slot = addresses[i];
      long start = Memory.getInt(slot) & 0xffff_ffffL;
      long second = Memory.getInt(slot + Integer.BYTES) & 0xffff_ffffL;
      long length = isPair ? second : second - start;
      if (length < 0 || length > Integer.MAX_VALUE || start + length > limit) {
        requireNull(vector, rows == null ? from + i : rows[from + i]);
        start = 0;
        length = 0;
      }
      addresses[i] = data + start;
      lengths[i] = (int) length;
    }
  }

  /** The slot of a null is ignored; for other slots, the vector throws the error. */
  private void requireNull(ColumnVector vector, int row) {
    if (view == null) {
      view = new BytesView();
    }
    vector.getBytes(row, view);
  }
}
