// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.storage.internal.memory.Reuse;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of a cache under a bound that can change: off-heap buffers, and the Java heap of
 * metadata, entries and plans, as far as it grows with them. Thread-safe, without locks.
 */
final class CacheMemory implements MemoryBudget, AutoCloseable {

  /** Buffers leave this part of the bound to the heap: requests need it before buffers. */
  private static final int LIMIT_PER_HEAP = 64;

  private final BufferAllocator root = BufferAllocator.create("column cache", Long.MAX_VALUE);
  private final BufferAllocator allocator = root.within(this);

  /** Of buffers and heap. */
  private final AtomicLong held = new AtomicLong();

  /** Counted apart: the difference of two counters is off while one of them changes. */
  private final AtomicLong buffers = new AtomicLong();

  private final AtomicLong heap = new AtomicLong();
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

  /** Bytes of live buffers, in whole pages, and of heap. */
  long held() {
    return held.get();
  }

  /** Bytes of live buffers alone, in whole pages. */
  long buffers() {
    return buffers.get();
  }

  /** Bytes of heap: an estimate. */
  long heap() {
    return heap.get();
  }

  long peak() {
    return peak.get();
  }

  /** Bytes over the limit, after it was lowered. */
  long excess() {
    return Math.max(0, held() - limit);
  }

  /** Bytes to release before a buffer can be allocated; not positive if there are enough. */
  long missing(long bytes) {
    return held() + bytes + leftToHeap() - limit;
  }

  private long leftToHeap() {
    return Math.max(0, limit / LIMIT_PER_HEAP - heap.get());
  }

  /** Allocates a buffer of exact size; null if there is no room. */
  OffHeapBuffer tryAllocate(long bytes, Reuse reuse) {
    return reuse.tryAllocate(allocator, bytes);
  }

  @Override
  public boolean tryReserve(long bytes) {
    if (!tryReserve(bytes, leftToHeap())) {
      return false;
    }
    buffers.addAndGet(bytes);
    return true;
  }

  private boolean tryReserve(long bytes, long toLeave) {
    long now = held.get();
    while (bytes <= limit - toLeave - now) {
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
    buffers.addAndGet(-bytes);
    held.addAndGet(-bytes);
  }

  /** Counts Java heap that is about to be taken, if there is room. */
  boolean tryReserveHeap(long bytes) {
    if (!tryReserve(bytes, 0)) {
      return false;
    }
    heap.addAndGet(bytes);
    return true;
  }

  void releaseHeap(long bytes) {
    heap.addAndGet(-bytes);
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
