// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/** A constant. */
final class LiteralValues extends Values {

  private static final int MAX_LONG_BITS = 63;

  private final long magnitude;

  /** Creates a decimal with a scale that is not less than that of the value. */
  LiteralValues(BigDecimal value, int scale) {
    super(scale, false, false);
    BigInteger unscaled = value.setScale(scale).unscaledValue();
    isBig = unscaled.bitLength() > MAX_LONG_BITS;
    if (isBig) {
      reserveBigs();
      Arrays.fill(bigs, unscaled);
      magnitude = -1;
    } else {
      Arrays.fill(longs, unscaled.longValue());
      magnitude = unscaled.abs().min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
    }
  }

  /** Creates a double. */
  LiteralValues(double value) {
    super(0, true, false);
    Arrays.fill(doubles, value);
    magnitude = -1;
  }

  @Override
  public void load(BatchBlock block) {
    setMagnitude(magnitude);
  }
}
