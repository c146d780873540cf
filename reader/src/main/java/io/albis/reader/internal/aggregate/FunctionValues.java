// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.internal.aggregate.Term.Function;

/** A function of a number. */
final class FunctionValues extends Values {

  private final Function function;
  private final Values operand;

  /** A bit for each row, set if the function has a value. */
  private final long[] defined;

  /** Creates values. The operand is a double, or exact if the function is the distance from 0. */
  FunctionValues(Function function, Values operand) {
    super(operand.scale, operand.isDouble, operand.isNullable || function == Function.LN);
    this.function = function;
    this.operand = operand;
    this.defined = new long[function == Function.LN ? BatchBlock.ROWS / Long.SIZE : 0];
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    validity.and(operand.validity, operand.validity, count);
    if (!isDouble) {
      loadDistances(count);
      return;
    }
    switch (function) {
      case ABS -> abs(operand.doubles, doubles, count);
      case EXP -> exp(operand.doubles, doubles, count);
      case LN -> {
        if (ln(operand.doubles, doubles, defined, count) > 0) {
          validity.and(defined, count);
        }
      }
      case SQRT -> sqrt(operand.doubles, doubles, count);
      default -> throw new IllegalStateException(function.toString());
    }
    clearNulls(count);
  }

  private static void abs(double[] from, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = Math.abs(from[i]);
    }
  }

  /** The strict functions have the same results everywhere. */
  private static void exp(double[] from, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = StrictMath.exp(from[i]);
    }
  }

  private static void sqrt(double[] from, double[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] = Math.sqrt(from[i]);
    }
  }

  /** Returns the number of rows without a logarithm. */
  private static int ln(double[] from, double[] into, long[] defined, int count) {
    int undefined = 0;
    for (int i = 0; i < count; i++) {
      boolean isDefined = !(from[i] <= 0);
      into[i] = isDefined ? StrictMath.log(from[i]) : 0;
      long bit = isDefined ? 1 : 0;
      defined[i >>> 6] = (i & 63) == 0 ? bit : defined[i >>> 6] | bit << i;
      undefined += isDefined ? 0 : 1;
    }
    return undefined;
  }

  private void loadDistances(int count) {
    long greatest = operand.isBig ? -1 : operand.magnitude(count);
    isBig = greatest < 0 || greatest == Long.MAX_VALUE;
    if (isBig) {
      reserveBigs();
      for (int i = 0; i < count; i++) {
        bigs[i] = operand.big(i).abs();
      }
      return;
    }
    long[] from = operand.longs();
    for (int i = 0; i < count; i++) {
      longs[i] = Math.abs(from[i]);
    }
    setMagnitude(greatest);
  }
}
