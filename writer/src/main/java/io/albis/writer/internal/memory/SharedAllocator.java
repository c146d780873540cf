// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The allocator of several row and batch writers. A writer that was aborted may release its memory
 * later than the others; the last one closes the allocator, which checks that nothing is left.
 * Thread-safe.
 */
public final class SharedAllocator {

  private final BufferAllocator allocator;

  /** Null if none is asked. */
  private final MemoryBudget engine;

  /** Writers that have not released their memory, plus one until {@link #close}. */
  private final AtomicInteger users = new AtomicInteger(1);

  /** Shares an allocator, which it owns. */
  public SharedAllocator(BufferAllocator allocator) {
    this(allocator, null);
  }

  /**
   * Shares an allocator, which it owns.
   *
   * @param engine asked before memory is allocated; null if none is
   */
  public SharedAllocator(BufferAllocator allocator, MemoryBudget engine) {
    this.allocator = allocator;
    this.engine = engine;
  }

  /**
   * Memory for one writer; not after {@link #close}.
   *
   * @param segments of a row group, at least
   */
  public WriterMemory newMemory(int segments) {
    users.incrementAndGet();
    if (engine == null) {
      return new WriterMemory(allocator, null, segments, this::close);
    }
    EndingBudget budget = new EndingBudget(engine);
    return new WriterMemory(allocator.within(budget), budget, segments, this::close);
  }

  /** The memory in use, in bytes. */
  public long allocatedBytes() {
    return allocator.allocatedBytes();
  }

  /** The peak of the memory in use, in bytes. */
  public long peakBytes() {
    return allocator.peakBytes();
  }

  /** Ends one use: that of a writer, or, to be called once, that of the owner of this. */
  public void close() {
    if (users.decrementAndGet() == 0) {
      allocator.close();
    }
  }
}
