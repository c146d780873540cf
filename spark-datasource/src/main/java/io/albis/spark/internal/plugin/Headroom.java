// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

/** The part of Spark's off-heap memory that caches leave free for the next requests of tasks. */
final class Headroom {

  private static final int TOTAL_PER_HEADROOM = 16;

  private Headroom() {}

  /** Returns the bytes to leave free. */
  static long of(long offHeapBytes) {
    return offHeapBytes / TOTAL_PER_HEADROOM;
  }
}
