// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.filter.BlockLoader;
import io.albis.reader.internal.filter.ValueBlock;
import io.albis.storage.internal.memory.Memory;
import java.math.BigInteger;
import java.util.List;

/** The values of a column. */
public final class ColumnTerm extends Term {

  private final int[] path;
  private final PhysicalType type;

  /** Null for doubles, and if only nulls matter. */
  private final BlockLoader loader;

  private final ValueBlock block;

  /**
   * Creates a term.
   *
   * @param path ordinals of the column and of the fields in it
   */
  public ColumnTerm(int[] path, Type type) {
    super(numbers(type), type.scale());
    this.path = path.clone();
    this.type = type.physicalType();
    boolean isLoaded = numbers() == Numbers.EXACT;
    this.loader = isLoaded ? new BlockLoader(type) : null;
    this.block = isLoaded ? new ValueBlock() : null;
    if (isLoaded) {
      longs = block.values;
    }
    if (numbers() == Numbers.FLOATING) {
      doubles = new double[ROWS];
    }
    setRange();
  }

  private static Numbers numbers(Type type) {
    return switch (type.physicalType()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64, DECIMAL128 -> Numbers.EXACT;
      case FLOAT, DOUBLE -> Numbers.FLOATING;
      case STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP -> Numbers.NONE;
    };
  }

  /** Values of 64 bits are looked at in each block. */
  private void setRange() {
    int bits =
        switch (type) {
          case BOOLEAN -> 2;
          case INT8 -> Byte.SIZE;
          case INT16 -> Short.SIZE;
          case INT32, DECIMAL32 -> Integer.SIZE;
          default -> Long.SIZE;
        };
    min = -1L << bits - 1;
    max = ~min;
  }

  @Override
  void load(List<ColumnVector> vectors, int[] rows, int from, int count) {
    ColumnVector vector = Vectors.find(vectors, path);
    hasNulls = vector.hasNulls();
    if (hasNulls) {
      nulls = nulls.length == 0 ? new long[ROWS] : nulls;
      Vectors.loadNulls(vector, rows, from, count, nulls);
    }
    switch (type) {
      case FLOAT -> loadFloats(vector, rows, from, count);
      case DOUBLE -> loadDoubles(vector, rows, from, count);
      case DECIMAL128 -> {
        loader.load(vector, rows, from, count, block);
        loadBigs(count);
      }
      default -> {
        if (loader != null) {
          loader.load(vector, rows, from, count, block);
          clearNulls(count);
        }
        if (type == PhysicalType.INT64 || type == PhysicalType.DECIMAL64) {
          findRange(count);
        }
      }
    }
  }

  private void clearNulls(int count) {
    if (hasNulls) {
      long[] values = longs;
      long[] isNull = nulls;
      for (int i = 0; i < count; i++) {
        values[i] &= ~isNull[i];
      }
    }
  }

  private void findRange(int count) {
    long[] values = longs;
    long least = 0;
    long greatest = 0;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, values[i]);
      greatest = Math.max(greatest, values[i]);
    }
    min = least;
    max = greatest;
  }

  private void loadBigs(int count) {
    isWide = true;
    bigs = bigs.length == 0 ? new BigInteger[ROWS] : bigs;
    byte[] bytes = new byte[2 * Long.BYTES];
    for (int i = 0; i < count; i++) {
      if (hasNulls && nulls[i] != 0) {
        bigs[i] = BigInteger.ZERO;
        continue;
      }
      for (int k = 0; k < bytes.length; k++) {
        bytes[bytes.length - 1 - k] = Memory.getByte(longs[i] + k);
      }
      bigs[i] = new BigInteger(bytes);
    }
  }

  private void loadFloats(ColumnVector vector, int[] rows, int from, int count) {
    long base = vector.valuesAddress();
    long stride = vector.stride();
    for (int i = 0; i < count; i++) {
      int row = rows == null ? from + i : rows[from + i];
      doubles[i] = Memory.getFloat(base + row * stride);
    }
    clearDoubles(count);
  }

  private void loadDoubles(ColumnVector vector, int[] rows, int from, int count) {
    long base = vector.valuesAddress();
    long stride = vector.stride();
    double[] out = doubles;
    if (rows == null) {
      long address = base + from * stride;
      for (int i = 0; i < count; i++, address += stride) {
        out[i] = Memory.getDouble(address);
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] = Memory.getDouble(base + rows[from + i] * stride);
      }
    }
    clearDoubles(count);
  }

  private void clearDoubles(int count) {
    if (hasNulls) {
      for (int i = 0; i < count; i++) {
        doubles[i] = nulls[i] == 0 ? doubles[i] : 0;
      }
    }
  }
}
