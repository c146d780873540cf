// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Type;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.Platform;

/**
 * Writes the elements of lists as arrays of Spark's binary form: their number, null bits, a slot
 * for each, and what is outside of the slots. Not thread-safe.
 */
abstract class ArrayElements {

  /** Bytes of an array without elements. */
  static final int EMPTY_BYTES = Long.BYTES;

  /** Returns a writer for a type; null if there is none, as for variants. */
  static ArrayElements of(Type stored, DataType type, int node) {
    return switch (stored.physicalType()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL32, DECIMAL64 ->
          new FixedElements(stored, node);
      case DECIMAL128 -> new VariableElements(DecimalRowColumn.ofElements(node));
      case STRING, BINARY -> new BytesElements(node);
      case STRUCT, LIST, MAP -> {
        RowColumn elements = RowColumn.of(stored, type, node, 0, 1);
        yield elements == null ? null : new VariableElements(elements);
      }
      case FIXED_BINARY, UUID -> null;
    };
  }

  /** Sets the batch that is read. */
  abstract void batch(NodePlaces places, long base);

  /**
   * Adds the bytes of arrays.
   *
   * @param offsets the address of the offset of the first one
   * @param count number of arrays
   */
  abstract void addSizes(long offsets, int count, int[] sizes);

  /**
   * Writes arrays.
   *
   * @param offsets as for {@link #addSizes}, which was called for these and maybe more
   * @param ends where each array belongs; moved to its end
   */
  abstract void write(long offsets, int count, byte[] rows, int[] ends);

  static int offset(long offsets, int index) {
    return Platform.getInt(null, offsets + (long) index * Integer.BYTES);
  }

  /** Bytes before the slots. */
  static int headerBytes(int count) {
    return EMPTY_BYTES + RowBlock.nullBytes(count);
  }

  /** Writes the number of elements, and null bits of 0; returns where the slots are. */
  static int writeHeader(int count, byte[] rows, int start) {
    int slots = start + headerBytes(count);
    Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) start, count);
    for (int at = start + EMPTY_BYTES; at < slots; at += Long.BYTES) {
      Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) at, 0);
    }
    return slots;
  }

  /** Sets the null bit of an element. */
  static void setNull(int index, byte[] rows, int start) {
    long bits = Platform.BYTE_ARRAY_OFFSET + (long) start + EMPTY_BYTES;
    long word = bits + (long) (index / Long.SIZE) * Long.BYTES;
    Platform.putLong(rows, word, Platform.getLong(rows, word) | 1L << index);
  }

  /**
   * Sets the null bits of elements, and their slots to 0: eight elements at a time, most of which
   * are not null.
   *
   * @param validity the address of the bits of the first element of the batch
   * @param width bytes of a slot
   */
  static void writeNulls(long validity, int first, int count, byte[] rows, int start, int width) {
    long slots = Platform.BYTE_ARRAY_OFFSET + (long) start + headerBytes(count);
    int i = 0;
    while (i < count) {
      int element = first + i;
      int bits = Math.min(Byte.SIZE - (element & 7), count - i);
      int valid = Platform.getByte(null, validity + (element >>> 3));
      int nulls = ~valid >>> (element & 7) & (1 << bits) - 1;
      for (; nulls != 0; nulls &= nulls - 1) {
        int index = i + Integer.numberOfTrailingZeros(nulls);
        setNull(index, rows, start);
        for (int at = 0; at < width; at++) {
          Platform.putByte(rows, slots + (long) index * width + at, (byte) 0);
        }
      }
      i += bits;
    }
  }
}
