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
 * The off-heap memory in which one row or batch writer builds its segments: the one owner of all
 * these buffers, which releases them together. Thread-safe; the buffers are for the thread of the
 * writer.
 */
public final class WriterMemory implements AutoCloseable {

  private final BufferAllocator allocator;
  private final Set<OffHeapBuffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean closed;

  public WriterMemory(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * Allocates a buffer, which stays owned by this.
   *
   * @throws ClosedException after {@link #close}
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if the limit would be passed
   */
  public synchronized OffHeapBuffer allocate(long bytes) {
    if (closed) {
      throw closed();
    }
    OffHeapBuffer buffer = allocator.allocate(bytes);
    buffers.add(buffer);
    return buffer;
  }

  /** Releases a buffer of this. */
  public synchronized void release(OffHeapBuffer buffer) {
    if (buffers.remove(buffer)) {
      buffer.release();
    }
  }

  /**
   * Gives a buffer of this to the caller, who has to release it.
   *
   * @throws ClosedException if it has been released by {@link #close}
   */
  public synchronized OffHeapBuffer handOver(OffHeapBuffer buffer) {
    if (!buffers.remove(buffer)) {
      throw closed();
    }
    return buffer;
  }

  private static ClosedException closed() {
    return new ClosedException("Cannot write: the memory of the row writer was released");
  }

  /** Releases all buffers. Nobody may use them any more. Idempotent. */
  @Override
  public void close() {
    List<OffHeapBuffer> released;
    synchronized (this) {
      closed = true;
      released = new ArrayList<>(buffers);
      buffers.clear();
    }
    released.forEach(OffHeapBuffer::release);
  }
}
