// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.input;

import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.value.Decimals;
import io.albis.writer.internal.value.Times;

/** Values of fixed width: an array, or an address. */
final class FixedInput {

  private enum Form {
    NONE,
    BOOLEANS,
    SHORTS,
    INTS,
    LONGS,
    FLOATS,
    DOUBLES,
    UNSCALED,
    UNSCALED_INTS,
    /** An array of bytes in the form of the format. */
    BYTES,
    /** Memory in the form of the format. */
    MEMORY,
    /** Memory, one bit for each value. */
    BITS
  }

  private final Type type;
  private final String path;
  private final int width;
  private Form form = Form.NONE;
  private int length;
  private boolean[] booleans;
  private byte[] bytes;
  private short[] shorts;
  private int[] ints;
  private long[] longs;
  private float[] floats;
  private double[] doubles;
  private long address;
  private long stride;

  FixedInput(Type type, String path) {
    this.type = type;
    this.path = path;
    this.width = type.fixedWidth();
  }

  private void set(Form newForm, int newLength) {
    clear();
    form = newForm;
    length = newLength;
  }

  void clear() {
    form = Form.NONE;
    booleans = null;
    bytes = null;
    shorts = null;
    ints = null;
    longs = null;
    floats = null;
    doubles = null;
  }

  boolean isSet() {
    return form != Form.NONE;
  }

  int length() {
    return length;
  }

  void set(boolean[] values) {
    set(Form.BOOLEANS, values.length);
    booleans = values;
  }

  /** Sets values of some bytes each. */
  void set(byte[] values, int bytesEach) {
    set(Form.BYTES, values.length / bytesEach);
    bytes = values;
  }

  void set(short[] values) {
    set(Form.SHORTS, values.length);
    shorts = values;
  }

  void set(int[] values) {
    set(Form.INTS, values.length);
    ints = values;
  }

  void set(long[] values) {
    set(Form.LONGS, values.length);
    longs = values;
  }

  void setUnscaled(long[] values) {
    set(Form.UNSCALED, values.length);
    longs = values;
  }

  void setUnscaled(int[] values) {
    set(Form.UNSCALED_INTS, values.length);
    ints = values;
  }

  void set(float[] values) {
    set(Form.FLOATS, values.length);
    floats = values;
  }

  void set(double[] values) {
    set(Form.DOUBLES, values.length);
    doubles = values;
  }

  void set(long newAddress, long newStride, int count) {
    set(Form.MEMORY, count);
    address = newAddress;
    stride = newStride;
  }

  void setBits(long bitAddress, long step, int count) {
    set(Form.BITS, count);
    address = bitAddress;
    stride = step;
  }

  /** As {@link ColumnInput#putValues}. */
  void put(int from, int count, long target, int step, long flags, long row) {
    switch (form) {
      case NONE -> {}
      case BOOLEANS -> putBooleans(from, count, target, step);
      case BITS -> putBits(from, count, target, step);
      case BYTES -> putBytes(from, count, target, step);
      case SHORTS -> putShorts(from, count, target, step);
      case INTS -> putInts(from, count, target, step);
      case LONGS -> putLongs(from, count, target, step);
      case FLOATS -> putFloats(from, count, target, step);
      case DOUBLES -> putDoubles(from, count, target, step);
      case UNSCALED -> putUnscaled(from, count, target, step, flags);
      case UNSCALED_INTS -> putUnscaledInts(from, count, target, step, flags);
      case MEMORY -> copy(address + from * stride, stride, target, step, count);
    }
    if (type.kind() == TypeKind.TIME) {
      checkTimes(target, step, count, flags, row);
    } else if (type.kind() == TypeKind.DECIMAL && !isChecked()) {
      checkDecimals(target, step, count, flags);
    }
  }

  private void putBooleans(int from, int count, long target, int step) {
    boolean[] values = booleans;
    for (int i = 0; i < count; i++) {
      Memory.putByte(target + (long) i * step, (byte) (values[from + i] ? 1 : 0));
    }
  }

  private void putBits(int from, int count, long target, int step) {
    long bit = address + from * stride;
    for (int i = 0; i < count; i++, bit += stride) {
      byte value = (byte) Memory.getBit(bit);
      Memory.putByte(target + (long) i * step, value);
    }
  }

