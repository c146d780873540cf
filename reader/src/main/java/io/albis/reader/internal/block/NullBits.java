// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.block;

import io.albis.storage.internal.memory.Memory;

/** Bits off the heap that say which rows are null. */
public final class NullBits {

  private NullBits() {}

  /** Returns one bit, 0 or 1. */
  public static int get(long bit) {
    return Memory.getByte(bit >>> 3) >> (bit & 7) & 1;
  }

  /** Returns 64 bits, the first one as the lowest. */
  public static long word(long firstBit) {
    long address = firstBit >>> 3;
    int shift = (int) firstBit & 7;
    long low = Memory.getLong(address) >>> shift;
    return shift == 0
        ? low
        : low | (long) Memory.getByte(address + Long.BYTES) << Long.SIZE - shift;
  }
}
