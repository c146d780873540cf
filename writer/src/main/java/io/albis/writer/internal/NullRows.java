// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import io.albis.storage.memory.Memory;

/** Which rows of a chunk have no value in a column. Found once, for all who want to know. */
final class NullRows {

  private final int[] rows = new int[FlatRows.CHUNK];
  private int count;
  private final long[] validity = new long[FlatRows.CHUNK / Long.SIZE];
  private int total;

  /**
   * Finds them.
   *
   * @param firstFlag address of the flags: a byte for each row, 1 where it has a value. Memory is
   *     readable up to a multiple of 64
   * @param rowCount at most a chunk
   */
  void find(long firstFlag, int rowCount) {
    total = rowCount;
    count = 0;
    for (int first = 0; first < rowCount; first += Long.SIZE) {
      // Behind the last row there may be one that is being set.
      int rest = rowCount - first;
      long inside = rest < Long.SIZE ? (1L << rest) - 1 : -1;
      long word = Bits.word(firstFlag + first) & inside;
      validity[first / Long.SIZE] = word;
      long absent = ~word & inside;
      for (; absent != 0; absent &= absent - 1) {
        rows[count++] = first + Long.numberOfTrailingZeros(absent);
      }
    }
  }

  /** Writes a bitmap of the rows with values; whole words of 64 rows, unused bits are 0. */
  void putValidity(long target) {
    for (int first = 0; first < total; first += Long.SIZE) {
      Memory.putLong(target + first / 8, validity[first / Long.SIZE]);
    }
  }

  /** How many have no value. */
  int count() {
    return count;
  }

  /** How many rows there are in all. */
  int total() {
    return total;
  }

  /** The k-th row without a value. */
  int row(int k) {
    return rows[k];
  }

  boolean isNull(int row) {
    return (validity[row / Long.SIZE] & 1L << (row % Long.SIZE)) == 0;
  }

  /** The first row that has a value; there must be one. */
  int firstValue() {
    int row = 0;
    while (row < count && rows[row] == row) {
      row++;
    }
    return row;
  }

  /** Sets the slots of rows without a value to zero. */
  void zero(long slot, long step, int width) {
    switch (width) {
      case 1 -> {
        for (int k = 0; k < count; k++) {
          Memory.putByte(slot + rows[k] * step, (byte) 0);
        }
      }
      case 4 -> {
        for (int k = 0; k < count; k++) {
          Memory.putInt(slot + rows[k] * step, 0);
        }
      }
      case 8 -> {
        for (int k = 0; k < count; k++) {
          Memory.putLong(slot + rows[k] * step, 0);
        }
      }
      default -> {
        for (int k = 0; k < count; k++) {
          Memory.setZero(slot + rows[k] * step, width);
        }
      }
    }
  }
}
