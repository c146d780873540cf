// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.partition;

import java.util.Arrays;

/** Numbers different byte strings from 0, in the order in which they are first asked for. */
final class BytesCodes {

  private static final int INITIAL = 64;

  private byte[][] values = new byte[INITIAL / 2][];
  private int[] hashes = new int[INITIAL / 2];

  /** By hash: a number plus 1; 0 where there is none. */
  private int[] table = new int[INITIAL];

  private int size;

  /** The number of the first bytes of an array, which are copied if they are new. */
  int codeOf(byte[] bytes, int length) {
    int hash = hash(bytes, length);
    int mask = table.length - 1;
    int slot = hash & mask;
    while (table[slot] != 0) {
      int code = table[slot] - 1;
      byte[] known = values[code];
      if (hashes[code] == hash && Arrays.equals(known, 0, known.length, bytes, 0, length)) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    if (size == values.length) {
      grow();
      return codeOf(bytes, length);
    }
    values[size] = Arrays.copyOf(bytes, length);
    hashes[size] = hash;
    table[slot] = ++size;
    return size - 1;
  }

  private static int hash(byte[] bytes, int length) {
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + bytes[i];
    }
    hash *= 0x9e3779b9;
    return hash ^ hash >>> 16;
  }

  private void grow() {
    values = Arrays.copyOf(values, 2 * values.length);
    hashes = Arrays.copyOf(hashes, values.length);
    table = new int[2 * table.length];
    int mask = table.length - 1;
    for (int code = 0; code < size; code++) {
      int slot = hashes[code] & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = code + 1;
    }
  }

  /** A value; the caller must not change it. */
  byte[] value(int code) {
    return values[code];
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
    Arrays.fill(values, null);
    Arrays.fill(table, 0);
  }
}
