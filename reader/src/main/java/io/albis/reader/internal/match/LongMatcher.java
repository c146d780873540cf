// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

/**
 * A test of values that are compared as integers of 8 bytes, or floats by {@link DoubleKeys}.
 * Immutable and thread-safe.
 */
public abstract sealed class LongMatcher permits LongRange, LongSet {

  /**
   * Tests values.
   *
   * @param hits receives 1 where the value matches, otherwise 0
   */
  public abstract void match(long[] values, int count, long[] hits);

  /** The values that match, or null if it is a range. The caller must not modify the array. */
  public abstract long[] values();

  /** Whether some value that is not less than {@code min} nor greater than {@code max} matches. */
  public abstract boolean matchesAny(long min, long max);

  /** Whether all values from {@code min} to {@code max} match. */
  public abstract boolean matchesAll(long min, long max);
}
