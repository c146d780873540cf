// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.input;

import io.albis.storage.internal.memory.Memory;

/** Which elements are null, if that was set. */
final class NullInput {

  private boolean[] array;
  private long bitAddress;
  private long step;
  private int nullBit;
  private int length = Integer.MAX_VALUE;

  void set(boolean[] nulls) {
    array = nulls;
    length = nulls.length;
  }

  void set(long newBitAddress, long newStep, int newNullBit, int count) {
    array = null;
    bitAddress = newBitAddress;
    step = newStep;
    nullBit = newNullBit;
    length = count;
  }

  void clear() {
    array = null;
    length = Integer.MAX_VALUE;
  }

  boolean isSet() {
    return length != Integer.MAX_VALUE;
  }

  /** The number of elements for which it is known; no limit if nothing was set. */
  int length() {
    return length;
  }

  boolean isNull(int index) {
    if (array != null) {
      return array[index];
    }
    long bit = bitAddress + index * step;
    return isSet() && Memory.getBit(bit) == nullBit;
  }

  /** Writes a byte for each element: 0 if it is null, otherwise 1. */
  void putFlags(int from, int count, long target) {
    if (!isSet()) {
      Memory.fill(target, count, (byte) 1);
    } else if (array != null) {
      boolean[] nulls = array;
      for (int i = 0; i < count; i++) {
        Memory.putByte(target + i, (byte) (nulls[from + i] ? 0 : 1));
      }
    } else if (step == 1) {
      putContiguous(bitAddress + from, count, target);
    } else {
      long bit = bitAddress + from * step;
      for (int i = 0; i < count; i++, bit += step) {
        int value = Memory.getBit(bit);
        Memory.putByte(target + i, (byte) (value == nullBit ? 0 : 1));
      }
    }
  }

  private void putContiguous(long first, int count, long target) {
    int flip = nullBit == 0 ? 0 : 1;
    int i = 0;
    for (; i < count && (first + i & 7) != 0; i++) {
      putOne(first + i, target + i, flip);
    }
    for (; i + 8 <= count; i += 8) {
      int bits = Memory.getByte(first + i >>> 3) ^ -flip;
      Memory.putLong(target + i, spread(bits & 0xff));
    }
    for (; i < count; i++) {
      putOne(first + i, target + i, flip);
    }
  }

  private static void putOne(long bit, long target, int flip) {
    Memory.putByte(target, (byte) (Memory.getBit(bit) ^ flip));
  }

  /** Spreads eight bits over the lowest bits of eight bytes, the lowest bit first. */
  static long spread(int bits) {
    long low = (bits & 0x7fL) * 0x0002040810204081L & 0x0001010101010101L;
    return low | (bits >>> 7 & 1L) << 56;
  }
}
