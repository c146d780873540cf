// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.internal.aggregate.Term.Operator;
import java.math.BigInteger;

/** 1 where a comparison of two values is true, 0 where it is false. */
final class ComparedValues extends Values {

  private final Operator operator;
  private final Values left;
  private final Values right;

  /** Powers of 10 that give both values the same scale. */
  private final BigInteger leftUnit;

  private final BigInteger rightUnit;

  /** Creates a comparison of doubles, or of exact values of any scale. */
  ComparedValues(Operator operator, Values left, Values right) {
    super(0, false, left.isNullable || right.isNullable);
    this.operator = operator;
    this.left = left;
    this.right = right;
    int scale = Math.max(left.scale, right.scale);
    this.leftUnit = BigInteger.TEN.pow(scale - left.scale);
    this.rightUnit = BigInteger.TEN.pow(scale - right.scale);
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    validity.and(left.validity, right.validity, count);
    if (left.isDouble) {
      double[] a = left.doubles;
      double[] b = right.doubles;
      switch (operator) {
        case LESS -> less(a, b, longs, count);
        case LESS_OR_EQUAL -> lessOrEqual(a, b, longs, count);
        default -> equal(a, b, longs, count);
      }
    } else if (fits(left, leftUnit, count) && fits(right, rightUnit, count)) {
      compare(leftUnit.longValue(), rightUnit.longValue(), count);
    } else {
      compareBigs(count);
    }
    clearNulls(count);
    setMagnitude(1);
  }

  /** NaN is equal to itself, and greater than all other numbers. */
  private static void less(double[] a, double[] b, long[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = a[i] < b[i] || (!Double.isNaN(a[i]) && Double.isNaN(b[i])) ? 1 : 0;
    }
  }

  private static void lessOrEqual(double[] a, double[] b, long[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = a[i] <= b[i] || Double.isNaN(b[i]) ? 1 : 0;
    }
  }

  private static void equal(double[] a, double[] b, long[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = a[i] == b[i] || (Double.isNaN(a[i]) && Double.isNaN(b[i])) ? 1 : 0;
    }
  }

  /** Whether all values of a block fit a long with the scale of both. */
  private static boolean fits(Values values, BigInteger unit, int count) {
    return !values.isBig
        && (unit.equals(BigInteger.ONE)
            || unit.bitLength() < Long.SIZE
                && Math.multiplyHigh(values.magnitude(count), unit.longValue()) == 0
                && values.magnitude(count) * unit.longValue() >= 0);
  }

  private void compare(long leftFactor, long rightFactor, int count) {
    long[] a = left.longs();
    long[] b = right.longs();
    long[] into = longs;
    switch (operator) {
      case LESS -> {
        for (int i = 0; i < count; i++) {
          into[i] = a[i] * leftFactor < b[i] * rightFactor ? 1 : 0;
        }
      }
      case LESS_OR_EQUAL -> {
        for (int i = 0; i < count; i++) {
          into[i] = a[i] * leftFactor <= b[i] * rightFactor ? 1 : 0;
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          into[i] = a[i] * leftFactor == b[i] * rightFactor ? 1 : 0;
        }
      }
    }
  }

  private void compareBigs(int count) {
    for (int i = 0; i < count; i++) {
      int order = left.big(i).multiply(leftUnit).compareTo(right.big(i).multiply(rightUnit));
      boolean isTrue =
          switch (operator) {
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            default -> order == 0;
          };
      longs[i] = isTrue ? 1 : 0;
    }
  }
}