  private void putBytes(int from, int count, long target, int step) {
    if (step == width) {
      // Both products are at most the length of the array.
      Memory.copyFromArray(bytes, from * width, target, count * width);
      return;
    }
    for (int i = 0; i < count; i++) {
      Memory.copyFromArray(bytes, (from + i) * width, target + (long) i * step, width);
    }
  }

  private void putShorts(int from, int count, long target, int step) {
    short[] values = shorts;
    for (int i = 0; i < count; i++) {
      Memory.putShort(target + (long) i * step, values[from + i]);
    }
  }

  private void putInts(int from, int count, long target, int step) {
    if (step == Integer.BYTES) {
      Memory.copyFromArray(ints, from, target, count);
      return;
    }
    int[] values = ints;
    for (int i = 0; i < count; i++) {
      Memory.putInt(target + (long) i * step, values[from + i]);
    }
  }

  private void putLongs(int from, int count, long target, int step) {
    if (step == Long.BYTES) {
      Memory.copyFromArray(longs, from, target, count);
      return;
    }
    long[] values = longs;
    for (int i = 0; i < count; i++) {
      Memory.putLong(target + (long) i * step, values[from + i]);
    }
  }

  private void putFloats(int from, int count, long target, int step) {
    if (step == Float.BYTES) {
      Memory.copyFromArray(floats, from, target, count);
      return;
    }
    float[] values = floats;
    for (int i = 0; i < count; i++) {
      Memory.putFloat(target + (long) i * step, values[from + i]);
    }
  }

  private void putDoubles(int from, int count, long target, int step) {
    if (step == Double.BYTES) {
      Memory.copyFromArray(doubles, from, target, count);
      return;
    }
    double[] values = doubles;
    for (int i = 0; i < count; i++) {
      Memory.putDouble(target + (long) i * step, values[from + i]);
    }
  }

  private void putUnscaled(int from, int count, long target, int step, long flags) {
    long[] values = longs;
    for (int i = 0; i < count; i++) {
      if (Memory.getByte(flags + i) != 0) {
        Decimals.put(target + (long) i * step, values[from + i], type, path);
      }
    }
  }

  /** Whether decimals are checked when they are copied. */
  private boolean isChecked() {
    return form == Form.UNSCALED || form == Form.UNSCALED_INTS;
  }

  private void putUnscaledInts(int from, int count, long target, int step, long flags) {
    int[] values = ints;
    if (step == Integer.BYTES && width == Integer.BYTES) {
      int least = 0;
      int greatest = 0;
      for (int i = from; i < from + count; i++) {
        least = Math.min(least, values[i]);
        greatest = Math.max(greatest, values[i]);
      }
      if (Decimals.isInRange(least, type) && Decimals.isInRange(greatest, type)) {
        Memory.copyFromArray(values, from, target, count);
        return;
      }
    }
    for (int i = 0; i < count; i++) {
      if (Memory.getByte(flags + i) != 0) {
        Decimals.put(target + (long) i * step, values[from + i], type, path);
      }
    }
  }

  private void copy(long source, long from, long target, int step, int count) {
    if (from == width && step == width) {
      Memory.copy(source, target, (long) count * width);
      return;
    }
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          Memory.putByte(target + (long) i * step, Memory.getByte(source + i * from));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          Memory.putShort(target + (long) i * step, Memory.getShort(source + i * from));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          Memory.putInt(target + (long) i * step, Memory.getInt(source + i * from));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + (long) i * step, Memory.getLong(source + i * from));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          Memory.copy(source + i * from, target + (long) i * step, width);
        }
      }
    }
  }

  private void checkTimes(long target, int step, int count, long flags, long row) {
    for (int i = 0; i < count; i++) {
      long value = Memory.getLong(target + (long) i * step);
      if (!Times.isValid(type, value) && Memory.getByte(flags + i) != 0) {
        Times.require(type, value, path, row + i);
      }
    }
  }

  private void checkDecimals(long target, int step, int count, long flags) {
    for (int i = 0; i < count; i++) {
      if (Memory.getByte(flags + i) != 0) {
        Decimals.require(target + (long) i * step, type, path);
      }
    }
  }
}
