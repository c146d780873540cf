// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.BlockLoader;
import io.albis.reader.internal.type.WideDecimal;
import io.albis.storage.internal.memory.Memory;

/** The values of a column. */
final class LeafValues extends Values {

  /** Position of the column among the vectors, then of a field in each struct. */
  private final int[] position;

  private final PhysicalType type;

  /** Loads integers; null for other types. */
  private final BlockLoader loader;

  /** Width of the integers in bytes. */
  private final int width;

  /** The block, until its integers are loaded: a sum needs them nowhere else. Null if they are. */
  private BatchBlock pending;

  /**
   * Creates an object for a column.
   *
   * @param onlyNulls whether only the nulls are needed, and values are of any type
   */
  LeafValues(int[] position, Type type, boolean isNullable, boolean onlyNulls) {
    super(
        onlyNulls || !type.isNumber() ? 0 : type.scale(),
        !onlyNulls && isFloating(type.physicalType()),
        isNullable);
    this.position = position;
    this.type = onlyNulls ? PhysicalType.STRUCT : type.physicalType();
    boolean hasLongs = !onlyNulls && !isDouble && type.physicalType() != PhysicalType.DECIMAL128;
    this.loader = hasLongs ? new BlockLoader(type) : null;
    this.width = hasLongs ? type.fixedWidth() : 0;
  }

  private static boolean isFloating(PhysicalType type) {
    return type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE;
  }

  /** Returns the vector of the column. */
  static ColumnVector vector(BatchBlock block, int[] position) {
    ColumnVector vector = block.vectors.get(position[0]);
    for (int i = 1; i < position.length; i++) {
      vector = vector.child(position[i]);
    }
    return vector;
  }

  @Override
  public void load(BatchBlock block) {
    ColumnVector vector = vector(block, position);
    validity.load(vector, block);
    if (loader != null) {
      pending = block;
      setMagnitude(width < Long.BYTES ? 1L << (Byte.SIZE * width - 1) : -1);
      return;
    }
    if (type == PhysicalType.DOUBLE) {
      loadDoubles(vector.valuesAddress(), vector.stride(), block);
    } else if (type == PhysicalType.FLOAT) {
      loadFloats(vector.valuesAddress(), vector.stride(), block);
    } else if (type == PhysicalType.DECIMAL128) {
      loadWides(vector.valuesAddress(), vector.stride(), block);
    }
    // The format says that the values of nulls are 0, but a file of another writer may not.
    clearNulls(block.count);
  }

  @Override
  long[] longs() {
    if (pending != null) {
      ColumnVector vector = vector(pending, position);
      loader.load(vector, pending.selection, pending.from, pending.count, longs);
      clearNulls(pending.count);
      pending = null;
    }
    return longs;
  }

  @Override
  long sum(int count) {
    boolean isInts = type == PhysicalType.INT32 || type == PhysicalType.DECIMAL32;
    if (pending == null || !isInts || pending.selection != null) {
      return super.sum(count);
    }
    ColumnVector vector = vector(pending, position);
    if (vector.stride() != Integer.BYTES) {
      return super.sum(count);
    }
    long base = vector.valuesAddress() + (long) pending.from * Integer.BYTES;
    long sum = sumOfInts(base, count);
    for (int first = 0; validity.hasNulls && first < count; first += Long.SIZE) {
      for (long nulls = validity.nulls(first, count); nulls != 0; nulls &= nulls - 1) {
        int row = first + Long.numberOfTrailingZeros(nulls);
        sum -= Memory.getInt(base + (long) row * Integer.BYTES);
      }
    }
    return sum;
  }

  /** Keeps four sums, none of which waits for another one. */
  private static long sumOfInts(long base, int count) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    long address = base;
    for (; i + 3 < count; i += 4, address += 4 * Integer.BYTES) {
      a += Memory.getInt(address);
      b += Memory.getInt(address + Integer.BYTES);
      c += Memory.getInt(address + 2 * Integer.BYTES);
      d += Memory.getInt(address + 3 * Integer.BYTES);
    }
    for (; i < count; i++, address += Integer.BYTES) {
      a += Memory.getInt(address);
    }
    return a + b + c + d;
  }

  private void loadDoubles(long base, long stride, BatchBlock block) {
    int[] selection = block.selection;
    int from = block.from;
    if (selection == null && stride == Double.BYTES) {
      Memory.copyToArray(base + from * stride, doubles, block.count);
    } else if (selection == null) {
      long address = base + from * stride;
      for (int i = 0; i < block.count; i++, address += stride) {
        doubles[i] = Memory.getDouble(address);
      }
    } else {
      for (int i = 0; i < block.count; i++) {
        doubles[i] = Memory.getDouble(base + selection[from + i] * stride);
      }
    }
  }

  private void loadFloats(long base, long stride, BatchBlock block) {
    for (int i = 0; i < block.count; i++) {
      doubles[i] = Memory.getFloat(base + block.row(i) * stride);
    }
  }

  private void loadWides(long base, long stride, BatchBlock block) {
    reserveBigs();
    isBig = true;
    for (int i = 0; i < block.count; i++) {
      bigs[i] = WideDecimal.unscaled(base + block.row(i) * stride);
    }
  }
}
