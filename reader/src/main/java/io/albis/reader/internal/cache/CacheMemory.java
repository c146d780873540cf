// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.storage.memory.Reuse;
import java.util.concurrent.atomic.AtomicLong;

/** The memory of a cache under a bound that can change. Thread-safe, without locks. */
final class CacheMemory implements MemoryBudget, AutoCloseable {

  private final BufferAllocator root = BufferAllocator.create("column cache", Long.MAX_VALUE);
  private final BufferAllocator allocator = root.within(this);
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private volatile long limit;

  CacheMemory(long limit) {
    this.limit = limit;
  }

  long limit() {
    return limit;
  }

  void limit(long bytes) {
    limit = bytes;
  }

  /** Bytes of live buffers, in whole pages. */
  long held() {
    return held.get();
  }

  long peak() {
    return peak.get();
  }

  /** Bytes over the limit, after it was lowered. */
  long excess() {
    return Math.max(0, held() - limit);
  }

  /** Allocates a buffer of exact size; null if there is no room. */
  OffHeapBuffer tryAllocate(long bytes, Reuse reuse) {
    try {
      return allocator.tryAllocate(bytes, reuse);
    } catch (OutOfOffHeapMemoryException e) {
      // The system has no memory left: the caller evicts, or reads without the cache.
      return null;
    }
  }

  @Override
  public boolean tryReserve(long bytes) {
    long now = held.get();
    while (bytes <= limit - now) {
      long found = held.compareAndExchange(now, now + bytes);
      if (found == now) {
        if (now + bytes > peak.get()) {
          peak.accumulateAndGet(now + bytes, Math::max);
        }
        return true;
      }
      now = found;
    }
    return false;
  }

  @Override
  public void release(long bytes) {
    held.addAndGet(-bytes);
  }

  /**
   * Closes the allocator.
   *
   * @throws IllegalStateException if memory has not been released
   */
  @Override
  public void close() {
    root.close();
  }
}
