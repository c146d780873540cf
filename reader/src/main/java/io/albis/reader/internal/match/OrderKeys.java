// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;
import java.math.BigInteger;

/**
 * Integers of 8 bytes in the order of longer values. Values that differ may have the same key: of
 * strings and binaries, it is the first 8 bytes, of integers of 16 bytes the nearest one that fits.
 */
public final class OrderKeys {

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

  private OrderKeys() {}

  /** Replaces the addresses of strings or binaries by their keys. */
  public static void ofBytes(long[] addresses, int[] lengths, int count) {
    for (int i = 0; i < count; i++) {
      addresses[i] = ofBytes(addresses[i], lengths[i]);
    }
  }

  private static long ofBytes(long address, int length) {
    if (length >= Long.BYTES) {
      return Long.reverseBytes(Memory.getLong(address)) ^ Long.MIN_VALUE;
    }
    long key = 0;
    for (int i = 0; i < length; i++) {
      key |= (Memory.getByte(address + i) & 0xffL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return key ^ Long.MIN_VALUE;
  }

  /** The key of a string or binary. */
  public static long of(byte[] value) {
    long key = 0;
    for (int i = 0; i < Math.min(value.length, Long.BYTES); i++) {
      key |= (value[i] & 0xffL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return key ^ Long.MIN_VALUE;
  }

  /** Replaces the addresses of integers of 16 bytes by their keys. */
  public static void ofWides(long[] addresses, int count) {
    for (int i = 0; i < count; i++) {
      long low = Memory.getLong(addresses[i]);
      long high = Memory.getLong(addresses[i] + Long.BYTES);
      addresses[i] = high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** The key of an integer of any length. */
  public static long of(BigInteger value) {
    return value.max(LEAST).min(GREATEST).longValue();
  }
}
