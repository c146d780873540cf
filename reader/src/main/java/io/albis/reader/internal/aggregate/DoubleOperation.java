// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.internal.aggregate.Term.Operator;

/** An operation on doubles. */
final class DoubleOperation extends Values {

  private final Operator operator;
  private final Values left;
  private final Values right;

  /** A bit for each row, set unless the divisor is 0. Created when needed. */
  private long[] divisible = {};

  DoubleOperation(Operator operator, Values left, Values right) {
    super(0, true, left.isNullable || right.isNullable || operator == Operator.DIVIDED_OR_NULL);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    validity.and(left.validity, right.validity, count);
    double[] a = left.doubles;
    double[] b = right.doubles;
    switch (operator) {
      case PLUS -> add(a, b, doubles, count);
      case MINUS -> subtract(a, b, doubles, count);
      case TIMES -> multiply(a, b, doubles, count);
      case DIVIDED, DIVIDED_OR_NULL -> {
        if (divide(a, b, doubles, count) > 0) {
          excludeZeros(count);
        }
      }
      default -> throw new IllegalStateException(operator.toString());
    }
    clearNulls(count);
  }

  private static void add(double[] a, double[] b, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = a[i] + b[i];
    }
  }

  private static void subtract(double[] a, double[] b, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = a[i] - b[i];
    }
  }

  private static void multiply(double[] a, double[] b, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = a[i] * b[i];
    }
  }

  /** Returns the number of divisions by 0. */
  private static int divide(double[] a, double[] b, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = a[i] / b[i];
    }
    int zeros = 0;
    for (int i = 0; i < count; i++) {
      zeros += b[i] == 0 ? 1 : 0;
    }
    return zeros;
  }

  private void excludeZeros(int count) {
    if (operator == Operator.DIVIDED) {
      for (int i = 0; i < count; i++) {
        if (right.doubles[i] == 0 && validity.isValid(i)) {
          throw new ArithmeticException("Cannot divide " + left.doubles[i] + " by 0");
        }
      }
      return;
    }
    divisible = divisible.length == 0 ? new long[BatchBlock.ROWS / Long.SIZE] : divisible;
    for (int i = 0; i < count; i++) {
      long bit = right.doubles[i] == 0 ? 0 : 1;
      divisible[i >>> 6] = (i & 63) == 0 ? bit : divisible[i >>> 6] | bit << i;
    }
    validity.and(divisible, count);
  }
}
