// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.spark.internal.write.SlotMemory;
import io.albis.storage.memory.BufferAllocator;
import org.apache.spark.unsafe.Platform;

/** The offsets of strings, lists or maps: a first 0, then the end of each. Not thread-safe. */
final class OffsetMemory implements AutoCloseable {

  private final SlotMemory ends;

  /** What was set. */
  private int[] array;

  OffsetMemory(BufferAllocator allocator) {
    this.ends = new SlotMemory(allocator, Integer.BYTES);
    clear();
  }

  void set(int[] offsets) {
    array = offsets;
  }

  /** The offset of an element among those that were set. */
  int source(int element) {
    return array[element];
  }

  /**
   * Adds what was set, and forgets it.
   *
   * @param last the last end that was added
   */
  void append(int from, int count, int last) {
    int shift = last - source(from);
    long target = ends.add(count);
    for (int i = 0; i < count; i++) {
      Platform.putInt(null, target + (long) i * Integer.BYTES, source(from + i + 1) + shift);
    }
    array = null;
  }

  long address() {
    return ends.address();
  }

  int get(int element) {
    return Platform.getInt(null, address() + (long) element * Integer.BYTES);
  }

  long bytes() {
    return ends.bytes();
  }

  void clear() {
    ends.clear();
    Platform.putInt(null, ends.add(1), 0);
  }

  @Override
  public void close() {
    ends.close();
  }
}
