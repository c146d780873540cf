// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;

/** Matches the integers of a range. */
public final class WideRange extends WideMatcher {

  private final Wide min;
  private final boolean includesMin;
  private final Wide max;
  private final boolean includesMax;

  private WideRange(Wide min, boolean includesMin, Wide max, boolean includesMax) {
    this.min = min;
    this.includesMin = includesMin;
    this.max = max;
    this.includesMax = includesMax;
  }

  /** Matches one value. */
  public static WideRange equalTo(Wide value) {
    return new WideRange(value, true, value, true);
  }

  /** Matches all lesser values, and equal ones if they are included. */
  public static WideRange below(Wide value, boolean includesValue) {
    return new WideRange(Wide.MIN_VALUE, true, value, includesValue);
  }

  /** Matches all greater values, and equal ones if they are included. */
  public static WideRange above(Wide value, boolean includesValue) {
    return new WideRange(value, includesValue, Wide.MAX_VALUE, true);
  }

  @Override
  public void match(long[] addresses, int count, long[] hits) {
    for (int i = 0; i < count; i++) {
      long low = Memory.getLong(addresses[i]);
      long high = Memory.getLong(addresses[i] + Long.BYTES);
      int toMin = Wide.compare(high, low, min.high(), min.low());
      int toMax = Wide.compare(high, low, max.high(), max.low());
      boolean isInside = includesMin ? toMin >= 0 : toMin > 0;
      hits[i] = isInside && (includesMax ? toMax <= 0 : toMax < 0) ? 1 : 0;
    }
  }

  @Override
  public boolean matchesAny(Wide least, Wide greatest) {
    int toMin = greatest.compareTo(min);
    int toMax = least.compareTo(max);
    return (includesMin ? toMin >= 0 : toMin > 0) && (includesMax ? toMax <= 0 : toMax < 0);
  }

  @Override
  public boolean matchesAll(Wide least, Wide greatest) {
    int toMin = least.compareTo(min);
    int toMax = greatest.compareTo(max);
    return (includesMin ? toMin >= 0 : toMin > 0) && (includesMax ? toMax <= 0 : toMax < 0);
  }
}
