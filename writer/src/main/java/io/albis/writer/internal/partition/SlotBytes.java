// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.partition;

import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.flat.FlatRows;

/** Reads values of any length into an array that is used again. */
final class SlotBytes {

  private final FlatRows rows;
  private final int leaf;
  private final boolean isVariable;
  private byte[] array = new byte[64];

  SlotBytes(FlatRows rows, int leaf) {
    this.rows = rows;
    this.leaf = leaf;
    this.isVariable = rows.leaf(leaf).isVariable();
  }

  /** Reads the value of a slot, and returns its length. */
  int read(long slot) {
    int length = isVariable ? Memory.getInt(slot + Integer.BYTES) : rows.leaf(leaf).width();
    long address = isVariable ? rows.area(leaf).base() + Memory.getInt(slot) : slot;
    if (length > array.length) {
      array = new byte[Math.max(length, 2 * array.length)];
    }
    Memory.copyToArray(address, array, 0, length);
    return length;
  }

  byte[] array() {
    return array;
  }

  /**
   * Turns a number, the least significant byte first, into the shortest one with the most
   * significant byte first.
   *
   * @return where it starts
   */
  int reverse(int length) {
    for (int i = 0; i < length / 2; i++) {
      byte low = array[i];
      array[i] = array[length - 1 - i];
      array[length - 1 - i] = low;
    }
    int from = 0;
    while (from < length - 1 && array[from] == array[from + 1] >> 7) {
      from++;
    }
    return from;
  }
}
