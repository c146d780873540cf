// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemoryHolderTest {
  private static final int PAGE = 4096;

  /** Holds buffers, oldest first. */
  private static final class Held implements MemoryHolder {
    private final Queue<OffHeapBuffer> buffers = new ConcurrentLinkedQueue<>();
    private final List<Long> asked = new ArrayList<>();

    @Override
    public long reclaim(long bytes) {
      synchronized (asked) {
        asked.add(bytes);
      }
      long given = 0;
      while (given < bytes) {
        OffHeapBuffer buffer = buffers.poll();
        if (buffer == null) {
          break;
        }
        given += buffer.reservedCapacity();
        buffer.release();
      }
      return given;
    }
  }

  @Test
  void asksHoldersInOrderForTheMissingBytes() {
    try (BufferAllocator allocator = BufferAllocator.create("test", 10 * PAGE)) {
      Held first = new Held();
      Held second = new Held();
      Held third = new Held();
      allocator.register(first);
      allocator.register(second);
      allocator.register(third);
      for (int i = 0; i < 3; i++) {
        first.buffers.add(allocator.allocate(PAGE));
        second.buffers.add(allocator.allocate(2 * PAGE));
      }

      OffHeapBuffer fits = allocator.allocate(PAGE);
      assertThat(first.asked).isEmpty();

      OffHeapBuffer buffer = allocator.allocate(4 * PAGE);
      assertThat(first.asked).containsExactly(4L * PAGE);
      assertThat(second.asked).containsExactly((long) PAGE);
      assertThat(third.asked).isEmpty();
      assertThat(allocator.allocatedBytes()).isEqualTo(9 * PAGE);
      buffer.release();
      fits.release();
      second.reclaim(Long.MAX_VALUE);
    }
  }

  @Test
  void allocationFailsIfHoldersReleaseTooLittle() {
    try (BufferAllocator allocator = BufferAllocator.create("test", 4 * PAGE)) {
      Held holder = new Held();
      allocator.register(holder);
      OffHeapBuffer pinned = allocator.allocate(2 * PAGE);
      holder.buffers.add(allocator.allocate(PAGE));

      assertThatThrownBy(() -> allocator.allocate(3 * PAGE))
          .isInstanceOf(OutOfOffHeapMemoryException.class)
          .hasMessageContaining("the limit is reached (8192 of at most 16384 bytes held)");
      assertThat(holder.asked).containsExactly(2L * PAGE, (long) PAGE);

      holder.asked.clear();
      assertThatThrownBy(() -> allocator.allocate(5 * PAGE))
          .isInstanceOf(OutOfOffHeapMemoryException.class);
      assertThat(holder.asked).as("asked for more than the limit").isEmpty();
      pinned.release();
    }
  }

  @Test
  void wrongResultOfAHolderDoesNotHangTheAllocation() {
    try (BufferAllocator allocator = BufferAllocator.create("test", PAGE)) {
      AtomicInteger calls = new AtomicInteger();
      allocator.register(
          bytes -> {
            calls.incrementAndGet();
            return bytes;
          });
      OffHeapBuffer all = allocator.allocate(PAGE);
      assertThatThrownBy(() -> allocator.allocate(1))
          .isInstanceOf(OutOfOffHeapMemoryException.class);
      assertThat(calls).hasValueBetween(1, 100);
      all.release();
    }
  }

  @Test
  void rejectsAllocationsByAHolderThatReleases() {
    try (BufferAllocator allocator = BufferAllocator.create("cache", 2 * PAGE);
        BufferAllocator other = BufferAllocator.create("other", 2 * PAGE)) {
      OffHeapBuffer all = allocator.allocate(PAGE);
      allocator.register(
          bytes -> {
            other.allocate(1).release();
            allocator.allocate(1).release();
            return 0;
          });
      assertThatThrownBy(() -> allocator.allocate(2 * PAGE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Cannot allocate in 'cache' while releasing its memory");
      assertThat(allocator.allocatedBytes()).isEqualTo(PAGE);
      allocator.allocate(PAGE).release();
      all.release();
    }
  }

  @Test
  void exceptionOfAHolderReachesTheCaller() {
    try (BufferAllocator allocator = BufferAllocator.create("test", PAGE)) {
      MemoryHolder broken =
          bytes -> {
            throw new UnsupportedOperationException("broken cache");
          };
      allocator.register(broken);
      OffHeapBuffer all = allocator.allocate(PAGE);
      assertThatThrownBy(() -> allocator.allocate(1))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage("broken cache");
      allocator.unregister(broken);
      allocator.unregister(broken);
      assertThatThrownBy(() -> allocator.allocate(1))
          .isInstanceOf(OutOfOffHeapMemoryException.class);
      all.release();
    }
  }

  @Test
  void waitsForMemoryThatAnotherThreadReleases() throws Exception {
    try (BufferAllocator allocator = BufferAllocator.create("test", 2 * PAGE)) {
      Queue<OffHeapBuffer> held = new ArrayDeque<>();
      held.add(allocator.allocate(2 * PAGE));
      CountDownLatch isGiving = new CountDownLatch(1);
      CountDownLatch mayGive = new CountDownLatch(1);
      allocator.register(
          bytes -> {
            OffHeapBuffer buffer;
            synchronized (held) {
              buffer = held.poll();
            }
            if (buffer == null) {
              return 0;
            }
            isGiving.countDown();
            await(mayGive);
            buffer.release();
            return 2 * PAGE;
          });
      CompletableFuture<OffHeapBuffer> first = new CompletableFuture<>();
      CompletableFuture<OffHeapBuffer> second = new CompletableFuture<>();
      Thread a = new Thread(() -> first.complete(allocator.allocate(PAGE)));
      Thread b = new Thread(() -> second.complete(allocator.allocate(PAGE)));
      a.start();
      await(isGiving);
      b.start();
      // The second thread finds the holder empty, but must not fail yet.
      while (b.getState() != Thread.State.TIMED_WAITING) {
        assertThat(b.isAlive()).isTrue();
        Thread.onSpinWait();
      }
      mayGive.countDown();
      first.get().release();
      second.get().release();
      a.join();
      b.join();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noAllocationFailsWhileAHolderHasEnough() throws Exception {
    int threadCount = 8;
    // Each thread uses at most 16 pages; everything else is in the cache.
    long limit = (threadCount * 16 + 32) * (long) PAGE;
    try (BufferAllocator allocator = BufferAllocator.create("test", limit)) {
      Held cache = new Held();
      allocator.register(cache);
      ExecutorService threads = Executors.newFixedThreadPool(threadCount);
      List<Future<?>> results = new ArrayList<>();
      for (int t = 0; t < threadCount; t++) {
        results.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 5000; i++) {
                    int size = 1 + ThreadLocalRandom.current().nextInt(16);
                    OffHeapBuffer buffer = allocator.allocate(size * (long) PAGE);
                    assertThat(allocator.allocatedBytes()).isBetween(1L, limit);
                    cache.buffers.add(buffer);
                  }
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
      threads.shutdown();
      assertThat(allocator.peakBytes()).isLessThanOrEqualTo(limit);
      assertThat(cache.asked).isNotEmpty();
      cache.reclaim(Long.MAX_VALUE);
    }
  }
}
