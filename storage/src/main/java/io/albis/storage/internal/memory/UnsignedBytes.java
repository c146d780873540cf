// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The order of bytes as unsigned numbers, compared 8 at a time. Unchecked: the caller guarantees
 * that the bytes are accessible.
 */
public final class UnsignedBytes {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private UnsignedBytes() {}

  /** Compares unsigned bytes lexicographically; a prefix is less than the longer value. */
  public static int compare(long address, int length, byte[] array) {
    int common = Math.min(length, array.length);
    int i = 0;
    for (; i + Long.BYTES <= common; i += Long.BYTES) {
      long left = Memory.getLong(address + i);
      long right = (long) LONGS.get(array, i);
      if (left != right) {
        return Long.compareUnsigned(Long.reverseBytes(left), Long.reverseBytes(right));
      }
    }
    for (; i < common; i++) {
      int order = Byte.compareUnsigned(Memory.getByte(address + i), array[i]);
      if (order != 0) {
        return order;
      }
    }
    return length - array.length;
  }

  /** Compares unsigned bytes lexicographically; a prefix is less than the longer value. */
  public static int compare(long left, int leftLength, long right, int rightLength) {
    int common = Math.min(leftLength, rightLength);
    int i = 0;
    for (; i + Long.BYTES <= common; i += Long.BYTES) {
      long a = Memory.getLong(left + i);
      long b = Memory.getLong(right + i);
      if (a != b) {
        return Long.compareUnsigned(Long.reverseBytes(a), Long.reverseBytes(b));
      }
    }
    for (; i < common; i++) {
      int order = Byte.compareUnsigned(Memory.getByte(left + i), Memory.getByte(right + i));
      if (order != 0) {
        return order;
      }
    }
    return leftLength - rightLength;
  }
}
