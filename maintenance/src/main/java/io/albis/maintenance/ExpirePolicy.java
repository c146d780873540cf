// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.storage.InvalidSettingException;
import java.time.Duration;

/**
 * Which snapshots expire: those that are neither young nor among the last. The latest snapshot and
 * those with a tag never expire.
 *
 * @param olderThan a snapshot is kept for this long after the next one has been committed; at least
 *     10 minutes, also if less is given, because writers may still build on it
 * @param keep number of the last snapshots that are kept at any age, at least 1; those that only
 *     record an expiry do not count
 */
public record ExpirePolicy(Duration olderThan, int keep) {

  /** Keeps every snapshot for five days. */
  public static final ExpirePolicy DEFAULT = new ExpirePolicy(Duration.ofDays(5), 1);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the duration is negative, or no snapshot is kept
   */
  public ExpirePolicy {
    if (olderThan.isNegative() || keep < 1) {
      throw new InvalidSettingException(
          "Invalid expiry: older than "
              + olderThan
              + ", keeping "
              + keep
              + " (expected a duration that is not negative, and at least 1)");
    }
  }
}
