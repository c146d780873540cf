// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds arrays in off-heap bytes, and hashes both equally, 8 bytes at a time. Unchecked: the caller
 * guarantees that the bytes are accessible.
 */
public final class OffHeapBytes {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long SECRET_0 = 0xa076_1d64_78bd_642fL;
  private static final long SECRET_1 = 0xe703_7ed1_a0b4_28dbL;

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = ONES << 7;

  private OffHeapBytes() {}

  private static long getLong(byte[] array, int index) {
    return (long) LONGS.get(array, index);
  }

  private static int getInt(byte[] array, int index) {
    return (int) INTS.get(array, index);
  }

  /** Whether {@code length} bytes are the same. */
  public static boolean isEqual(long address, byte[] array, int start, int length) {
    if (length >= Long.BYTES) {
      int last = length - Long.BYTES;
      for (int i = 0; i < last; i += Long.BYTES) {
        if (Memory.getLong(address + i) != getLong(array, start + i)) {
          return false;
        }
      }
      // May overlap the bytes that were compared before.
      return Memory.getLong(address + last) == getLong(array, start + last);
    }
    if (length >= Integer.BYTES) {
      int last = length - Integer.BYTES;
      return Memory.getInt(address) == getInt(array, start)
          && Memory.getInt(address + last) == getInt(array, start + last);
    }
    for (int i = 0; i < length; i++) {
      if (Memory.getByte(address + i) != array[start + i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether the bytes contain the array. */
  static boolean contains(long address, int length, byte[] array) {
    return indexOf(address, address + length, array) >= 0;
  }

  /**
   * Returns the address of the first occurrence of the array that ends at most at {@code limit}; -1
   * if there is none. Looks for its first and its last byte at 8 addresses at a time.
   */
  static long indexOf(long address, long limit, byte[] array) {
    if (array.length == 0) {
      return address;
    }
    int toLast = array.length - 1;
    long firsts = (array[0] & 0xff) * ONES;
    long lasts = (array[toLast] & 0xff) * ONES;
    long last = limit - array.length;
    long at = address;
    for (; at + Long.BYTES - 1 <= last; at += Long.BYTES) {
      long different = (Memory.getLong(at) ^ firsts) | (Memory.getLong(at + toLast) ^ lasts);
      // The high bit of each byte that is 0, and perhaps of bytes above one that is.
      long candidates = (different - ONES) & ~different & HIGH_BITS;
      for (; candidates != 0; candidates &= candidates - 1) {
        long candidate = at + (Long.numberOfTrailingZeros(candidates) >>> 3);
        if (isEqual(candidate, array, 0, array.length)) {
          return candidate;
        }
      }
    }
    for (; at <= last; at++) {
      if (Memory.getByte(at) == array[0] && isEqual(at, array, 0, array.length)) {
        return at;
      }
    }
    return -1;
  }

  private static long mix(long a, long b) {
    return Math.multiplyHigh(a, b) ^ a * b;
  }

  private static long finish(long seed, long a, long b, int length) {
    return mix(SECRET_1 ^ length, mix(a ^ SECRET_1, b ^ seed));
  }

  /** Returns a hash in the manner of wyhash, equal to that of an array with the same bytes. */
  public static long hash(long address, int length) {
    long seed = SECRET_0;
    if (length > 16) {
      for (int i = 0; i < length - 16; i += 16) {
        seed = mix(Memory.getLong(address + i) ^ SECRET_1, Memory.getLong(address + i + 8) ^ seed);
      }
      long end = address + length;
      return finish(seed, Memory.getLong(end - 16), Memory.getLong(end - 8), length);
    }
    if (length >= 8) {
      return finish(seed, Memory.getLong(address), Memory.getLong(address + length - 8), length);
    }
    if (length >= 4) {
      return finish(seed, Memory.getInt(address), Memory.getInt(address + length - 4), length);
    }
    long tail = 0;
    for (int i = 0; i < length; i++) {
      tail = tail << 8 | Memory.getByte(address + i) & 0xff;
    }
    return finish(seed, tail, 0, length);
  }

  /** The same hash of bytes of an array. */
  public static long hash(byte[] array, int start, int length) {
    long seed = SECRET_0;
    if (length > 16) {
      for (int i = start; i < start + length - 16; i += 16) {
        seed = mix(getLong(array, i) ^ SECRET_1, getLong(array, i + 8) ^ seed);
      }
      int end = start + length;
      return finish(seed, getLong(array, end - 16), getLong(array, end - 8), length);
    }
    if (length >= 8) {
      return finish(seed, getLong(array, start), getLong(array, start + length - 8), length);
    }
    if (length >= 4) {
      return finish(seed, getInt(array, start), getInt(array, start + length - 4), length);
    }
    long tail = 0;
    for (int i = 0; i < length; i++) {
      tail = tail << 8 | array[start + i] & 0xff;
    }
    return finish(seed, tail, 0, length);
  }
}
