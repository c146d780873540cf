// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/**
 * Decimals with a precision of more than 18: 16 bytes of two's complement, the lowest first, which
 * Spark's rows have with the highest first and no more bytes than needed.
 */
final class WideDecimals {

  static final int WIDTH = 16;

  private WideDecimals() {}

  /** Bytes of the shortest two's complement of the number at an address. */
  static int length(long address) {
    long low = Platform.getLong(null, address);
    long high = Platform.getLong(null, address + Long.BYTES);
    long sign = high >> Long.SIZE - 1;
    int leading = Long.numberOfLeadingZeros(high ^ sign);
    if (leading == Long.SIZE) {
      leading += Long.numberOfLeadingZeros(low ^ sign);
    }
    return (2 * Long.SIZE - leading) / Byte.SIZE + 1;
  }

  /**
   * Writes the bytes of a number, with zeros behind them.
   *
   * @param length what {@link #length} returns
   * @param isLong whether 16 bytes are written, and not 8
   */
  static void write(long address, int length, byte[] target, int at, boolean isLong) {
    long low = Platform.getLong(null, address);
    long high = Platform.getLong(null, address + Long.BYTES);
    int unused = (WIDTH - length) * Byte.SIZE;
    if (unused >= Long.SIZE) {
      high = low << unused - Long.SIZE;
      low = 0;
    } else if (unused > 0) {
      high = high << unused | low >>> Long.SIZE - unused;
      low <<= unused;
    }
    long start = Platform.BYTE_ARRAY_OFFSET + (long) at;
    Platform.putLong(target, start, Long.reverseBytes(high));
    if (isLong) {
      Platform.putLong(target, start + Long.BYTES, Long.reverseBytes(low));
    }
  }
}
