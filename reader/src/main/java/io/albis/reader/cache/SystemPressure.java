// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * See {@link MemoryPressure#ofSystem}. Stalls are counted by the total time that the system has
 * measured: an average would report one stall again at each look until it has left the average.
 *
 * <p>Thread-safe.
 */
final class SystemPressure implements MemoryPressure {

  /** Stalls in a window that cause a release: a tenth of it. */
  private static final long STALLED_MICROS = TimeUnit.SECONDS.toMicros(1);

  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int USED_PER_RELEASE = 16;

  private final SystemMemory memory;
  private final double share;
  private final boolean countsPageCache;
  private final LongSupplier clock;

  /** When the window of stalls began. Guarded by this, as is the next field. */
  private long windowStart;

  /** Stalls before the window. */
  private long stalledBefore;

  /**
   * Creates a measurement.
   *
   * @param share of the memory that may be used
   * @param countsPageCache whether pages of files count as used
   * @param clock nanoseconds since some time
   */
  SystemPressure(SystemMemory memory, double share, boolean countsPageCache, LongSupplier clock) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "Invalid share of the memory: " + share + " (expected more than 0, at most 1)");
    }
    this.memory = memory;
    this.share = share;
    this.countsPageCache = countsPageCache;
    this.clock = clock;
    begin(memory.stalledMicros());
  }

  private synchronized void begin(long stalled) {
    windowStart = clock.getAsLong();
    stalledBefore = stalled;
  }

  /** Whether programs have waited too long since the last release. */
  private synchronized boolean hasStalled() {
    long stalled = memory.stalledMicros();
    boolean isLong = stalled - stalledBefore >= STALLED_MICROS;
    if (isLong || clock.getAsLong() - windowStart >= WINDOW_NANOS) {
      begin(stalled);
    }
    return isLong;
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
    if (hasStalled() && leastUsed < Long.MAX_VALUE) {
      excess = Math.max(excess, leastUsed / USED_PER_RELEASE);
    }
    return excess;
  }
}
