// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.orc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;

/** Converts decimals of ORC to integers of 16 bytes, without an object for each. */
final class OrcDecimals {

  /** Bytes of a converted value. */
  static final int WIDTH = 16;

  /** The largest precision of values that fit into a long. */
  static final int MAX_LONG_DIGITS = 18;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long[] POWERS = new long[MAX_LONG_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private final long[] scratch = new long[HiveDecimal.SCRATCH_LONGS_LEN];
  private final byte[] bigEndian = new byte[HiveDecimal.SCRATCH_BUFFER_LEN_BIG_INTEGER_BYTES];

  /**
   * Puts the unscaled value, little endian. ORC's reader has made the value fit its type.
   *
   * @param scale of the type
   */
  void put(HiveDecimalWritable value, int scale, byte[] target, int at) {
    int length = value.bigIntegerBytes(scratch, bigEndian);
    long high = length > 0 ? bigEndian[0] >> 7 : 0;
    long low = high;
    for (int i = 0; i < length; i++) {
      high = high << Byte.SIZE | low >>> Long.SIZE - Byte.SIZE;
      low = low << Byte.SIZE | bigEndian[i] & 0xff;
    }
    // Trailing zeros of the fraction are not stored.
    for (int missing = scale - value.scale(); missing > 0; missing -= MAX_LONG_DIGITS) {
      long factor = POWERS[Math.min(missing, MAX_LONG_DIGITS)];
      // Of the low half as an unsigned number.
      long carry = Math.multiplyHigh(low, factor) + (low >> Long.SIZE - 1 & factor);
      high = high * factor + carry;
      low *= factor;
    }
    LONGS.set(target, at, low);
    LONGS.set(target, at + Long.BYTES, high);
  }
}
