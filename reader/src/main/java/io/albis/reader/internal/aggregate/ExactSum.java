// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Sums of integers and decimals. They are longs as long as the ranges of the blocks say that none
 * overflows; before one could, all are carried over into big integers. 8 bytes per group, and about
 * 60 more if sums are carried. Not thread-safe.
 */
final class ExactSum extends Accumulator {

  private final Term term;
  private long[] sums = new long[1];

  /** Null for 0. Empty if nothing has been carried. */
  private BigInteger[] carried = {};

  /** No sum is greater, of either sign. */
  private long bound;

  ExactSum(Term term) {
    this.term = term;
  }

  @Override
  void add(int[] groups, int rows, int groupCount) {
    if (sums.length < groupCount) {
      sums = Arrays.copyOf(sums, Math.max(groupCount, 2 * sums.length));
    }
    if (term.isWide || !reserve(rows)) {
      addBigs(groups, rows);
      return;
    }
    long[] values = term.longs;
    if (groups == null) {
      long sum = sums[0];
      for (int i = 0; i < rows; i++) {
        sum += values[i];
      }
      sums[0] = sum;
    } else {
      long[] all = sums;
      for (int i = 0; i < rows; i++) {
        all[groups[i]] += values[i];
      }
    }
  }

  /** Makes room for the values of a block; returns false if a long does not have enough. */
  private boolean reserve(int rows) {
    if (term.min == Long.MIN_VALUE) {
      return false;
    }
    long greatest = Math.max(-term.min, term.max);
    if (greatest > Long.MAX_VALUE / rows) {
      return false;
    }
    long more = greatest * rows;
    if (more > Long.MAX_VALUE - bound) {
      carry();
    }
    bound += more;
    return true;
  }

  private void carry() {
    growCarried();
    for (int group = 0; group < sums.length; group++) {
      if (sums[group] != 0) {
        carry(group, BigInteger.valueOf(sums[group]));
        sums[group] = 0;
      }
    }
    bound = 0;
  }

  private void growCarried() {
    if (carried.length < sums.length) {
      carried = Arrays.copyOf(carried, sums.length);
    }
  }

  private void carry(int group, BigInteger value) {
    carried[group] = carried[group] == null ? value : carried[group].add(value);
  }

  private void addBigs(int[] groups, int rows) {
    growCarried();
    for (int i = 0; i < rows; i++) {
      carry(groups == null ? 0 : groups[i], term.big(i));
    }
  }

  @Override
  long longValue(int group) {
    boolean isLong = group >= carried.length || carried[group] == null;
    return isLong ? sums[group] : bigValue(group).longValueExact();
  }

  @Override
  BigInteger bigValue(int group) {
    BigInteger rest = BigInteger.valueOf(sums[group]);
    return group >= carried.length || carried[group] == null ? rest : carried[group].add(rest);
  }

  @Override
  double doubleValue(int group) {
    throw notOfThisType();
  }

  @Override
  void clear() {
    Arrays.fill(sums, 0);
    Arrays.fill(carried, null);
    bound = 0;
  }
}
