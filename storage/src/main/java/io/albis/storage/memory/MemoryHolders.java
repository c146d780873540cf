// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The holders registered with one allocator, and the calls under way.
 *
 * <p>Thread-safe.
 */
final class MemoryHolders {

  /** How long an allocation waits for memory that another thread's call is about to give back. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<Entry> entries = new CopyOnWriteArrayList<>();

  /** Set while this thread is in {@link MemoryHolder#giveBack}. */
  private final ThreadLocal<Boolean> inside = new ThreadLocal<>();

  private int underWay;
  private long successes;
  private volatile boolean anyUnderWay;

  private record Entry(MemoryHolder holder) {
    // Registering a holder twice makes two entries, which must not be equal.
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  Registration register(MemoryHolder holder) {
    Entry entry = new Entry(holder);
    entries.add(entry);
    return () -> entries.remove(entry);
  }

  /** Whether the calling thread is in {@link MemoryHolder#giveBack}. */
  boolean isInside() {
    return anyUnderWay && inside.get() != null;
  }

  /** Increases with each call that gave something back. */
  synchronized long successes() {
    return successes;
  }

  /**
   * Asks one holder after the other, in the order of registration, until nothing is missing.
   *
   * @param missing how many bytes are missing now
   * @return the bytes given back
   */
  long ask(LongSupplier missing) {
    long given = 0;
    begin();
    try {
      for (Entry entry : entries) {
        long bytes = missing.getAsLong();
        if (bytes <= 0) {
          break;
        }
        given += Math.max(0, entry.holder().giveBack(bytes));
      }
    } finally {
      end(given > 0);
    }
    return given;
  }

  private synchronized void begin() {
    inside.set(true);
    underWay++;
    anyUnderWay = true;
  }

  private synchronized void end(boolean isSuccess) {
    inside.remove();
    underWay--;
    anyUnderWay = underWay > 0;
    successes += isSuccess ? 1 : 0;
    notifyAll();
  }

  /**
   * Waits until a call of another thread has given something back.
   *
   * @param seen {@link #successes()} before the caller looked for memory
   * @return false if no such call is under way, or it takes too long
   */
  synchronized boolean awaitSuccess(long seen) {
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    while (successes == seen && underWay > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return successes != seen;
  }
}
