// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import java.math.BigInteger;

/**
 * An integer of 16 bytes: the unscaled value of a decimal with more than 18 digits.
 *
 * @param high the upper 8 bytes, with the sign
 * @param low the lower 8 bytes, unsigned
 */
public record Wide(long high, long low) implements Comparable<Wide> {

  /** The least. */
  public static final Wide MIN_VALUE = new Wide(Long.MIN_VALUE, 0);

  /** The greatest. */
  public static final Wide MAX_VALUE = new Wide(Long.MAX_VALUE, -1);

  /** Returns an integer, clamped to the range of 16 bytes. */
  public static Wide of(BigInteger value) {
    if (value.bitLength() > 127) {
      return value.signum() < 0 ? MIN_VALUE : MAX_VALUE;
    }
    return new Wide(value.shiftRight(Long.SIZE).longValue(), value.longValue());
  }

  static int compare(long high, long low, long otherHigh, long otherLow) {
    return high == otherHigh ? Long.compareUnsigned(low, otherLow) : Long.compare(high, otherHigh);
  }

  @Override
  public int compareTo(Wide other) {
    return compare(high, low, other.high, other.low);
  }
}
