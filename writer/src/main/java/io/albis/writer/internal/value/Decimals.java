// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.value;

import io.albis.format.error.InvalidValueException;
import io.albis.format.schema.Type;
import io.albis.storage.memory.Memory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Writes decimals of 4, 8 and 16 bytes. */
public final class Decimals {

  private static final long[] POWERS = new long[19];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
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

  private static InvalidValueException outOfRange(BigDecimal value, Type type, String path) {
    return new InvalidValueException(
        "Invalid value for column "
            + path
            + ": "
            + value.toPlainString()
            + " (expected a "
            + type
            + ")");
  }
}
