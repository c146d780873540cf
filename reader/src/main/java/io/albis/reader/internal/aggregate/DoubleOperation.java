// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.internal.aggregate.Term.Operator;
import java.math.BigDecimal;

/** An operation of which an operand is a double. */
final class DoubleOperation extends Values {

  /** Greater powers of 10 are not exact as doubles. */
  private static final int MAX_EXACT_POWER = 22;

  private final Operator operator;
  private final Values left;
  private final Values right;

  /** Exact operands, converted. */
  private final double[] converted = new double[BatchBlock.ROWS];

  DoubleOperation(Operator operator, Values left, Values right) {
    super(0, true, left.isNullable || right.isNullable);
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  void load(BatchBlock block) {
    int count = block.count;
    validity.and(left.validity, right.validity, count);
    double[] a = doubles(left, count);
    double[] b = doubles(right, count);
    switch (operator) {
      case PLUS -> {
        for (int i = 0; i < count; i++) {
          doubles[i] = a[i] + b[i];
        }
      }
      case MINUS -> {
        for (int i = 0; i < count; i++) {
          doubles[i] = a[i] - b[i];
        }
      }
      case TIMES -> {
        for (int i = 0; i < count; i++) {
          doubles[i] = a[i] * b[i];
        }
      }
    }
    clearNulls(count);
  }

  /** At most one operand has to be converted. */
  private double[] doubles(Values operand, int count) {
    if (operand.isDouble) {
      return operand.doubles;
    }
    if (operand.isBig || operand.scale > MAX_EXACT_POWER) {
      for (int i = 0; i < count; i++) {
        converted[i] = new BigDecimal(operand.big(i), operand.scale).doubleValue();
      }
    } else {
      double unit = Math.pow(10, operand.scale);
      for (int i = 0; i < count; i++) {
        converted[i] = operand.longs[i] / unit;
      }
    }
    return converted;
  }
}
