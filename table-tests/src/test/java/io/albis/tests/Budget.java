// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.storage.memory.MemoryBudget;
import java.util.function.LongPredicate;

/** A budget that grants up to a limit, and may refuse less. */
final class Budget implements MemoryBudget {

  private final long limit;
  private final LongPredicate refusals;

  // Guarded by this.
  private long granted;
  private long peak;
  private long requestCount;
  private long refusalCount;

  Budget(long limit) {
    this(limit, granted -> false);
  }

  /**
   * Grants at most the limit.
   *
   * @param refusals whether to refuse what would make the granted bytes so many
   */
  Budget(long limit, LongPredicate refusals) {
    this.limit = limit;
    this.refusals = refusals;
  }

  @Override
  public synchronized boolean tryReserve(long bytes) {
    requestCount++;
    if (granted + bytes > limit || refusals.test(granted + bytes)) {
      refusalCount++;
      return false;
    }
    granted += bytes;
    peak = Math.max(peak, granted);
    return true;
  }

  @Override
  public synchronized void release(long bytes) {
    granted -= bytes;
    if (granted < 0) {
      throw new IllegalStateException("Released " + -granted + " bytes that were not granted");
    }
  }

  synchronized long granted() {
    return granted;
  }

  synchronized long peak() {
    return peak;
  }

  synchronized long requests() {
    return requestCount;
  }

  synchronized long refusals() {
    return refusalCount;
  }
}
