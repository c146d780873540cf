// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;

/** An append-only off-heap buffer that grows as needed. For one thread. */
public final class GrowableBuffer {

  private static final int INITIAL = 4096;

  private final WriterMemory memory;
  private OffHeapBuffer buffer;
  private long base;
  private long capacity;
  private long position;

  public GrowableBuffer(WriterMemory memory) {
    this.memory = memory;
  }

  /**
   * Ensures capacity for more bytes and returns the address at which to write them. Call {@link
   * #advance} to append them.
   */
  public long reserve(long bytes) {
    if (bytes > capacity - position) {
      grow(Math.addExact(position, bytes));
    }
    return base + position;
  }

  private void grow(long needed) {
    long size = Math.max(Math.max(INITIAL, capacity * 2), needed);
    OffHeapBuffer larger = memory.replace(buffer, size);
    moveTo(larger, size);
  }

  private void moveTo(OffHeapBuffer other, long size) {
    if (buffer != null) {
      Memory.copy(base, other.address(), position);
      memory.release(buffer);
    }
    buffer = other;
    base = other.address();
    capacity = size;
  }

  /** Releases most memory of a buffer that has become almost empty. */
  public void shrink() {
    if (position == 0 && buffer != null) {
      memory.release(buffer);
      buffer = null;
      base = 0;
      capacity = 0;
    } else if (capacity > Math.max(INITIAL, 2 * position)) {
      long size = Math.max(INITIAL, position);
      moveTo(memory.allocateKept(size), size);
    }
  }

  /** Appends bytes that were written to the address returned by {@link #reserve}. */
  public void advance(long bytes) {
    position += bytes;
  }

  public void putByte(byte value) {
    Memory.putByte(reserve(1), value);
    position++;
  }

  public void putInt(int value) {
    Memory.putInt(reserve(Integer.BYTES), value);
    position += Integer.BYTES;
  }

  public void putZeros(long bytes) {
    Memory.setZero(reserve(bytes), bytes);
    position += bytes;
  }

  /** The address of the first byte; changes when the buffer grows. */
  public long base() {
    return base;
  }

  public long position() {
    return position;
  }

  /** Discards the bytes after a position. */
  public void truncate(long newPosition) {
    position = newPosition;
  }
}
