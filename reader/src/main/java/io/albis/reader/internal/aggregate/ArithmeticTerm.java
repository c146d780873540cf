// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** A sum, difference or product. */
public final class ArithmeticTerm extends Term {

  /** What is computed. */
  public enum Operator {
    PLUS,
    MINUS,
    TIMES
  }

  private final Operator operator;
  private final Term left;
  private final Term right;

  /** Factors that give both operands the same scale; 1 for a product. */
  private final BigInteger leftFactor;

  private final BigInteger rightFactor;

  /** Both operands are numbers. */
  public ArithmeticTerm(Operator operator, Term left, Term right) {
    super(isFloating(left, right) ? Numbers.FLOATING : Numbers.EXACT, scale(operator, left, right));
    this.operator = operator;
    this.left = left;
    this.right = right;
    boolean isScaled = !isFloating() && operator != Operator.TIMES;
    this.leftFactor = BigInteger.TEN.pow(isScaled ? scale() - left.scale() : 0);
    this.rightFactor = BigInteger.TEN.pow(isScaled ? scale() - right.scale() : 0);
    if (isFloating()) {
      doubles = new double[ROWS];
    } else {
      longs = new long[ROWS];
    }
  }

  private static boolean isFloating(Term left, Term right) {
    return left.isFloating() || right.isFloating();
  }

  private static int scale(Operator operator, Term left, Term right) {
    if (isFloating(left, right)) {
      return 0;
    }
    return operator == Operator.TIMES
        ? left.scale() + right.scale()
        : Math.max(left.scale(), right.scale());
  }

  @Override
  void load(List<ColumnVector> vectors, int[] rows, int from, int count) {
    loadNulls(count);
    if (isFloating()) {
      compute(floating(left, count), floating(right, count), count);
      clearNulls(count);
      return;
    }
    isWide = !hasRange();
    if (isWide) {
      computeBigs(count);
    } else {
      compute(count);
      clearNulls(count);
    }
  }

  private void loadNulls(int count) {
    hasNulls = left.hasNulls || right.hasNulls;
    if (!hasNulls) {
      return;
    }
    nulls = nulls.length == 0 ? new long[ROWS] : nulls;
    for (int i = 0; i < count; i++) {
      nulls[i] = (left.hasNulls ? left.nulls[i] : 0) | (right.hasNulls ? right.nulls[i] : 0);
    }
  }

  private void clearNulls(int count) {
    if (hasNulls) {
      for (int i = 0; i < count; i++) {
        if (nulls[i] != 0) {
          set(i);
        }
      }
    }
  }

  private void set(int row) {
    if (isFloating()) {
      doubles[row] = 0;
    } else {
      longs[row] = 0;
    }
  }

  /** The values of an operand as doubles. */
  private static double[] floating(Term term, int count) {
    if (term.isFloating()) {
      return term.doubles;
    }
    double[] values = new double[ROWS];
    for (int i = 0; i < count; i++) {
      values[i] = new BigDecimal(term.big(i), term.scale()).doubleValue();
    }
    return values;
  }

  private void compute(double[] a, double[] b, int count) {
    double[] out = doubles;
    switch (operator) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          out[i] = a[i] + b[i];
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          out[i] = a[i] - b[i];
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          out[i] = a[i] * b[i];
        }
      }
    }
  }

  /** Finds the range of the results; returns false if it exceeds a long. */
  private boolean hasRange() {
    boolean areLongs =
        !left.isWide
            && !right.isWide
            && leftFactor.bitLength() < Long.SIZE
            && rightFactor.bitLength() < Long.SIZE;
    if (!areLongs) {
      return false;
    }
    try {
      if (operator == Operator.TIMES) {
        long a = Math.multiplyExact(left.min, right.min);
        long b = Math.multiplyExact(left.min, right.max);
        long c = Math.multiplyExact(left.max, right.min);
        long d = Math.multiplyExact(left.max, right.max);
        min = Math.min(Math.min(a, b), Math.min(c, d));
        max = Math.max(Math.max(a, b), Math.max(c, d));
      } else {
        long leftMin = Math.multiplyExact(left.min, leftFactor.longValue());
        long leftMax = Math.multiplyExact(left.max, leftFactor.longValue());
        long rightMin = Math.multiplyExact(right.min, rightFactor.longValue());
        long rightMax = Math.multiplyExact(right.max, rightFactor.longValue());
        boolean isSum = operator == Operator.PLUS;
        min = isSum ? Math.addExact(leftMin, rightMin) : Math.subtractExact(leftMin, rightMax);
        max = isSum ? Math.addExact(leftMax, rightMax) : Math.subtractExact(leftMax, rightMin);
      }
      // Null rows have 0.
      min = Math.min(min, 0);
      max = Math.max(max, 0);
      // The ends of the range stand for no value when the least one is searched.
      return min > Long.MIN_VALUE && max < Long.MAX_VALUE;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  private void compute(int count) {
    long[] a = left.longs;
    long[] b = right.longs;
    long[] out = longs;
    if (operator == Operator.TIMES) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] * b[i];
      }
      return;
    }
    long leftUnit = leftFactor.longValue();
    long rightUnit = operator == Operator.PLUS ? rightFactor.longValue() : -rightFactor.longValue();
    if (leftUnit == 1 && rightUnit == 1) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] + b[i];
      }
    } else if (leftUnit == 1 && rightUnit == -1) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] - b[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] * leftUnit + b[i] * rightUnit;
      }
    }
  }

  private void computeBigs(int count) {
    bigs = bigs.length == 0 ? new BigInteger[ROWS] : bigs;
    for (int i = 0; i < count; i++) {
      if (hasNulls && nulls[i] != 0) {
        bigs[i] = BigInteger.ZERO;
        continue;
      }
      BigInteger a = left.big(i).multiply(leftFactor);
      BigInteger b = right.big(i).multiply(rightFactor);
      bigs[i] =
          switch (operator) {
            case PLUS -> a.add(b);
            case MINUS -> a.subtract(b);
            case TIMES -> a.multiply(b);
          };
    }
  }
}
