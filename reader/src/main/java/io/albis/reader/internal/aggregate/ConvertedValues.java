// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigDecimal;

/** Integers or decimals as doubles. */
final class ConvertedValues extends Values {

  /** Greater powers of 10 are not exact as doubles. */
  private static final int MAX_EXACT_POWER = 22;

  /** Greater integers may not be exact as doubles. */
  private static final long MAX_EXACT = 1L << 53;

  private final Values operand;

  ConvertedValues(Values operand) {
    super(0, true, operand.isNullable);
    this.operand = operand;
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    validity.and(operand.validity, operand.validity, count);
    if (!operand.isBig && operand.scale == 0) {
      convert(operand.longs(), doubles, count);
    } else if (operand.isBig
        || operand.scale > MAX_EXACT_POWER
        || operand.magnitude(count) > MAX_EXACT) {
      for (int i = 0; i < count; i++) {
        doubles[i] = new BigDecimal(operand.big(i), operand.scale).doubleValue();
      }
    } else {
      convert(operand.longs(), Math.pow(10, operand.scale), doubles, count);
    }
  }

  private static void convert(long[] from, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = from[i];
    }
  }

  private static void convert(long[] from, double unit, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = from[i] / unit;
    }
  }
}
