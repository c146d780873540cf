// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.storage.InvalidSettingException;
import java.time.Duration;

/**
 * Which snapshots expire: those that are neither young nor among the last. The latest snapshot and
 * those with a tag never expire. Immutable: each method returns a copy.
 */
public final class ExpireOptions {

  private static final ExpireOptions DEFAULTS = new ExpireOptions(Duration.ofDays(5), 1);

  private final Duration olderThan;
  private final int keep;

  private ExpireOptions(Duration olderThan, int keep) {
    this.olderThan = olderThan;
    this.keep = keep;
  }

  /** Keeps every snapshot for five days. */
  public static ExpireOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets how long a snapshot is kept after the next one has been committed; at least 10 minutes,
   * also if less is given, because writers may still build on it.
   *
   * @throws IllegalArgumentException if the duration is negative
   */
  public ExpireOptions olderThan(Duration age) {
    if (age.isNegative()) {
      throw new InvalidSettingException(
          "Invalid age of snapshots: " + age + " (expected a duration that is not negative)");
    }
    return new ExpireOptions(age, keep);
  }

  /**
   * Sets how many of the last snapshots are kept at any age; those that only record an expiry do
   * not count.
   *
   * @param count at least 1
   * @throws IllegalArgumentException if it is less
   */
  public ExpireOptions keep(int count) {
    if (count < 1) {
      throw new InvalidSettingException(
          "Invalid number of snapshots to keep: " + count + " (expected at least 1)");
    }
    return new ExpireOptions(olderThan, count);
  }

  /** How long snapshots are kept. */
  public Duration olderThan() {
    return olderThan;
  }

  /** How many of the last snapshots are kept. */
  public int keep() {
    return keep;
  }
}
