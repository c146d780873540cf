// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.partition;

import java.util.Arrays;

/** Numbers different longs from 0, in the order in which they are first asked for. */
final class LongCodes {

  private static final int INITIAL = 64;

  private long[] values = new long[INITIAL / 2];

  /** By hash: a number plus 1; 0 where there is none. */
  private int[] table = new int[INITIAL];

  private int size;

  /** The number of a value. */
  int codeOf(long value) {
    int mask = table.length - 1;
    int slot = hash(value) & mask;
    while (table[slot] != 0) {
      int code = table[slot] - 1;
      if (values[code] == value) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    if (size == values.length) {
      grow();
      return codeOf(value);
    }
    values[size] = value;
    table[slot] = ++size;
    return size - 1;
  }

  private static int hash(long value) {
    long mixed = value * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 32);
  }

  private void grow() {
    values = Arrays.copyOf(values, 2 * values.length);
    table = new int[2 * table.length];
    int mask = table.length - 1;
    for (int code = 0; code < size; code++) {
      int slot = hash(values[code]) & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = code + 1;
    }
  }

  long value(int code) {
    return values[code];
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
    Arrays.fill(table, 0);
  }
}
