// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.function.LongSupplier;

/**
 * Room of which others take parts as well. It is asked for how much is free in steps of many
 * batches while there is much, and for each batch when there is little. Not thread-safe.
 */
final class Room {

  /** Tasks of a process that may take a step at the same time. */
  private static final int TASKS = 16;

  private static final long MAX_STEP = 64L << 20;

  private final LongSupplier free;

  /** What is left of the last step. */
  private long left;

  /**
   * Creates an instance.
   *
   * @param free returns the bytes that are free; negative if more is taken than there should be
   */
  Room(LongSupplier free) {
    this.free = free;
  }

  /** Takes bytes, if they are free. */
  boolean take(long bytes) {
    if (bytes > left) {
      long now = free.getAsLong();
      if (bytes > now) {
        left = 0;
        return false;
      }
      left = Math.max(bytes, Math.min(MAX_STEP, now / TASKS));
    }
    left -= bytes;
    return true;
  }
}
