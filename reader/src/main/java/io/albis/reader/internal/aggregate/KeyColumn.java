// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.BlockLoader;
import io.albis.reader.internal.block.ValueBlock;
import io.albis.storage.internal.memory.Memory;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * A grouping column: numbers its distinct values. Short strings become integers that contain their
 * bytes and length, longer ones integers that contain their number among these.
 */
final class KeyColumn {

  /** Strings of up to this length become integers, whose top byte is the length. */
  private static final int MAX_PACKED = 7;

  private static final int LENGTH_SHIFT = 8 * MAX_PACKED;

  /** The top byte of integers for longer strings. */
  private static final long LONG_TAG = 8L << LENGTH_SHIFT;

  private final String path;
  private final int[] position;
  private final Type type;
  private final boolean hasBytes;
  private final BlockLoader loader;
  private final ValueBlock block;
  private final Validity validity = new Validity();

  /** The distinct values. */
  private final LongIds ids = new LongIds();

  private final BytesIds strings = new BytesIds();

  /** Whether there was a null. */
  private boolean hasNull;

  /** The number of null is that of the values before it; all later ones are greater by one. */
  private int nullId;

  /** Replaces values before rows are grouped; null if they stay. */
  private LongUnaryOperator mapping;

  /** Creates a column. */
  KeyColumn(String path, int[] position, Type type, ValueBlock block) {
    this.path = path;
    this.position = position;
    this.type = type;
    this.loader = new BlockLoader(type);
    this.block = block;
    this.hasBytes =
        switch (type.physicalType()) {
          case STRING, BINARY, FIXED_BINARY, UUID -> true;
          case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64, DECIMAL128 -> false;
          case FLOAT, DOUBLE, STRUCT, LIST, MAP -> false;
        };
  }

  /** Finds the numbers of the values of a block; returns the number if all are equal, or -1. */
  int find(BatchBlock rows, int[] out) {
    ColumnVector vector = LeafValues.vector(rows, position);
    int count = rows.count;
    loader.load(vector, rows.selection, rows.from, count, block);
    validity.load(vector, rows);
    long[] values = block.values;
    if (mapping != null) {
      map(values, count, mapping);
    }
    if (validity.hasNulls) {
      findWithNulls(values, count, out);
      return -1;
    }
    if (hasBytes) {
      pack(values, block.lengths, count);
    }
    long first = values[0];
    long different = 0;
    for (int i = 1; i < count; i++) {
      different |= values[i] ^ first;
    }
    if (different == 0) {
      int id = withNull(ids.find(first));
      Arrays.fill(out, 0, count, id);
      return id;
    }
    ids.find(values, different, count, out);
    if (hasNull) {
      for (int i = 0; i < count; i++) {
        out[i] = withNull(out[i]);
      }
    }
    return -1;
  }

  void mapBy(LongUnaryOperator operator) {
    if (hasBytes) {
      throw refuse("a mapping of integers");
    }
    mapping = operator;
  }

  private static void map(long[] values, int count, LongUnaryOperator mapping) {
    for (int i = 0; i < count; i++) {
      values[i] = mapping.applyAsLong(values[i]);
    }
  }

  private int withNull(int id) {
    return hasNull && id >= nullId ? id + 1 : id;
  }

  private void findWithNulls(long[] values, int count, int[] out) {
    long[] valid = validity.masks(count);
    for (int i = 0; i < count; i++) {
      if (valid[i] != 0) {
        long value = hasBytes ? packed(values[i], block.lengths[i]) : values[i];
        out[i] = withNull(ids.find(value));
      } else {
        out[i] = findNull();
      }
    }
  }

  private int findNull() {
    if (!hasNull) {
      hasNull = true;
      nullId = ids.count();
    }
    return nullId;
  }

  /** Adds the values of another column; returns by their numbers those that they have here. */
  int[] merge(KeyColumn other) {
    int[] merged = new int[other.count()];
    for (int id = 0; id < merged.length; id++) {
      if (other.isNull(id)) {
        merged[id] = findNull();
        continue;
      }
      long value = other.value(id);
      if (hasBytes && value >>> LENGTH_SHIFT > MAX_PACKED) {
        value = LONG_TAG | strings.find(other.strings, (int) value);
      }
      merged[id] = withNull(ids.find(value));
    }
    return merged;
  }

  private void pack(long[] values, int[] lengths, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = packed(values[i], lengths[i]);
    }
  }

  private long packed(long address, int length) {
    return switch (length) {
      case 0 -> 0;
      case 1 -> 1L << LENGTH_SHIFT | Memory.getByte(address) & 0xff;
      case 2, 3, 4, 5, 6, 7 -> packedBytes(address, length);
      default -> LONG_TAG | strings.find(address, length);
    };
  }

  private static long packedBytes(long address, int length) {
    long bytes;
    if (length >= Integer.BYTES) {
      int last = length - Integer.BYTES;
      bytes = Memory.getInt(address) & 0xffff_ffffL;
      bytes |= (Memory.getInt(address + last) & 0xffff_ffffL) << 8 * last;
    } else {
      int last = length - Short.BYTES;
      bytes = Memory.getShort(address) & 0xffff;
      bytes |= (Memory.getShort(address + last) & 0xffffL) << 8 * last;
    }
    return (long) length << LENGTH_SHIFT | bytes;
  }

  /** The number of distinct values, and null. */
  int count() {
    return ids.count() + (hasNull ? 1 : 0);
  }

  /** The bytes of the longer strings. */
  int stringBytes() {
    return strings.byteCount();
  }

  boolean isNull(int id) {
    return hasNull && id == nullId;
  }

  private long value(int id) {
    if (isNull(id)) {
      return 0;
    }
    return ids.value(hasNull && id > nullId ? id - 1 : id);
  }

  long getLong(int id) {
    if (hasBytes) {
      throw refuse("getLong");
    }
    return value(id);
  }

  BigDecimal getDecimal(int id) {
    if (hasBytes || !type.isNumber()) {
      throw refuse("getDecimal");
    }
    return BigDecimal.valueOf(value(id), type.scale());
  }

  byte[] getBytes(int id) {
    if (!hasBytes) {
      throw refuse("getBytes");
    }
    long value = value(id);
    int length = (int) (value >>> LENGTH_SHIFT);
    if (length > MAX_PACKED) {
      return strings.bytes((int) value);
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (value >>> 8 * i);
    }
    return bytes;
  }

  InvalidArgumentException refuse(String getter) {
    return new InvalidArgumentException(
        "Cannot read column " + path + " by " + getter + ": its type is " + type);
  }

  /** Forgets all values. */
  void clear() {
    ids.clear();
    strings.clear();
    hasNull = false;
  }
}
