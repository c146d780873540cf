// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

/**
 * The memory that segments to keep leave free, once there are segments that are not kept: so these
 * are also loaded once for all that read them at the same time.
 */
public final class FreeMemory {

  /** Its share of the limit. */
  private static final int LIMIT_PER_FREE = 16;

  private static final long MAX_FREE = 256L << 20;

  private FreeMemory() {}

  /** Returns its bytes under a limit. */
  public static long ofLimit(long limit) {
    return Math.min(MAX_FREE, limit / LIMIT_PER_FREE);
  }
}
