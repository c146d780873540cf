// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import io.albis.reader.BytesView;
import io.albis.storage.internal.memory.Memory;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.types.Decimal;

/** Decimals of more than 18 digits, which are stored in 16 bytes. */
final class SparkDecimals {

  /** Spark represents an unscaled value of up to this absolute value by a long. */
  private static final long MAX_LONG = 999_999_999_999_999_999L;

  private SparkDecimals() {}

  /** Returns the decimal with this unscaled value, two's complement, little endian. */
  static Decimal read(BytesView bytes, int precision, int scale) {
    long low = Memory.getLong(bytes.address());
    long high = Memory.getLong(bytes.address() + Long.BYTES);
    if (high == low >> 63 && low >= -MAX_LONG && low <= MAX_LONG) {
      return Decimal.createUnsafe(low, precision, scale);
    }
    byte[] bigEndian = new byte[2 * Long.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bigEndian[Long.BYTES - 1 - i] = (byte) (high >> (Byte.SIZE * i));
      bigEndian[2 * Long.BYTES - 1 - i] = (byte) (low >> (Byte.SIZE * i));
    }
    return Decimal.apply(new BigDecimal(new BigInteger(bigEndian), scale), precision, scale);
  }
}
