// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache.policy;

/** See {@link MemoryPressure#ofSystem}. */
final class SystemPressure implements MemoryPressure {

  private static final double MAX_STALLED_PERCENT = 10;

  private static final int USED_PER_RELEASE = 16;

  private final SystemMemory memory;
  private final double share;
  private final boolean countsPageCache;

  /**
   * Creates a measurement.
   *
   * @param share of the memory that may be used
   * @param countsPageCache whether pages of files count as used
   */
  SystemPressure(SystemMemory memory, double share, boolean countsPageCache) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "Invalid share of the memory: " + share + " (expected more than 0, at most 1)");
    }
    this.memory = memory;
    this.share = share;
    this.countsPageCache = countsPageCache;
  }

  @Override
  public long excessBytes() {
    long excess = 0;
    long leastUsed = Long.MAX_VALUE;
    for (SystemMemory.Usage usage : memory.usages()) {
      long used = countsPageCache ? usage.used() : usage.used() - usage.reclaimable();
      excess = Math.max(excess, used - (long) (usage.total() * share));
      leastUsed = Math.min(leastUsed, used);
    }
    if (leastUsed < Long.MAX_VALUE && memory.stalledPercent() > MAX_STALLED_PERCENT) {
      excess = Math.max(excess, leastUsed / USED_PER_RELEASE);
    }
    return excess;
  }
}
