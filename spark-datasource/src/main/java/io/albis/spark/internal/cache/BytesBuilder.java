// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.spark.internal.write.SlotMemory;
import io.albis.storage.memory.BufferAllocator;
import org.apache.spark.unsafe.Platform;

/** Strings and binaries. */
final class BytesBuilder extends ColumnBuilder {

  private final OffsetMemory offsets;
  private final SlotMemory data;

  /** What was set. */
  private byte[] array;

  BytesBuilder(BufferAllocator allocator) {
    super(allocator);
    this.offsets = new OffsetMemory(allocator);
    this.data = new SlotMemory(allocator, 1);
  }

  long address(int row) {
    return data.address() + offsets.get(row);
  }

  int length(int row) {
    return offsets.get(row + 1) - offsets.get(row);
  }

  @Override
  void appendValues(int from, int count) {
    int first = offsets.source(from);
    int length = offsets.source(from + count) - first;
    int last = data.count();
    long target = data.add(length);
    Platform.copyMemory(array, Platform.BYTE_ARRAY_OFFSET + first, null, target, length);
    offsets.append(from, count, last);
    array = null;
  }

  @Override
  long bytes() {
    return super.bytes() + offsets.bytes() + data.bytes();
  }

  @Override
  long placeValues(long region, long position, NodePlaces places, int node) {
    long end = copy(offsets.address(), offsets.bytes(), region, position);
    places.setValues(node, end - offsets.bytes());
    end = copy(data.address(), data.bytes(), region, end);
    places.setData(node, end - data.bytes(), data.bytes());
    return end;
  }

  @Override
  void clear() {
    super.clear();
    offsets.clear();
    data.clear();
  }

  @Override
  public void close() {
    super.close();
    offsets.close();
    data.close();
  }

  @Override
  public void setBytes(byte[] newData, int[] newOffsets) {
    array = newData;
    offsets.set(newOffsets);
  }
}
