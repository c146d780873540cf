// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/** Accumulates the totals of slabs. The lock of the slab's arena guards each addition. */
final class SlabTotals {
  private long mapped;
  private long occupied;
  private long used;
  private int largestFree;

  void add(Slab slab) {
    if (slab.isUnmapped()) {
      return;
    }
    mapped += slab.length();
    if (slab.isEmpty()) {
      return;
    }
    occupied += slab.length();
    used += slab.usedPages() * (long) Pages.SIZE;
    for (Block block = slab.first(); block != null; block = block.behind) {
      if (block.state == Block.State.FREE) {
        largestFree = Math.max(largestFree, block.pages);
      }
    }
  }

  MemoryUsage usage(long idle, long cold) {
    return new MemoryUsage(mapped, occupied, used - cold, idle, largestFree * (long) Pages.SIZE);
  }
}
