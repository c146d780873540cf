// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.error.ClosedException;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory of a cached batch, freed as a whole. It starts with one reference, that of its owner;
 * each reader has one more, so that the memory stays as long as it is read. Thread-safe.
 */
abstract sealed class Region permits Region.InMemory, MappedFile.Mapped {

  private static final BufferAllocator ALLOCATOR =
      BufferAllocator.create("cached data frames", Long.MAX_VALUE);

  private final AtomicInteger references = new AtomicInteger(1);
  private final long address;
  private final long length;

  Region(long address, long length) {
    this.address = address;
    this.length = length;
  }

  /** What regions and the buffers for building them are allocated from. */
  static BufferAllocator allocator() {
    return ALLOCATOR;
  }

  /** Allocates a region in memory. */
  static InMemory allocate(long length) {
    return new InMemory(ALLOCATOR.allocate(length));
  }

  /** Memory that nothing else has. */
  static final class InMemory extends Region {

    private final OffHeapBuffer buffer;

    private InMemory(OffHeapBuffer buffer) {
      super(buffer.address(), buffer.capacity());
      this.buffer = buffer;
    }

    /** Returns its bytes, at most 2 GiB, which are accessible while there is a reference. */
    ByteBuffer bytes() {
      return buffer.nioBuffer(0, Math.toIntExact(length()));
    }

    @Override
    long memoryBytes() {
      return BufferAllocator.heldBytes(buffer.capacity());
    }

    @Override
    void free() {
      buffer.release();
    }
  }

  /** The address of the first byte, which is valid while there is a reference. */
  final long address() {
    return address;
  }

  final long length() {
    return length;
  }

  /** The bytes of memory that nothing else can have. */
  abstract long memoryBytes();

  /** Frees the memory. Called once. */
  abstract void free();

  /**
   * Adds a reference.
   *
   * @throws ClosedException if the last one was released
   */
  final void retain() {
    int before = references.getAndUpdate(count -> count == 0 ? 0 : count + 1);
    if (before == 0) {
      throw new ClosedException("Cannot read a cached batch: its block was removed from the cache");
    }
  }

  final void release() {
    if (references.decrementAndGet() == 0) {
      free();
    }
  }
}
