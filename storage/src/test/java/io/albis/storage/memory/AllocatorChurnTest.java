// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.internal.memory.MemoryRegions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads replace entries of a full cache at random, which releases entries when the allocator
 * asks for memory. Each buffer stores its own address at both ends.
 */
@Timeout(60)
class AllocatorChurnTest {

  private static final long LIMIT = 256L << 20;
  private static final int THREADS = 8;
  private static final int SLOTS = 1 << 12;
  private static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final AtomicReferenceArray<OffHeapBuffer> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicInteger hand = new AtomicInteger();
  private final AtomicLong damaged = new AtomicLong();

  @Test
  void fullCacheLeaksAndDamagesNothing() throws Exception {
    long usedBefore = MemoryRegions.usage().used();
    try (BufferAllocator allocator = BufferAllocator.create("churn", LIMIT)) {
      allocator.register(this::releaseAtLeast);
      long operations = churn(allocator);

      assertThat(operations).isPositive();
      assertThat(allocator.allocatedBytes()).isGreaterThan(LIMIT / 2);
      // Exact, unlike the usage, whose parts are read successively while threads allocate.
      assertThat(allocator.peakBytes()).isBetween(LIMIT / 2, LIMIT);
      for (int i = 0; i < SLOTS; i++) {
        release(slots.getAndSet(i, null));
      }
      assertThat(damaged).hasValue(0);
      assertThat(allocator.allocatedBytes()).isZero();
      assertThat(MemoryRegions.usage().used()).isEqualTo(usedBefore);
    }
  }

  private long churn(BufferAllocator allocator) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      long start = System.nanoTime();
      List<Future<Long>> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        threads.add(
            executor.submit(
                () -> {
                  long operations = 0;
                  for (; System.nanoTime() - start < RUN_NANOS; operations++) {
                    release(slots.getAndSet(random.nextInt(SLOTS), allocate(allocator, random)));
                  }
                  return operations;
                }));
      }
      long operations = 0;
      for (Future<Long> thread : threads) {
        operations += thread.get();
      }
      return operations;
    } finally {
      executor.shutdownNow();
    }
  }

  /** Most segments have some pages, a fifth up to 8 MiB. */
  private static OffHeapBuffer allocate(BufferAllocator allocator, SplittableRandom random) {
    long size =
        random.nextInt(5) > 0
            ? random.nextInt(4096, 80 << 10)
            : (long) (4096 * Math.pow(2048, random.nextDouble()));
    OffHeapBuffer buffer = allocator.allocate(size & -Long.BYTES);
    buffer.putLong(0, buffer.address());
    buffer.putLong(buffer.capacity() - Long.BYTES, buffer.address());
    return buffer;
  }

  private void release(OffHeapBuffer buffer) {
    if (buffer != null) {
      long address = buffer.address();
      if (buffer.getLong(0) != address
          || buffer.getLong(buffer.capacity() - Long.BYTES) != address) {
        damaged.incrementAndGet();
      }
      buffer.release();
    }
  }

  private long releaseAtLeast(long bytes) {
    long released = 0;
    for (int tried = 0; tried < SLOTS && released < bytes; tried++) {
      OffHeapBuffer buffer = slots.getAndSet(hand.incrementAndGet() & SLOTS - 1, null);
      if (buffer != null) {
        released += buffer.reservedCapacity();
        release(buffer);
      }
    }
    return released;
  }
}
