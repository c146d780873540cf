// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.memory.Bits;

/** The rows of a chunk that have no value in one column, found once for all consumers. */
public final class NullRows {

  private final int[] rows;
  private final long[] validity;
  private int count;
  private int total;

  /**
   * Creates an empty set.
   *
   * @param chunkRows the number of rows of a chunk, a multiple of 64
   */
  public NullRows(int chunkRows) {
    this.rows = new int[chunkRows];
    this.validity = new long[chunkRows / Long.SIZE];
  }

  /**
   * Finds the rows of a chunk that have no value.
   *
   * @param firstFlag address of the flags: one byte per row, 1 if the row has a value. The memory
   *     is readable up to the next multiple of 64 bytes
   * @param rowCount at most the rows of a chunk
   */
  public void find(long firstFlag, int rowCount) {
    total = rowCount;
    count = 0;
    for (int first = 0; first < rowCount; first += Long.SIZE) {
      // The row after the last one may already have values.
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
  public void putValidity(long target) {
    for (int first = 0; first < total; first += Long.SIZE) {
      Memory.putLong(target + first / 8, validity[first / Long.SIZE]);
    }
  }

  /** The number of rows without a value. */
  public int count() {
    return count;
  }

  /** The number of rows. */
  int total() {
    return total;
  }

  /** The k-th row without a value. */
  public int row(int k) {
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

  /** Zeroes the slots of rows without a value. */
  public void zero(long slot, long step, int width) {
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
