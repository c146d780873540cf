// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigInteger;

/** Values where a condition is true, and others, or nulls, where it is not. */
final class ChosenValues extends Values {

  private final Condition condition;
  private final Values chosen;

  /** Null for nulls. */
  private final Values otherwise;

  private final boolean onlyNulls;

  /**
   * Creates a choice. Both values are doubles, or exact and of the same scale.
   *
   * @param onlyNulls whether only the nulls are needed, and values are of any type
   */
  ChosenValues(Condition condition, Values chosen, Values otherwise, boolean onlyNulls) {
    super(
        chosen.scale,
        chosen.isDouble,
        otherwise == null || chosen.isNullable || otherwise.isNullable);
    this.condition = condition;
    this.chosen = chosen;
    this.otherwise = otherwise;
    this.onlyNulls = onlyNulls;
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    Validity others = otherwise == null ? null : otherwise.validity;
    validity.choose(condition, chosen.validity, others, count);
    if (onlyNulls) {
      return;
    }
    isBig = chosen.isBig || otherwise != null && otherwise.isBig;
    if (isDouble) {
      chooseDoubles(count);
    } else if (isBig) {
      chooseBigs(count);
    } else {
      chooseLongs(count);
    }
  }

  private void chooseDoubles(int count) {
    long[] masks = condition.masks;
    double[] values = chosen.doubles;
    if (otherwise == null) {
      for (int i = 0; i < count; i++) {
        doubles[i] = Double.longBitsToDouble(Double.doubleToRawLongBits(values[i]) & masks[i]);
      }
      return;
    }
    double[] others = otherwise.doubles;
    for (int i = 0; i < count; i++) {
      long bits = Double.doubleToRawLongBits(values[i]) & masks[i];
      bits |= Double.doubleToRawLongBits(others[i]) & ~masks[i];
      doubles[i] = Double.longBitsToDouble(bits);
    }
  }

  private void chooseLongs(int count) {
    long[] masks = condition.masks;
    long[] values = chosen.longs();
    if (otherwise == null) {
      for (int i = 0; i < count; i++) {
        longs[i] = values[i] & masks[i];
      }
    } else {
      long[] others = otherwise.longs();
      for (int i = 0; i < count; i++) {
        longs[i] = values[i] & masks[i] | others[i] & ~masks[i];
      }
    }
    setMagnitude(-1);
  }

  private void chooseBigs(int count) {
    reserveBigs();
    for (int i = 0; i < count; i++) {
      if (condition.masks[i] != 0) {
        bigs[i] = chosen.big(i);
      } else {
        bigs[i] = otherwise == null ? BigInteger.ZERO : otherwise.big(i);
      }
    }
  }
}
