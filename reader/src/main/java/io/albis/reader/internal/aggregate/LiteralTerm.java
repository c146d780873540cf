// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** The same number in all rows. */
public final class LiteralTerm extends Term {

  /** Creates a term of an integer or decimal. */
  public LiteralTerm(BigDecimal value) {
    super(Numbers.EXACT, value.scale());
    BigInteger unscaled = value.unscaledValue();
    isWide = unscaled.bitLength() >= Long.SIZE;
    if (isWide) {
      bigs = new BigInteger[ROWS];
      Arrays.fill(bigs, unscaled);
    } else {
      min = unscaled.longValue();
      max = min;
      longs = new long[ROWS];
      Arrays.fill(longs, min);
    }
  }

  /** Creates a term of a double. */
  public LiteralTerm(double value) {
    super(Numbers.FLOATING, 0);
    doubles = new double[ROWS];
    Arrays.fill(doubles, value);
  }

  @Override
  void load(List<ColumnVector> vectors, int[] rows, int from, int count) {
    // The same in all blocks.
  }
}
