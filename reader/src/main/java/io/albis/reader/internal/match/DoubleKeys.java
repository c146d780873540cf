// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

/**
 * Integers in the order of floats: NaN is one value, greater than all others, and both zeros are
 * one.
 */
public final class DoubleKeys {

  /** The key of NaN. */
  public static final long NAN = of(Double.NaN);

  private DoubleKeys() {}

  /** The key of a number. */
  public static long of(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  /** The number of a key. */
  public static double value(long key) {
    return Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
  }
}
