// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.schema.Type;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.filter.BlockLoader;
import io.albis.reader.internal.filter.ValueBlock;
import io.albis.storage.internal.memory.Memory;
import java.util.List;

/**
 * The distinct values of a grouping column. Each is a long: a number itself; up to 7 bytes with
 * their number in the highest byte; for more bytes, -1 in the highest byte and a number for them.
 * Not thread-safe.
 */
public final class KeyColumn {

  /** The number of null; those of values are greater. */
  static final int NULL = 0;

  private static final int MAX_PACKED_BYTES = 7;
  private static final int LENGTH_SHIFT = 56;
  private static final long LONG_TAG = 0xFFL << LENGTH_SHIFT;

  private final int[] path;
  private final BlockLoader loader;
  private final ValueBlock block = new ValueBlock();
  private final LongIds ids = new LongIds();

  /** Null for numbers. */
  private final BytesIds bytes;

  private long[] nulls = {};

  /**
   * Creates a column.
   *
   * @param path ordinals of the column and of the fields in it
   */
  public KeyColumn(int[] path, Type type) {
    this.path = path.clone();
    this.loader = new BlockLoader(type);
    this.bytes = isNumber(type) ? null : new BytesIds();
  }

  private static boolean isNumber(Type type) {
    return switch (type.physicalType()) {
      case STRING, BINARY, FIXED_BINARY, UUID -> false;
      default -> true;
    };
  }

  /** Finds the values of a block; a number above {@link #NULL} for each, which is for null. */
  void load(List<ColumnVector> vectors, int[] rows, int from, int count, int[] out) {
    ColumnVector vector = Vectors.find(vectors, path);
    loader.load(vector, rows, from, count, block);
    if (vector.hasNulls()) {
      nulls = nulls.length == 0 ? new long[ValueBlock.ROWS] : nulls;
      Vectors.loadNulls(vector, rows, from, count, nulls);
      loadWithNulls(vector, count, out);
      return;
    }
    if (bytes != null) {
      long end = vector.dataAddress() + vector.dataLength();
      for (int i = 0; i < count; i++) {
        block.values[i] = pack(block.values[i], block.lengths[i], end);
      }
    }
    for (int i = 0; i < count; i++) {
      out[i] = ids.id(block.values[i]) + 1;
    }
  }

  private void loadWithNulls(ColumnVector vector, int count, int[] out) {
    long end = vector.dataAddress() + vector.dataLength();
    for (int i = 0; i < count; i++) {
      if (nulls[i] != 0) {
        out[i] = NULL;
        continue;
      }
      long value = block.values[i];
      out[i] = ids.id(bytes == null ? value : pack(value, block.lengths[i], end)) + 1;
    }
  }

  /** Reads eight bytes at once where the memory has them. */
  private long pack(long address, int length, long end) {
    if (length > MAX_PACKED_BYTES) {
      return LONG_TAG | bytes.id(address, length);
    }
    long word = 0;
    if (address + Long.BYTES <= end) {
      word = Memory.getLong(address) & (1L << Byte.SIZE * length) - 1;
    } else {
      for (int i = 0; i < length; i++) {
        word |= (Memory.getByte(address + i) & 0xFFL) << Byte.SIZE * i;
      }
    }
    return word | (long) length << LENGTH_SHIFT;
  }

  /** Returns the value that has a number, which is not that of null. */
  long value(int number) {
    return ids.key(number - 1);
  }

  /** Returns the bytes that have a number, which is not that of null. */
  byte[] bytes(int number) {
    long value = value(number);
    if ((value & LONG_TAG) == LONG_TAG) {
      return bytes.get((int) value);
    }
    byte[] packed = new byte[(int) (value >>> LENGTH_SHIFT)];
    for (int i = 0; i < packed.length; i++) {
      packed[i] = (byte) (value >> Byte.SIZE * i);
    }
    return packed;
  }

  void clear() {
    ids.clear();
    if (bytes != null) {
      bytes.clear();
    }
  }
}
