// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import java.time.Duration;

/**
 * What a replay assumes about the storage and the cache.
 *
 * @param limitBytes limit of the cache
 * @param requestNanos what a request to the storage takes without its bytes
 * @param bytesPerSecond rate of the storage
 * @param selectionInterval time between selections of chunks, for policies that select; zero for
 *     the interval of the policy
 */
public record ReplaySettings(
    long limitBytes, long requestNanos, double bytesPerSecond, Duration selectionInterval) {

  /** Nanoseconds to load bytes. */
  long loadNanos(int bytes) {
    return requestNanos + Math.round(bytes / bytesPerSecond * 1e9);
  }

  /** A local device: 100 microseconds for a request, 1 GB a second. */
  public static ReplaySettings local(long limitBytes) {
    return new ReplaySettings(limitBytes, 100_000, 1e9, Duration.ZERO);
  }

  /** The same with another interval. */
  public ReplaySettings selectionInterval(Duration interval) {
    return new ReplaySettings(limitBytes, requestNanos, bytesPerSecond, interval);
  }
}
