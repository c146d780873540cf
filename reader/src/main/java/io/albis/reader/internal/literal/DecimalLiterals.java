// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.literal;

import io.albis.format.error.InvalidArgumentException;
import java.math.BigDecimal;
import java.util.Arrays;

/** Decimal numbers, without trailing zeros. */
public final class DecimalLiterals extends LiteralList {

  /**
   * The maximum number of digits before and after the decimal point; decimals of the format have
   * 38. Without a limit, a short literal with a large exponent would expand to gigabytes of digits.
   */
  public static final int MAX_DIGITS = 128;

  private final BigDecimal[] values;

  /** Creates a list of ascending values without duplicates. The arrays are not copied. */
  public DecimalLiterals(BigDecimal[] values, boolean hasNull) {
    super(LiteralKind.DECIMAL, hasNull);
    this.values = values;
  }

  static DecimalLiterals sorted(BigDecimal[] values, boolean hasNull) {
    Arrays.sort(values);
    int count = 0;
    for (BigDecimal value : values) {
      if (count == 0 || values[count - 1].compareTo(value) != 0) {
        values[count++] = value;
      }
    }
    return new DecimalLiterals(Arrays.copyOf(values, count), hasNull);
  }

  static BigDecimal normalized(String column, BigDecimal value) {
    if (!isInRange(value)) {
      throw new InvalidArgumentException(
          "Cannot compare column "
              + column
              + " with a decimal of precision "
              + value.precision()
              + " and scale "
              + value.scale()
              + " (expected at most "
              + MAX_DIGITS
              + " digits before and after the point)");
    }
    return value.stripTrailingZeros();
  }

  /** Whether a value is within the limit of digits. Cheap for every scale. */
  public static boolean isInRange(BigDecimal value) {
    long before = (long) value.precision() - value.scale();
    return before <= MAX_DIGITS && Math.abs((long) value.scale()) <= MAX_DIGITS;
  }

  /** A value, without trailing zeros. */
  public BigDecimal value(int index) {
    return values[index];
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
    return Arrays.equals(values, ((DecimalLiterals) other).values);
  }

  @Override
  public int hash() {
    return Arrays.hashCode(values);
  }
}
