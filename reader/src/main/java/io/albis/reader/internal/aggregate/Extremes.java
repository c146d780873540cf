// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.internal.match.DoubleKeys;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/** Least or greatest values. Doubles are compared as integers in the same order. */
final class Extremes extends Accumulator {

  private static final BigInteger[] NONE = {};

  private final Values values;
  private final Counts counts;

  /** -1 for the least values, which are the greatest of the complements; 0 for the greatest. */
  private final long flip;

  /** The greatest values, or complements of the least. */
  private long[] best = {};

  /** Takes the place of them once values may not fit; null where there is none. */
  private BigInteger[] bigs = NONE;

  /** The values of a block in the order in which they are compared, and without nulls. */
  private final long[] keys = new long[BatchBlock.ROWS];

  /**
   * Creates minima or maxima.
   *
   * @param counts those of the values, to which a block is added later
   */
  Extremes(String name, Values values, Counts counts, boolean isMin) {
    super(name);
    this.values = values;
    this.counts = counts;
    this.flip = isMin ? -1 : 0;
  }

  @Override
  void reserve(int groups) {
    int before = best.length;
    if (before < groups) {
      best = Arrays.copyOf(best, grown(groups));
      Arrays.fill(best, before, best.length, Long.MIN_VALUE);
      if (bigs.length > 0) {
        bigs = Arrays.copyOf(bigs, best.length);
      }
    }
  }

  @Override
  void add(int[] ids, int count) {
    if (isBig()) {
      for (int i = 0; i < count; i++) {
        addBig(ids[i], i, count);
      }
      return;
    }
    prepare(count);
    long[] into = best;
    for (int i = 0; i < count; i++) {
      into[ids[i]] = Math.max(into[ids[i]], keys[i]);
    }
  }

  @Override
  void addAll(int id, int count) {
    if (isBig()) {
      for (int i = 0; i < count; i++) {
        addBig(id, i, count);
      }
      return;
    }
    prepare(count);
    long greatest = best[id];
    for (int i = 0; i < count; i++) {
      greatest = Math.max(greatest, keys[i]);
    }
    best[id] = greatest;
  }

  private void prepare(int count) {
    long mask = flip;
    if (values.isDouble) {
      for (int i = 0; i < count; i++) {
        keys[i] = DoubleKeys.of(values.doubles[i]) ^ mask;
      }
    } else {
      long[] from = values.longs();
      for (int i = 0; i < count; i++) {
        keys[i] = from[i] ^ mask;
      }
    }
    if (values.validity.hasNulls) {
      long[] valid = values.validity.masks(count);
      for (int i = 0; i < count; i++) {
        keys[i] = keys[i] & valid[i] | Long.MIN_VALUE & ~valid[i];
      }
    }
  }

  /** Whether big values are compared; from the first block with such values on. */
  private boolean isBig() {
    if (values.isBig) {
      reserveBigs();
    }
    return bigs.length > 0;
  }

  private void reserveBigs() {
    if (bigs.length == 0) {
      bigs = new BigInteger[best.length];
      for (int i = 0; i < best.length; i++) {
        // The counts do not include this block yet.
        boolean isNone = best[i] == Long.MIN_VALUE && isNull(i);
        bigs[i] = isNone ? null : BigInteger.valueOf(best[i]);
      }
    }
  }

  private void addBig(int id, int index, int count) {
    if (values.validity.hasNulls && values.validity.masks(count)[index] == 0) {
      return;
    }
    BigInteger value = values.big(index);
    addBigKey(id, flip == 0 ? value : value.not());
  }

  private void addBigKey(int id, BigInteger key) {
    if (bigs[id] == null || key.compareTo(bigs[id]) > 0) {
      bigs[id] = key;
    }
  }

  @Override
  void merge(Accumulator other, int[] ids, int groups) {
    Extremes from = (Extremes) other;
    if (bigs.length == 0 && from.bigs.length == 0) {
      for (int i = 0; i < groups; i++) {
        best[ids[i]] = Math.max(best[ids[i]], from.best[i]);
      }
      return;
    }
    reserveBigs();
    for (int i = 0; i < groups; i++) {
      if (!from.isNull(i)) {
        addBigKey(ids[i], from.bigs.length > 0 ? from.bigs[i] : BigInteger.valueOf(from.best[i]));
      }
    }
  }

  @Override
  void clear(int groups) {
    Arrays.fill(best, 0, groups, Long.MIN_VALUE);
    bigs = NONE;
  }

  @Override
  boolean isNull(int group) {
    return counts.getLong(group) == 0;
  }

  @Override
  long getLong(int group) {
    if (values.isDouble) {
      return super.getLong(group);
    }
    BigInteger value = value(group);
    if (value.bitLength() > Long.SIZE - 1) {
      throw outOfRange();
    }
    return value.longValue();
  }

  private BigInteger value(int group) {
    if (isNull(group)) {
      return BigInteger.ZERO;
    }
    if (bigs.length == 0) {
      return BigInteger.valueOf(best[group] ^ flip);
    }
    return flip == 0 ? bigs[group] : bigs[group].not();
  }

  @Override
  double getDouble(int group) {
    if (!values.isDouble) {
      return super.getDouble(group);
    }
    return isNull(group) ? 0 : DoubleKeys.value(best[group] ^ flip);
  }

  @Override
  BigDecimal getDecimal(int group) {
    return values.isDouble ? super.getDecimal(group) : new BigDecimal(value(group), values.scale);
  }
}
