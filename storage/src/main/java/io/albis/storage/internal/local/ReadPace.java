// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

/**
 * Estimates from the duration of reads through the page cache whether they find their data there:
 * copying is several times faster than a device.
 *
 * <p>Thread-safe. Lost updates are harmless, since this is an estimate.
 */
final class ReadPace {

  /** In bytes per nanosecond: slower than copying alone, faster than a device and copying. */
  private static final double SLOW = 3;

  /** The duration of shorter reads is dominated by the system call. */
  private static final int MIN_LENGTH = 64 << 10;

  /**
   * What a slow read adds. A fast read subtracts one, since reads may be slow for other reasons.
   */
  private static final int STEP = 2;

  private volatile int slowness;

  /** Records one read. */
  void record(long bytes, long nanoseconds) {
    if (bytes >= MIN_LENGTH) {
      int known = slowness;
      boolean isSlow = bytes < nanoseconds * SLOW;
      int now = isSlow ? Math.min(known + STEP, STEP + 1) : Math.max(0, known - 1);
      if (now != known) {
        slowness = now;
      }
    }
  }

  /** Whether the next reads will probably wait for the device. */
  boolean isSlow() {
    return slowness >= STEP;
  }
}
