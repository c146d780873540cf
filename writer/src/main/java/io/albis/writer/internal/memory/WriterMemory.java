// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.format.error.ClosedException;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Owns the off-heap buffers in which one row or batch writer builds its segments, and releases them
 * together. Thread-safe, but the buffers may be used only by the thread of the writer.
 */
public final class WriterMemory implements AutoCloseable {

  private final BufferAllocator allocator;
  private final Set<OffHeapBuffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Released with this. */
  private final Set<WriterMemory> parts = Collections.newSetFromMap(new IdentityHashMap<>());

  private long allocatedBytes;
  private boolean closed;

  public WriterMemory(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * Memory that can be released before this; at the latest, it is released with this.
   *
   * @throws ClosedException after {@link #close}
   */
  public synchronized WriterMemory newPart() {
    if (closed) {
      throw closed();
    }
    WriterMemory part = new WriterMemory(allocator);
    parts.add(part);
    return part;
  }

  /** Releases a part of this. */
  public void release(WriterMemory part) {
    synchronized (this) {
      parts.remove(part);
    }
    part.close();
  }

  /** Bytes of the limit that buffers hold, without those of parts. */
  public synchronized long allocatedBytes() {
    return allocatedBytes;
  }

  /**
   * Allocates a buffer that this object owns.
   *
   * @throws ClosedException after {@link #close}
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if the limit would be exceeded
   */
  public synchronized OffHeapBuffer allocate(long bytes) {
    if (closed) {
      throw closed();
    }
    OffHeapBuffer buffer = allocator.allocate(bytes);
    buffers.add(buffer);
    allocatedBytes += BufferAllocator.heldBytes(buffer.capacity());
    return buffer;
  }

  /** Releases one buffer. */
  public synchronized void release(OffHeapBuffer buffer) {
    if (buffers.remove(buffer)) {
      allocatedBytes -= BufferAllocator.heldBytes(buffer.capacity());
      buffer.release();
    }
  }

  /**
   * Transfers the ownership of a buffer to the caller, which must release it.
   *
   * @throws ClosedException if {@link #close} has released the buffer
   */
  public synchronized OffHeapBuffer handOver(OffHeapBuffer buffer) {
    if (!buffers.remove(buffer)) {
      throw closed();
    }
    allocatedBytes -= BufferAllocator.heldBytes(buffer.capacity());
    return buffer;
  }

  private static ClosedException closed() {
    return new ClosedException("Cannot write: the memory of the row writer was released");
  }

  /** Releases all buffers, which must no longer be in use. Idempotent. */
  @Override
  public void close() {
    List<OffHeapBuffer> released;
    List<WriterMemory> releasedParts;
    synchronized (this) {
      closed = true;
      released = new ArrayList<>(buffers);
      releasedParts = new ArrayList<>(parts);
      buffers.clear();
      parts.clear();
      allocatedBytes = 0;
    }
    released.forEach(OffHeapBuffer::release);
    releasedParts.forEach(WriterMemory::close);
  }
}
