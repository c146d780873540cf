// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

/**
 * Whether reads through the page cache find there what they want, from how long they take: copying
 * is several times as fast as a device.
 *
 * <p>Thread-safe: an update that is lost does no harm, as this is a guess.
 */
final class ReadPace {

  /** In bytes per nanosecond: slower than a processor copies, faster than a device and a copy. */
  private static final double SLOW = 3;

  /** Shorter reads say more about calling the system. */
  private static final int MIN_LENGTH = 64 << 10;

  /** So much a slow read adds; a fast one takes one away, since some are slow for other reasons. */
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

  /** Whether the next reads will wait for the device, as far as can be told. */
  boolean isSlow() {
    return slowness >= STEP;
  }
}
