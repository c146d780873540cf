// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.spark.internal.write.SlotMemory;
import io.albis.storage.memory.BufferAllocator;
import org.apache.spark.unsafe.Platform;

/** Values of a fixed width. */
final class FixedBuilder extends ColumnBuilder {

  private final int width;
  private final SlotMemory values;

  // What was set: an array, or off-heap memory.
  private Object base;
  private long start;
  private long stride;

  FixedBuilder(int width, BufferAllocator allocator) {
    super(allocator);
    this.width = width;
    this.values = new SlotMemory(allocator, width);
  }

  /** The address of the first value. */
  long address() {
    return values.address();
  }

  int width() {
    return width;
  }

  @Override
  void appendValues(int from, int count) {
    long target = values.add(count);
    if (base != null || stride == width) {
      Platform.copyMemory(base, start + from * stride, null, target, (long) count * width);
      base = null;
      return;
    }
    long source = start + from * stride;
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          Platform.putByte(null, target + i, Platform.getByte(null, source + i * stride));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          Platform.putShort(null, target + 2L * i, Platform.getShort(null, source + i * stride));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          Platform.putInt(null, target + 4L * i, Platform.getInt(null, source + i * stride));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          Platform.putLong(null, target + 8L * i, Platform.getLong(null, source + i * stride));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          Platform.copyMemory(null, source + i * stride, null, target + (long) i * width, width);
        }
      }
    }
  }

  @Override
  long bytes() {
    return super.bytes() + values.bytes();
  }

  @Override
  long placeValues(long region, long position, NodePlaces places, int node) {
    long end = copy(values.address(), values.bytes(), region, position);
    places.setValues(node, end - values.bytes());
    return end;
  }

  @Override
  void clear() {
    super.clear();
    values.clear();
  }

  @Override
  public void close() {
    super.close();
    values.close();
  }

  private void setArray(Object array, long offset) {
    base = array;
    start = offset;
    stride = width;
  }

  @Override
  public void setFixedBytes(byte[] newValues) {
    setArray(newValues, Platform.BYTE_ARRAY_OFFSET);
  }

  @Override
  public void setBytes(byte[] newValues) {
    setArray(newValues, Platform.BYTE_ARRAY_OFFSET);
  }

  @Override
  public void setShorts(short[] newValues) {
    setArray(newValues, Platform.SHORT_ARRAY_OFFSET);
  }

  @Override
  public void setInts(int[] newValues) {
    setArray(newValues, Platform.INT_ARRAY_OFFSET);
  }

  @Override
  public void setLongs(long[] newValues) {
    setArray(newValues, Platform.LONG_ARRAY_OFFSET);
  }

  @Override
  public void setUnscaledDecimals(int[] newValues) {
    setArray(newValues, Platform.INT_ARRAY_OFFSET);
  }

  @Override
  public void setUnscaledDecimals(long[] newValues) {
    setArray(newValues, Platform.LONG_ARRAY_OFFSET);
  }

  @Override
  public void setFloats(float[] newValues) {
    setArray(newValues, Platform.FLOAT_ARRAY_OFFSET);
  }

  @Override
  public void setDoubles(double[] newValues) {
    setArray(newValues, Platform.DOUBLE_ARRAY_OFFSET);
  }

  @Override
  public void setValues(long address, long newStride, int count) {
    base = null;
    start = address;
    stride = newStride;
  }
}
