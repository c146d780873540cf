// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;

/** Code points of off-heap UTF-8. Unchecked: the caller guarantees accessible bytes. */
final class OffHeapUtf8 {

  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private OffHeapUtf8() {}

  /** Whether each byte is a code point. */
  static boolean isAscii(long address, int length) {
    long end = address + length;
    long at = address;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      if ((Memory.getLong(at) & HIGH_BITS) != 0) {
        return false;
      }
    }
    for (; at < end; at++) {
      if (Memory.getByte(at) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a decoder would replace nothing. */
  static boolean isValid(long address, int length) {
    long end = address + length;
    long at = address;
    while (at < end) {
      int size = size(at);
      if (size > 1 && !isValid(at, size, end)) {
        return false;
      }
      at += size;
    }
    return true;
  }

  private static boolean isValid(long at, int size, long end) {
    int first = Memory.getByte(at) & 0xff;
    if (first < 0xc2 || first > 0xf4 || end - at < size) {
      return false;
    }
    // Neither longer than needed, nor surrogates, nor above the last code point.
    int second = Memory.getByte(at + 1) & 0xff;
    int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int greatest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > greatest) {
      return false;
    }
    for (int i = 2; i < size; i++) {
      if (isStart(at + i)) {
        return false;
      }
    }
    return true;
  }

  /** The number of bytes of the code point that starts here. */
  static int size(long address) {
    int first = Memory.getByte(address);
    if (first >= 0) {
      return 1;
    }
    return (first & 0xff) < 0xe0 ? 2 : (first & 0xff) < 0xf0 ? 3 : 4;
  }

  /** Whether a code point starts here. */
  static boolean isStart(long address) {
    return (Memory.getByte(address) & 0xc0) != 0x80;
  }
}
