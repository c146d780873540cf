// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Accounts for the memory of one allocator: exactly, with a hard limit, and without a lock.
 *
 * <p>Thread-safe.
 */
final class MemoryAccount {

  /** Flag in {@link #state}: nothing more can be reserved. */
  private static final long CLOSED = Long.MIN_VALUE;

  private static final LongAdder TOTAL = new LongAdder();

  /** Open accounts, and closed ones that still hold memory. */
  private static final Map<MemoryAccount, String> NAMES = new ConcurrentHashMap<>();

  private final long limit;

  /** The number of bytes held, combined with {@link #CLOSED}. */
  private final AtomicLong state = new AtomicLong();

  private final AtomicLong peak = new AtomicLong();

  MemoryAccount(String name, long limit) {
    this.limit = limit;
    NAMES.put(this, name);
  }

  static long totalHeld() {
    return TOTAL.sum();
  }

  static Map<String, Long> heldByName() {
    Map<String, Long> held = new TreeMap<>();
    NAMES.forEach(
        (account, name) -> {
          if (account.held() != 0) {
            held.merge(name, account.held(), Long::sum);
          }
        });
    return held;
  }

  long held() {
    return state.get() & ~CLOSED;
  }

  long peak() {
    return peak.get();
  }

  long limit() {
    return limit;
  }

  boolean isClosed() {
    return state.get() < 0;
  }

  /** Reserves bytes; false if that would exceed the limit or the account is closed. */
  boolean tryTake(long bytes) {
    long held = state.get();
    while (held >= 0 && bytes <= limit - held) {
      long found = state.compareAndExchange(held, held + bytes);
      if (found == held) {
        count(bytes, held + bytes);
        return true;
      }
      held = found;
    }
    return false;
  }

  private void count(long bytes, long now) {
    TOTAL.add(bytes);
    if (now > peak.get()) {
      peak.accumulateAndGet(now, Math::max);
    }
  }

  void unreserve(long bytes) {
    long now = state.addAndGet(-bytes);
    TOTAL.add(-bytes);
    if (now == CLOSED) {
      NAMES.remove(this);
    }
  }

  /**
   * Closes the account.
   *
   * @return the bytes still held if this call closed it, 0 if it was closed before
   */
  long close() {
    long before = state.getAndUpdate(held -> held | CLOSED);
    if (before == 0) {
      NAMES.remove(this);
    }
    return Math.max(0, before);
  }
}
