// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.memory;

import io.albis.storage.internal.memory.Memory;

/** Packs bytes that are 0 or 1 into bitmaps, least significant bit first. */
public final class Bits {

  /** A multiplier that gathers the lowest bits of eight bytes in the highest byte. */
  private static final long GATHER = 0x0102040810204080L;

  private static final long LOWEST_BITS = 0x0101010101010101L;

  private Bits() {}

  /** Packs the lowest bits of 64 bytes into one word. Other bits of the bytes do not matter. */
  public static long word(long source) {
    long word = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      long eight = Memory.getLong(source + 8L * i) & LOWEST_BITS;
      word |= (eight * GATHER >>> 56) << (8 * i);
    }
    return word;
  }

  /** The number of bytes of a bitmap. */
  public static long bytes(long bits) {
    return (bits + 7) / 8;
  }

  /** Packs bytes into a bitmap of {@link #bytes} bytes; unused bits are 0. */
  public static void pack(long source, long count, long target) {
    long whole = count / 8;
    for (long i = 0; i < whole; i++) {
      long eight = Memory.getLong(source + 8 * i);
      Memory.putByte(target + i, (byte) ((eight * GATHER) >>> 56));
    }
    int last = 0;
    for (long i = whole * 8; i < count; i++) {
      last |= Memory.getByte(source + i) << (i % 8);
    }
    if (count % 8 != 0) {
      Memory.putByte(target + whole, (byte) last);
    }
  }

  /** The number of bytes that are 0. */
  public static long zeros(long source, long count) {
    long ones = 0;
    long i = 0;
    for (; i + 8 <= count; i += 8) {
      ones += Long.bitCount(Memory.getLong(source + i));
    }
    for (; i < count; i++) {
      ones += Memory.getByte(source + i);
    }
    return count - ones;
  }
}
