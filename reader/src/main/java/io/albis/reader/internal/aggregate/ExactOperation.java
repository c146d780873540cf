// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.internal.aggregate.Term.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * An exact operation on integers and decimals. If the greatest operands of a block prove that the
 * results fit a long, nothing is checked for each row; otherwise rows are computed in any size.
 */
final class ExactOperation extends Values {

  private static final int MAX_LONG_BITS = 63;

  /** The least number of more than 38 digits. */
  private static final BigInteger LIMIT = BigInteger.TEN.pow(38);

  private final Operator operator;
  private final Values left;
  private final Values right;

  /** Powers of 10 that give the operands of a sum the same scale. */
  private final BigInteger leftUnit;

  private final BigInteger rightUnit;

  ExactOperation(Operator operator, Values left, Values right) {
    super(
        operator == Operator.TIMES ? left.scale + right.scale : Math.max(left.scale, right.scale),
        false,
        left.isNullable || right.isNullable);
    this.operator = operator;
    this.left = left;
    this.right = right;
    boolean isProduct = operator == Operator.TIMES;
    this.leftUnit = BigInteger.TEN.pow(isProduct ? 0 : scale - left.scale);
    this.rightUnit = BigInteger.TEN.pow(isProduct ? 0 : scale - right.scale);
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    validity.and(left.validity, right.validity, count);
    long bound = left.isBig || right.isBig ? -1 : bound(count);
    if (bound >= 0) {
      isBig = false;
      compute(count);
      setMagnitude(bound);
    } else {
      computeBig(count);
    }
    if (operator != Operator.TIMES) {
      clearNulls(count);
    }
  }

  /** Returns the greatest distance from 0 of a result; negative if it may not fit a long. */
  private long bound(int count) {
    if (operator == Operator.TIMES) {
      return product(left.magnitude(count), right.magnitude(count));
    }
    long first = product(left.magnitude(count), unit(leftUnit));
    long second = product(right.magnitude(count), unit(rightUnit));
    return first < 0 || second < 0 || first + second < 0 ? -1 : first + second;
  }

  private static long unit(BigInteger unit) {
    return unit.bitLength() > MAX_LONG_BITS ? -1 : unit.longValue();
  }

  private static long product(long a, long b) {
    if (a < 0 || b < 0 || Math.multiplyHigh(a, b) != 0 || a * b < 0) {
      return -1;
    }
    return a * b;
  }

  private void compute(int count) {
    long[] a = left.longs();
    long[] b = right.longs();
    long[] out = longs;
    if (operator == Operator.TIMES) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] * b[i];
      }
      return;
    }
    long leftFactor = leftUnit.longValue();
    long rightFactor = operator == Operator.MINUS ? -rightUnit.longValue() : rightUnit.longValue();
    if (leftFactor == 1 && rightFactor == 1) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] + b[i];
      }
    } else if (leftFactor == 1 && rightFactor == -1) {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] - b[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] = a[i] * leftFactor + b[i] * rightFactor;
      }
    }
  }

  private void requireDigits(int count) {
    for (int i = 0; i < count; i++) {
      if (bigs[i].abs().compareTo(LIMIT) >= 0) {
        throw new InvalidArgumentException(
            "Cannot compute "
                + new BigDecimal(left.big(i), left.scale)
                + " "
                + operator.symbol()
                + " "
                + new BigDecimal(right.big(i), right.scale)
                + ": the result has more than 38 digits");
      }
    }
  }

  private void computeBig(int count) {
    reserveBigs();
    int bits = 0;
    for (int i = 0; i < count; i++) {
      BigInteger a = left.big(i);
      BigInteger b = right.big(i);
      bigs[i] =
          switch (operator) {
            case PLUS -> a.multiply(leftUnit).add(b.multiply(rightUnit));
            case MINUS -> a.multiply(leftUnit).subtract(b.multiply(rightUnit));
            default -> a.multiply(b);
          };
      bits = Math.max(bits, bigs[i].bitLength());
    }
    if (bits >= LIMIT.bitLength()) {
      requireDigits(count);
    }
    isBig = bits > MAX_LONG_BITS;
    if (!isBig) {
      for (int i = 0; i < count; i++) {
        longs[i] = bigs[i].longValue();
      }
      setMagnitude(-1);
    }
  }
}
