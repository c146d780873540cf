// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

/** A test of integers of 16 bytes. Immutable and thread-safe. */
public abstract sealed class WideMatcher permits WideRange, WideSet {

  /**
   * Tests integers in place.
   *
   * @param addresses of their 16 bytes, the lowest first
   * @param hits receives 1 where the value matches, otherwise 0
   */
  public abstract void match(long[] addresses, int count, long[] hits);

  /** Whether some value that is not less than {@code min} nor greater than {@code max} matches. */
  public abstract boolean matchesAny(Wide min, Wide max);

  /** Whether all values from {@code min} to {@code max} match. */
  public abstract boolean matchesAll(Wide min, Wide max);
}
