// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.internal.aggregate.Term.Operator;
import java.math.BigInteger;

/** The lesser, the greater or the first one of two values; the other one where one is null. */
final class EitherValues extends Values {

  private final Operator operator;
  private final Values left;
  private final Values right;

  /** Creates values. Both are doubles, or exact and of the same scale. */
  EitherValues(Operator operator, Values left, Values right) {
    super(left.scale, left.isDouble, left.isNullable && right.isNullable);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    validity.or(left.validity, right.validity, count);
    isBig = left.isBig || right.isBig;
    if (isBig) {
      chooseBigs(count);
    } else if (isDouble) {
      switch (operator) {
        case LEAST -> least(left.doubles, right.doubles, doubles, count);
        case GREATEST -> greatest(left.doubles, right.doubles, doubles, count);
        default -> System.arraycopy(left.doubles, 0, doubles, 0, count);
      }
      replaceNullDoubles(count);
    } else {
      switch (operator) {
        case LEAST -> least(left.longs(), right.longs(), longs, count);
        case GREATEST -> greatest(left.longs(), right.longs(), longs, count);
        default -> System.arraycopy(left.longs(), 0, longs, 0, count);
      }
      replaceNullLongs(count);
      setMagnitude(-1);
    }
  }

  private static void least(long[] a, long[] b, long[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = Math.min(a[i], b[i]);
    }
  }

  private static void greatest(long[] a, long[] b, long[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = Math.max(a[i], b[i]);
    }
  }

  /** NaN is greater than all other numbers, and the first one of two zeros is taken. */
  private static void least(double[] a, double[] b, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = Math.min(a[i], b[i]);
    }
    for (int i = 0; i < count; i++) {
      if (isSpecial(into[i])) {
        into[i] = a[i] <= b[i] || Double.isNaN(b[i]) ? a[i] : b[i];
      }
    }
  }

  private static void greatest(double[] a, double[] b, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = Math.max(a[i], b[i]);
    }
    for (int i = 0; i < count; i++) {
      if (isSpecial(into[i])) {
        into[i] = a[i] >= b[i] || Double.isNaN(a[i]) ? a[i] : b[i];
      }
    }
  }

  /** Whether Java's minima and maxima may be others. */
  private static boolean isSpecial(double value) {
    return value == 0 || Double.isNaN(value);
  }

  private void replaceNullDoubles(int count) {
    if (left.validity.hasNulls) {
      long[] valid = left.validity.masks(count);
      for (int i = 0; i < count; i++) {
        doubles[i] = valid[i] == 0 ? right.doubles[i] : doubles[i];
      }
    }
    if (right.validity.hasNulls && operator != Operator.OR_ELSE) {
      long[] valid = right.validity.masks(count);
      for (int i = 0; i < count; i++) {
        doubles[i] = valid[i] == 0 ? left.doubles[i] : doubles[i];
      }
    }
  }

  private void replaceNullLongs(int count) {
    if (left.validity.hasNulls) {
      long[] valid = left.validity.masks(count);
      long[] others = right.longs();
      for (int i = 0; i < count; i++) {
        longs[i] = longs[i] & valid[i] | others[i] & ~valid[i];
      }
    }
    if (right.validity.hasNulls && operator != Operator.OR_ELSE) {
      long[] valid = right.validity.masks(count);
      long[] others = left.longs();
      for (int i = 0; i < count; i++) {
        longs[i] = longs[i] & valid[i] | others[i] & ~valid[i];
      }
    }
  }

  private void chooseBigs(int count) {
    reserveBigs();
    for (int i = 0; i < count; i++) {
      BigInteger a = left.big(i);
      BigInteger b = right.big(i);
      if (!left.validity.isValid(i)) {
        bigs[i] = b;
      } else if (operator == Operator.OR_ELSE || !right.validity.isValid(i)) {
        bigs[i] = a;
      } else {
        bigs[i] = operator == Operator.LEAST ? a.min(b) : a.max(b);
      }
    }
  }
}
