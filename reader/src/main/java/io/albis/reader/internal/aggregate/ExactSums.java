// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Exact sums of integers and decimals. Sums are kept in 64 bits as long as the greatest values so
 * far prove that they fit; before they might not, all are carried over into 128 bits.
 */
final class ExactSums extends Accumulator {

  private static final int MAX_BITS = 127;
  private static final long LOW_HALF = 0xffff_ffffL;

  private final Values values;
  private final Counts counts;
  private long[] sums = {};

  /** No sum is further from 0. */
  private long bound;

  /** What has been carried over, 128 bits; empty if nothing has. */
  private long[] low = {};

  private long[] high = {};

  /** Creates sums; {@code counts} are those of the values. */
  ExactSums(String name, Values values, Counts counts) {
    super(name);
    this.values = values;
    this.counts = counts;
  }

  @Override
  void reserve(int groups) {
    if (sums.length < groups) {
      sums = Arrays.copyOf(sums, grown(groups));
      if (low.length > 0) {
        low = Arrays.copyOf(low, sums.length);
        high = Arrays.copyOf(high, sums.length);
      }
    }
  }

  @Override
  void add(int[] ids, int count) {
    if (fits(count)) {
      long[] into = sums;
      long[] from = values.longs();
      for (int i = 0; i < count; i++) {
        into[ids[i]] += from[i];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      addWide(ids[i], i);
    }
  }

  @Override
  void addAll(int id, int count) {
    if (!values.isBig && !values.hasMagnitude()) {
      addHalves(id, count);
      return;
    }
    if (fits(count)) {
      sums[id] += values.sum(count);
      return;
    }
    for (int i = 0; i < count; i++) {
      addWide(id, i);
    }
  }

  /** Adds up the halves of values: neither sum overflows, however great the values are. */
  private void addHalves(int id, int count) {
    long[] from = values.longs();
    long lows = 0;
    long highs = 0;
    for (int i = 0; i < count; i++) {
      lows += from[i] & LOW_HALF;
      highs += from[i] >> Integer.SIZE;
    }
    highs += lows >>> Integer.SIZE;
    long block = highs << Integer.SIZE | lows & LOW_HALF;
    long before = sums[id];
    long sum = before + block;
    if (highs == (int) highs && ((before ^ sum) & (block ^ sum)) >= 0) {
      sums[id] = sum;
      bound = Math.max(bound, sum == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(sum));
    } else {
      widen();
      addWide(id, block, highs >> Integer.SIZE);
    }
  }

  /** Whether the sums fit 64 bits after this block, if need be because they are carried over. */
  private boolean fits(int count) {
    if (!values.isBig) {
      long greatest = values.magnitude(count);
      if (greatest <= (Long.MAX_VALUE - bound) / count) {
        bound += greatest * count;
        return true;
      }
      if (greatest <= Long.MAX_VALUE / count) {
        carry();
        bound = greatest * count;
        return true;
      }
    }
    widen();
    return false;
  }

  private void widen() {
    if (low.length == 0) {
      low = new long[sums.length];
      high = new long[sums.length];
    }
  }

  private void carry() {
    widen();
    for (int i = 0; i < sums.length; i++) {
      addWide(i, sums[i], sums[i] >> 63);
      sums[i] = 0;
    }
  }

  private void addWide(int id, int index) {
    if (!values.isBig) {
      addWide(id, values.longs()[index], values.longs()[index] >> 63);
      return;
    }
    BigInteger value = values.bigs[index];
    if (value.bitLength() > MAX_BITS) {
      throw overflow();
    }
    addWide(id, value.longValue(), value.shiftRight(Long.SIZE).longValue());
  }

  private void addWide(int id, long lowBits, long highBits) {
    long newLow = low[id] + lowBits;
    long carry = Long.compareUnsigned(newLow, lowBits) < 0 ? 1 : 0;
    long before = high[id];
    long newHigh = before + highBits + carry;
    // The sum of two negative or two positive numbers has their sign.
    if (((before ^ newHigh) & (highBits ^ newHigh)) < 0) {
      throw overflow();
    }
    low[id] = newLow;
    high[id] = newHigh;
  }

  private InvalidArgumentException overflow() {
    return new InvalidArgumentException(
        "Cannot compute " + name() + ": it does not fit 128 bits (add up doubles instead)");
  }

  @Override
  void merge(Accumulator other, int[] ids, int groups) {
    ExactSums from = (ExactSums) other;
    boolean hasWide = from.low.length > 0;
    if (!hasWide && from.bound <= Long.MAX_VALUE - bound) {
      bound += from.bound;
      for (int i = 0; i < groups; i++) {
        sums[ids[i]] += from.sums[i];
      }
      return;
    }
    widen();
    for (int i = 0; i < groups; i++) {
      addWide(ids[i], from.sums[i], from.sums[i] >> 63);
      if (hasWide) {
        addWide(ids[i], from.low[i], from.high[i]);
      }
    }
  }

  @Override
  void clear(int groups) {
    Arrays.fill(sums, 0, groups, 0);
    low = new long[0];
    high = new long[0];
    bound = 0;
  }

  @Override
  boolean isNull(int group) {
    return counts.getLong(group) == 0;
  }

  private BigInteger sum(int group) {
    BigInteger sum = BigInteger.valueOf(sums[group]);
    if (low.length == 0) {
      return sum;
    }
    BigInteger unsigned = BigInteger.valueOf(low[group] >>> 1).shiftLeft(1);
    unsigned = (low[group] & 1) == 0 ? unsigned : unsigned.setBit(0);
    return sum.add(unsigned).add(BigInteger.valueOf(high[group]).shiftLeft(Long.SIZE));
  }

  @Override
  long getLong(int group) {
    if (low.length == 0) {
      return sums[group];
    }
    BigInteger sum = sum(group);
    if (sum.bitLength() > Long.SIZE - 1) {
      throw outOfRange();
    }
    return sum.longValue();
  }

  @Override
  BigDecimal getDecimal(int group) {
    return new BigDecimal(sum(group), values.scale);
  }
}
