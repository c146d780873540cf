// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The holders registered with one allocator, and their calls in progress.
 *
 * <p>Thread-safe.
 */
final class MemoryHolders {

  /** How long an allocation waits for memory that a call of another thread is about to release. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<MemoryHolder> holders = new CopyOnWriteArrayList<>();

  /** Set while this thread is in {@link MemoryHolder#reclaim}. */
  private final ThreadLocal<Boolean> inside = new ThreadLocal<>();

  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLong successes = new AtomicLong();

  /** Threads in {@link #awaitSuccess}; the monitor of this object is for them. */
  private final AtomicInteger waiting = new AtomicInteger();

  void register(MemoryHolder holder) {
    holders.add(holder);
  }

  void unregister(MemoryHolder holder) {
    holders.removeIf(one -> one == holder);
  }

  /** Whether the calling thread is in {@link MemoryHolder#reclaim}. */
  boolean isInside() {
    return underWay.get() > 0 && inside.get() != null;
  }

  /** Incremented by each call that has released memory. */
  long successes() {
    return successes.get();
  }

  /**
   * Asks one holder after the other, in the order of registration, until nothing is missing.
   *
   * @param missing number of bytes that are missing now
   * @return whether to retry the allocation
   */
  boolean ask(LongSupplier missing) {
    long given = 0;
    begin();
    try {
      for (MemoryHolder holder : holders) {
        long bytes = missing.getAsLong();
        if (bytes <= 0) {
          return true;
        }
        given += Math.max(0, holder.reclaim(bytes));
      }
    } finally {
      end(given > 0);
    }
    return given > 0;
  }

  private void begin() {
    inside.set(true);
    underWay.incrementAndGet();
  }

  private void end(boolean isSuccess) {
    inside.remove();
    if (isSuccess) {
      successes.incrementAndGet();
    }
    underWay.decrementAndGet();
    // A thread that starts to wait from here on sees the effects of this call.
    if (waiting.get() > 0) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /**
   * Waits until a call of another thread has released memory.
   *
   * @param seen {@link #successes()} before the caller tried to allocate
   * @return false if no call is in progress, or it takes too long
   */
  boolean awaitSuccess(long seen) {
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    waiting.incrementAndGet();
    try {
      synchronized (this) {
        while (successes.get() == seen && underWay.get() > 0) {
          long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
          if (left <= 0) {
            return false;
          }
          wait(left);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting.decrementAndGet();
    }
    return successes.get() != seen;
  }
}
