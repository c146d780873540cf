// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The scans of one entry that one plan has left. The word of the entry counts those of all plans:
 * it is raised before a share, and lowered after it, so it is never below the sum of the shares.
 */
final class PlanShare {

  final OpenPlan plan;
  final CacheEntry entry;
  private final AtomicInteger remaining = new AtomicInteger();

  PlanShare(OpenPlan plan, CacheEntry entry) {
    this.plan = plan;
    this.entry = entry;
  }

  int remaining() {
    return remaining.get();
  }

  /** Takes one scan; false if there is none left. */
  boolean takeOne() {
    int left = remaining.get();
    while (left > 0) {
      int found = remaining.compareAndExchange(left, left - 1);
      if (found == left) {
        return true;
      }
      left = found;
    }
    return false;
  }

  /** Sets the remaining scans; returns those there were. */
  int set(int count) {
    return remaining.getAndSet(count);
  }
}
