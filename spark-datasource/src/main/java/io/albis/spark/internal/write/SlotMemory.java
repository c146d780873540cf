// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import org.apache.spark.unsafe.Platform;

/** Elements of one width, one after the other, in off-heap memory that grows. Not thread-safe. */
public final class SlotMemory implements AutoCloseable {

  private final BufferAllocator allocator;
  private final int width;

  /** Null before the first element, and after the last use. */
  private OffHeapBuffer buffer;

  private int count;

  /**
   * Creates memory without elements.
   *
   * @param width bytes of an element
   */
  public SlotMemory(BufferAllocator allocator, int width) {
    this.allocator = allocator;
    this.width = width;
  }

  /** The address of the first element; 0 if there was none yet. */
  public long address() {
    return buffer == null ? 0 : buffer.address();
  }

  public int count() {
    return count;
  }

  public long bytes() {
    return (long) count * width;
  }

  /** Adds elements, whose bytes are undefined, and returns their address. */
  public long add(int elements) {
    long end = bytes();
    long needed = end + (long) elements * width;
    if (buffer == null || buffer.capacity() < needed) {
      grow(end, needed);
    }
    count = Math.addExact(count, elements);
    return buffer.address() + end;
  }

  private void grow(long used, long needed) {
    OffHeapBuffer larger = allocator.allocate(Math.max(needed + (needed >> 1), 4096));
    if (buffer != null) {
      Platform.copyMemory(null, buffer.address(), null, larger.address(), used);
      buffer.release();
    }
    buffer = larger;
  }

  public void clear() {
    count = 0;
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
