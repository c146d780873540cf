// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Owns the off-heap buffers in which one row or batch writer builds its segments, and releases them
 * together. For the thread that owns the writer.
 */
public final class WriterMemory implements AutoCloseable {

  private final BufferAllocator allocator;
  private final Set<OffHeapBuffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Released with this. */
  private final Set<WriterMemory> parts = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Runnable whenClosed;
  private long allocatedBytes;
  private boolean closed;

  public WriterMemory(BufferAllocator allocator) {
    this(allocator, () -> {});
  }

  /**
   * Starts without buffers.
   *
   * @param whenClosed run once by {@link #close}
   */
  WriterMemory(BufferAllocator allocator, Runnable whenClosed) {
    this.allocator = allocator;
    this.whenClosed = whenClosed;
  }

  /** Memory that can be released before this; at the latest, it is released with this. */
  public WriterMemory newPart() {
    WriterMemory part = new WriterMemory(allocator);
    parts.add(part);
    return part;
  }

  /** Releases a part of this. */
  public void release(WriterMemory part) {
    parts.remove(part);
    part.close();
  }

  /** Bytes of the limit that buffers hold, without those of parts. */
  public long allocatedBytes() {
    return allocatedBytes;
  }

  /**
   * Allocates a buffer that this object owns.
   *
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if the limit would be exceeded
   */
  public OffHeapBuffer allocate(long bytes) {
    OffHeapBuffer buffer = allocator.allocate(bytes);
    buffers.add(buffer);
    allocatedBytes += BufferAllocator.heldBytes(buffer.capacity());
    return buffer;
  }

  /** Releases one buffer. */
  public void release(OffHeapBuffer buffer) {
    if (buffers.remove(buffer)) {
      allocatedBytes -= BufferAllocator.heldBytes(buffer.capacity());
      buffer.release();
    }
  }

  /** Transfers the ownership of a buffer to the caller, which must release it. */
  public OffHeapBuffer handOver(OffHeapBuffer buffer) {
    buffers.remove(buffer);
    allocatedBytes -= BufferAllocator.heldBytes(buffer.capacity());
    return buffer;
  }

  /** Releases all buffers, which must no longer be in use. Idempotent. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      buffers.forEach(OffHeapBuffer::release);
      parts.forEach(WriterMemory::close);
    } finally {
      buffers.clear();
      parts.clear();
      allocatedBytes = 0;
      whenClosed.run();
    }
  }
}
