// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;

/** What an aggregate has of each group so far. Not thread-safe. */
abstract class Accumulator {

  /**
   * Adds a block of the term.
   *
   * @param groups of the rows; null for one group
   * @param groupCount including those of the block
   */
  abstract void add(int[] groups, int rows, int groupCount);

  /**
   * Returns the unscaled value of a group that has one. Only of integers and decimals.
   *
   * @throws ArithmeticException if it exceeds a long
   */
  abstract long longValue(int group);

  /** Returns the unscaled value of a group that has one. Only of integers and decimals. */
  abstract BigInteger bigValue(int group);

  /** Returns the value of a group that has one. Only of floats and doubles. */
  abstract double doubleValue(int group);

  /** Forgets all groups, and keeps the memory. */
  abstract void clear();

  final BigDecimal decimal(int group, int scale) {
    return new BigDecimal(bigValue(group), scale);
  }

  static UnsupportedOperationException notOfThisType() {
    return new UnsupportedOperationException("The aggregate has no value of this type");
  }
}
