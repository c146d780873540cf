// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.storage.memory.BufferAllocator;

/** Booleans, of one bit each. */
final class BooleanBuilder extends ColumnBuilder {

  private final BitMemory values;

  // What was set: an array, or bits in off-heap memory.
  private boolean[] array;
  private long bits;
  private long step;

  BooleanBuilder(BufferAllocator allocator) {
    super(allocator);
    this.values = new BitMemory(allocator);
  }

  boolean value(int row) {
    return values.isSet(row);
  }

  @Override
  void appendValues(int from, int count) {
    if (array == null) {
      values.addBits(bits + from * step, step, 1, count);
      return;
    }
    int first = values.count();
    values.addZeros(count);
    for (int i = 0; i < count; i++) {
      if (array[from + i]) {
        values.set(first + i);
      }
    }
    array = null;
  }

  @Override
  long bytes() {
    return super.bytes() + values.byteCount();
  }

  @Override
  long placeValues(long region, long position, NodePlaces places, int node) {
    long end = copy(values.address(), values.byteCount(), region, position);
    places.setValues(node, end - values.byteCount());
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

  @Override
  public void setBooleans(boolean[] newValues) {
    array = newValues;
  }

  /** Bytes of 0 and 1. */
  @Override
  public void setValues(long address, long stride, int count) {
    bits = address * Byte.SIZE;
    step = stride * Byte.SIZE;
  }
}
