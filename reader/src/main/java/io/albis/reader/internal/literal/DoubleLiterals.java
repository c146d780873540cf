// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.literal;

import java.util.Arrays;

/**
 * Floating-point numbers. All NaNs are one value, greater than all others; 0.0 and -0.0 are one
 * value.
 */
public final class DoubleLiterals extends LiteralList {

  private final double[] values;

  /** Creates a list of ascending values without duplicates. The arrays are not copied. */
  public DoubleLiterals(double[] values, boolean hasNull) {
    super(LiteralKind.FLOATING, hasNull);
    this.values = values;
  }

  static DoubleLiterals sorted(double[] values, boolean hasNull) {
    for (int i = 0; i < values.length; i++) {
      values[i] = canonical(values[i]);
    }
    Arrays.sort(values);
    int count = 0;
    for (double value : values) {
      if (count == 0 || Double.compare(values[count - 1], value) != 0) {
        values[count++] = value;
      }
    }
    return new DoubleLiterals(Arrays.copyOf(values, count), hasNull);
  }

  /** Returns the canonical NaN for every NaN, 0.0 for -0.0, otherwise the value. */
  public static double canonical(double value) {
    return Double.isNaN(value) ? Double.NaN : value + 0.0;
  }

  /** Returns the values in ascending order. Not a copy; do not modify it. */
  public double[] values() {
    return values;
  }

  @Override
  public int count() {
    return values.length;
  }

  @Override
  Object literal(int index) {
    return values[index];
  }

  @Override
  boolean hasSameValues(LiteralList other) {
    return Arrays.equals(values, ((DoubleLiterals) other).values);
  }

  @Override
  public int hash() {
    return Arrays.hashCode(values);
  }
}
