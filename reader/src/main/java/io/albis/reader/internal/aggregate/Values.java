// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Values of a column or expression in a block of rows: integers, unscaled decimals, or doubles. The
 * values of nulls are 0.
 */
abstract class Values implements Step {

  private static final BigInteger[] NONE = {};

  /** Digits after the point. */
  final int scale;

  final boolean isDouble;

  /** Whether there can be nulls in any block. */
  final boolean isNullable;

  /** Where subclasses put the values, unless they are doubles or big: see {@link #longs()}. */
  final long[] longs;

  /** The values if they are doubles. */
  final double[] doubles;

  /** The values if they are big. */
  BigInteger[] bigs = NONE;

  /** Whether values of this block may not fit a long. */
  boolean isBig;

  /** The nulls of this block. */
  final Validity validity = new Validity();

  /** No value of this block is further from 0; negative if that is not known. */
  private long magnitude;

  Values(int scale, boolean isDouble, boolean isNullable) {
    this.scale = scale;
    this.isDouble = isDouble;
    this.isNullable = isNullable;
    this.longs = isDouble ? new long[0] : new long[BatchBlock.ROWS];
    this.doubles = isDouble ? new double[BatchBlock.ROWS] : new double[0];
  }

  /** The values, unless they are doubles or big. */
  long[] longs() {
    return longs;
  }

  /** Adds up the values, unless they are doubles or big; the sum must fit. */
  long sum(int count) {
    long[] from = longs();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += from[i];
    }
    return sum;
  }

  final void setMagnitude(long known) {
    magnitude = known;
  }

  /** Whether {@link #magnitude} costs nothing. */
  final boolean hasMagnitude() {
    return magnitude >= 0;
  }

  /** Returns a number that no value of the block is further from 0 than. */
  final long magnitude(int count) {
    if (magnitude < 0) {
      long[] from = longs();
      long bits = 0;
      for (int i = 0; i < count; i++) {
        bits |= from[i];
      }
      if (bits < 0) {
        // Not before it is needed: not all processors do it for several values at once.
        bits = 0;
        for (int i = 0; i < count; i++) {
          bits |= from[i] ^ from[i] >> 63;
        }
      }
      // The complement of a negative value is one less than its distance from 0.
      int width = Long.SIZE - Long.numberOfLeadingZeros(bits);
      magnitude = width >= Long.SIZE - 1 ? Long.MAX_VALUE : 1L << width;
    }
    return magnitude;
  }

  /** Sets the values of nulls to 0. */
  final void clearNulls(int count) {
    if (!validity.hasNulls) {
      return;
    }
    for (int first = 0; first < count; first += Long.SIZE) {
      for (long nulls = validity.nulls(first, count); nulls != 0; nulls &= nulls - 1) {
        clear(first + Long.numberOfTrailingZeros(nulls));
      }
    }
  }

  private void clear(int index) {
    if (isBig) {
      bigs[index] = BigInteger.ZERO;
    } else if (isDouble) {
      doubles[index] = 0;
    } else {
      longs[index] = 0;
    }
  }

  /** A value of any size. */
  final BigInteger big(int index) {
    return isBig ? bigs[index] : BigInteger.valueOf(longs()[index]);
  }

  final void reserveBigs() {
    if (bigs.length == 0) {
      bigs = new BigInteger[BatchBlock.ROWS];
      Arrays.fill(bigs, BigInteger.ZERO);
    }
  }
}
