// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.value;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Writes decimals of 4, 8 and 16 bytes. */
public final class Decimals {

  private static final long[] POWERS = new long[19];

  /** By precision: the upper and lower half of the first number that has too many digits. */
  private static final long[][] WIDE_LIMITS = new long[Type.MAX_PRECISION + 1][];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
    for (int i = 0; i < WIDE_LIMITS.length; i++) {
      BigInteger power = BigInteger.TEN.pow(i);
      WIDE_LIMITS[i] = new long[] {power.shiftRight(64).longValue(), power.longValue()};
    }
  }

  private Decimals() {}

  public static void put(long address, BigDecimal value, Type type, String path) {
    BigDecimal scaled;
    try {
      scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw outOfRange(value, type, path);
    }
    if (scaled.precision() > type.precision()) {
      throw outOfRange(value, type, path);
    }
    BigInteger unscaled = scaled.unscaledValue();
    if (type.fixedWidth() == 16) {
      Memory.putLong(address, unscaled.longValue());
      Memory.putLong(address + 8, unscaled.shiftRight(64).longValue());
    } else {
      putLong(address, unscaled.longValue(), type);
    }
  }

  public static void put(long address, long unscaled, Type type, String path) {
    int precision = type.precision();
    if (precision < POWERS.length
        && (unscaled >= POWERS[precision] || unscaled <= -POWERS[precision])) {
      throw outOfRange(BigDecimal.valueOf(unscaled, type.scale()), type, path);
    }
    putLong(address, unscaled, type);
  }

  private static void putLong(long address, long unscaled, Type type) {
    switch (type.fixedWidth()) {
      case 4 -> Memory.putInt(address, (int) unscaled);
      case 8 -> Memory.putLong(address, unscaled);
      default -> {
        Memory.putLong(address, unscaled);
        Memory.putLong(address + 8, unscaled >> 63);
      }
    }
  }

  /**
   * Requires that a stored decimal has no more digits than its type.
   *
   * @throws InvalidArgumentException if it has more
   */
  public static void require(long address, Type type, String path) {
    int precision = type.precision();
    switch (type.fixedWidth()) {
      case 4 -> requireLong(Memory.getInt(address), type, path);
      case 8 -> requireLong(Memory.getLong(address), type, path);
      default -> {
        long low = Memory.getLong(address);
        long high = Memory.getLong(address + 8);
        if (high != low >> 63 && !isBelow(high, low, WIDE_LIMITS[precision])) {
          BigInteger unscaled =
              BigInteger.valueOf(high)
                  .shiftLeft(64)
                  .add(new BigInteger(Long.toUnsignedString(low)));
          throw outOfRange(new BigDecimal(unscaled, type.scale()), type, path);
        }
      }
    }
  }

  /** Whether an unscaled value has no more digits than a type, whose precision is up to 18. */
  public static boolean isInRange(long unscaled, Type type) {
    long limit = POWERS[type.precision()];
    return unscaled < limit && unscaled > -limit;
  }

  private static void requireLong(long unscaled, Type type, String path) {
    if (!isInRange(unscaled, type)) {
      throw outOfRange(BigDecimal.valueOf(unscaled, type.scale()), type, path);
    }
  }

  /** Whether a number of 128 bits is between a limit and its negative, both excluded. */
  private static boolean isBelow(long high, long low, long[] limit) {
    long absoluteHigh = high < 0 ? ~high + (low == 0 ? 1 : 0) : high;
    long absoluteLow = high < 0 ? -low : low;
    return absoluteHigh >= 0
        && (absoluteHigh < limit[0]
            || (absoluteHigh == limit[0] && Long.compareUnsigned(absoluteLow, limit[1]) < 0));
  }

  private static InvalidArgumentException outOfRange(BigDecimal value, Type type, String path) {
    return new InvalidArgumentException(
        "Invalid value for column "
            + path
            + ": "
            + value.toPlainString()
            + " (expected a "
            + type
            + ")");
  }
}
