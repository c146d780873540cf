// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import java.math.BigInteger;

/** Integers of a number of bits. Others lose their upper bits, or are an error. */
final class IntegerValues extends Values {

  private final Values operand;
  private final int bits;
  private final boolean isWrapped;

  /** The operand has no digits after the point. */
  IntegerValues(Values operand, int bits, boolean isWrapped) {
    super(0, false, operand.isNullable);
    this.operand = operand;
    this.bits = bits;
    this.isWrapped = isWrapped;
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    validity.and(operand.validity, operand.validity, count);
    if (operand.isBig) {
      loadBigs(count);
      setMagnitude(-1);
      return;
    }
    long greatest = operand.magnitude(count);
    if (bits == Long.SIZE || greatest < 1L << bits - 1) {
      System.arraycopy(operand.longs(), 0, longs, 0, count);
      setMagnitude(greatest);
      return;
    }
    int shift = Long.SIZE - bits;
    long lost = 0;
    long[] from = operand.longs();
    for (int i = 0; i < count; i++) {
      long value = from[i];
      longs[i] = value << shift >> shift;
      lost |= longs[i] ^ value;
    }
    setMagnitude(1L << bits - 1);
    if (lost != 0 && !isWrapped) {
      requireBits(count);
    }
  }

  private void loadBigs(int count) {
    int shift = Long.SIZE - bits;
    for (int i = 0; i < count; i++) {
      longs[i] = operand.bigs[i].longValue() << shift >> shift;
    }
    if (!isWrapped) {
      requireBits(count);
    }
  }

  private void requireBits(int count) {
    for (int i = 0; i < count; i++) {
      BigInteger value = operand.big(i);
      if (value.bitLength() >= bits) {
        throw new InvalidArgumentException(
            "Cannot compute an integer of " + bits + " bits: " + value + " is out of range");
      }
    }
  }
}
