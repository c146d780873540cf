// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The least or the greatest values. The greatest value is the least one of the opposite order. Not
 * thread-safe.
 */
final class Extreme extends Accumulator {

  private final Term term;

  /** All bits, to find the greatest value; otherwise none. */
  private final long flip;

  /** With flipped bits to find the greatest value. */
  private long[] longs = {};

  private double[] doubles = {};

  /** Of wide blocks. Null without one. */
  private BigInteger[] bigs = {};

  Extreme(Term term, boolean isGreatest) {
    this.term = term;
    this.flip = isGreatest ? -1 : 0;
  }

  @Override
  void add(int[] groups, int rows, int groupCount) {
    if (term.isFloating()) {
      addDoubles(groups, rows, groupCount);
    } else if (term.isWide) {
      addBigs(groups, rows, groupCount);
    } else {
      addLongs(groups, rows, groupCount);
    }
  }

  private void addLongs(int[] groups, int rows, int groupCount) {
    if (longs.length < groupCount) {
      int before = longs.length;
      longs = Arrays.copyOf(longs, Math.max(groupCount, 2 * before));
      Arrays.fill(longs, before, longs.length, Long.MAX_VALUE);
    }
    long[] values = term.longs;
    long[] all = longs;
    long bits = flip;
    if (term.hasNulls) {
      for (int i = 0; i < rows; i++) {
        if (term.nulls[i] == 0) {
          int group = groups == null ? 0 : groups[i];
          all[group] = Math.min(all[group], values[i] ^ bits);
        }
      }
    } else if (groups == null) {
      long least = all[0];
      for (int i = 0; i < rows; i++) {
        least = Math.min(least, values[i] ^ bits);
      }
      all[0] = least;
    } else {
      for (int i = 0; i < rows; i++) {
        all[groups[i]] = Math.min(all[groups[i]], values[i] ^ bits);
      }
    }
  }

  /** NaN is the start of a least value, and greater than all others. */
  private void addDoubles(int[] groups, int rows, int groupCount) {
    if (doubles.length < groupCount) {
      int before = doubles.length;
      doubles = Arrays.copyOf(doubles, Math.max(groupCount, 2 * before));
      Arrays.fill(doubles, before, doubles.length, start());
    }
    for (int i = 0; i < rows; i++) {
      if (!term.hasNulls || term.nulls[i] == 0) {
        int group = groups == null ? 0 : groups[i];
        double value = term.doubles[i];
        double best = doubles[group];
        boolean isBetter =
            flip == 0
                ? value < best || (best != best && value == value)
                : value > best || (value != value && best == best);
        doubles[group] = isBetter ? value : best;
      }
    }
  }

  private double start() {
    return flip == 0 ? Double.NaN : Double.NEGATIVE_INFINITY;
  }

  private void addBigs(int[] groups, int rows, int groupCount) {
    if (bigs.length < groupCount) {
      bigs = Arrays.copyOf(bigs, Math.max(groupCount, 2 * bigs.length));
    }
    for (int i = 0; i < rows; i++) {
      if (!term.hasNulls || term.nulls[i] == 0) {
        int group = groups == null ? 0 : groups[i];
        bigs[group] = better(bigs[group], term.bigs[i]);
      }
    }
  }

  private BigInteger better(BigInteger best, BigInteger value) {
    if (best == null) {
      return value;
    }
    return flip == 0 ? best.min(value) : best.max(value);
  }

  @Override
  long longValue(int group) {
    return bigValue(group).longValueExact();
  }

  /** Rows that are null in all blocks leave the start, which no other value is worse than. */
  @Override
  BigInteger bigValue(int group) {
    BigInteger best = group < bigs.length ? bigs[group] : null;
    if (group >= longs.length || (best != null && longs[group] == Long.MAX_VALUE)) {
      return best;
    }
    return better(best, BigInteger.valueOf(longs[group] ^ flip));
  }

  @Override
  double doubleValue(int group) {
    return doubles[group];
  }

  @Override
  void clear() {
    Arrays.fill(longs, Long.MAX_VALUE);
    Arrays.fill(doubles, start());
    Arrays.fill(bigs, null);
  }
}
