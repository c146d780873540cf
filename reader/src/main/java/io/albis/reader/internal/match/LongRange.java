// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import java.util.Arrays;

/** Matches the values of a range, both ends included. */
public final class LongRange extends LongMatcher {

  private final long min;
  private final long max;

  private LongRange(long min, long max) {
    this.min = min;
    this.max = max;
  }

  /** Matches values from {@code min} to {@code max}; none if {@code min} is greater. */
  public static LongRange of(long min, long max) {
    return new LongRange(min, max);
  }

  /** Matches all lesser values. */
  public static LongRange below(long value) {
    return value == Long.MIN_VALUE
        ? new LongRange(Long.MAX_VALUE, Long.MIN_VALUE)
        : new LongRange(Long.MIN_VALUE, value - 1);
  }

  /** Matches all greater values. */
  public static LongRange above(long value) {
    return value == Long.MAX_VALUE
        ? new LongRange(Long.MAX_VALUE, Long.MIN_VALUE)
        : new LongRange(value + 1, Long.MAX_VALUE);
  }

  /** Matches the values that both ranges match. */
  public LongRange intersection(LongRange other) {
    long least = Math.max(min, other.min);
    long greatest = Math.min(max, other.max);
    return new LongRange(least, greatest);
  }

  @Override
  public long[] values() {
    return min == max ? new long[] {min} : null;
  }

  @Override
  public void match(long[] values, int count, long[] hits) {
    if (min > max) {
      Arrays.fill(hits, 0, count, 0);
      return;
    }
    long least = min;
    long span = max - min;
    long notSpan = ~span;
    for (int i = 0; i < count; i++) {
      // As an unsigned number, it exceeds the span for any value outside of the range.
      long distance = values[i] - least;
      // The sign is the borrow of span - distance. Without a comparison, the compiler neither makes
      // a branch, which random values would mispredict, nor gives up on vector instructions.
      long borrow = notSpan & distance | (notSpan | distance) & (span - distance);
      hits[i] = borrow >>> 63 ^ 1;
    }
  }

  @Override
  public boolean matchesAny(long least, long greatest) {
    return Math.max(least, min) <= Math.min(greatest, max);
  }

  @Override
  public boolean matchesAll(long least, long greatest) {
    return min <= least && greatest <= max;
  }
}
