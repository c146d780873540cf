// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.util.Arrays;

/** Which rows of a block are not null. */
final class Validity {

  private static final int BITS = Long.SIZE;

  /** Whether some rows are null. Otherwise nothing else is defined. */
  boolean hasNulls;

  /** A bit for each row, set if it is not null; those after the last row are not set. */
  private final long[] bits = new long[BatchBlock.ROWS / BITS];

  /** For each row, all bits are set if it is not null, otherwise none. Created when needed. */
  private long[] masks = {};

  private boolean hasMasks;

  /** Takes the rows of a vector. */
  void load(ColumnVector vector, BatchBlock block) {
    hasMasks = false;
    hasNulls = vector.hasNulls();
    if (!hasNulls) {
      return;
    }
    long base = vector.nullBitAddress();
    long step = vector.nullBitStep();
    // All bits are flipped if a bit that is set says that the row is null.
    long flip = -vector.nullBitValue();
    boolean isContiguous = block.selection == null && step == 1;
    int valid = 0;
    for (int word = 0, first = 0; first < block.count; word++, first += BITS) {
      int rows = Math.min(BITS, block.count - first);
      long stored =
          isContiguous && rows == BITS
              ? Memory.getBits(base + block.from + first)
              : gathered(base, step, block, first, rows);
      long found = (stored ^ flip) & -1L >>> BITS - rows;
      bits[word] = found;
      valid += Long.bitCount(found);
    }
    hasNulls = valid < block.count;
  }

  private static long gathered(long base, long step, BatchBlock block, int first, int rows) {
    long found = 0;
    for (int i = 0; i < rows; i++) {
      long bit = base + block.row(first + i) * step;
      found |= (long) Memory.getBit(bit) << i;
    }
    return found;
  }

  /** Takes the rows that are in both. */
  void and(Validity left, Validity right, int count) {
    hasMasks = false;
    hasNulls = left.hasNulls || right.hasNulls;
    if (!hasNulls) {
      return;
    }
    long[] a = left.hasNulls ? left.bits : right.bits;
    long[] b = right.hasNulls ? right.bits : left.bits;
    for (int word = 0; word * BITS < count; word++) {
      bits[word] = a[word] & b[word];
    }
  }

  /** Takes the rows that are in one of both. */
  void or(Validity left, Validity right, int count) {
    hasMasks = false;
    hasNulls = left.hasNulls && right.hasNulls;
    for (int word = 0; hasNulls && word * BITS < count; word++) {
      bits[word] = left.bits[word] | right.bits[word];
    }
  }

  /** Leaves those rows whose bits are set. */
  void and(long[] others, int count) {
    hasMasks = false;
    for (int word = 0, first = 0; first < count; word++, first += BITS) {
      long valid = hasNulls ? bits[word] : -1L >>> BITS - Math.min(BITS, count - first);
      bits[word] = valid & others[word];
    }
    hasNulls = true;
  }

  /**
   * Takes the rows of one where a condition is true, and those of another one where it is not.
   *
   * @param otherwise null for no rows
   */
  void choose(Condition condition, Validity chosen, Validity otherwise, int count) {
    hasMasks = false;
    hasNulls =
        chosen.hasNulls || (otherwise == null ? condition.trueCount < count : otherwise.hasNulls);
    if (!hasNulls) {
      return;
    }
    for (int word = 0, first = 0; first < count; word++, first += BITS) {
      long all = -1L >>> BITS - Math.min(BITS, count - first);
      long isTrue = condition.bits[word];
      long whenTrue = chosen.hasNulls ? chosen.bits[word] : all;
      long whenFalse = 0;
      if (otherwise != null) {
        whenFalse = otherwise.hasNulls ? otherwise.bits[word] : all;
      }
      bits[word] = isTrue & whenTrue | ~isTrue & whenFalse;
    }
  }

  /** Whether a row is not null. */
  boolean isValid(int index) {
    return !hasNulls || (bits[index >>> 6] >>> index & 1) != 0;
  }

  /** A bit for each of up to 64 rows from a multiple of 64 on, set if it is null; some rows are. */
  long nulls(int first, int count) {
    return ~bits[first / BITS] & -1L >>> BITS - Math.min(BITS, count - first);
  }

  /** The number of rows that are not null. */
  int count(int rows) {
    if (!hasNulls) {
      return rows;
    }
    int valid = 0;
    for (int word = 0; word * BITS < rows; word++) {
      valid += Long.bitCount(bits[word]);
    }
    return valid;
  }

  /** A mask for each row, if some are null: -1 if it is not, 0 if it is. */
  long[] masks(int count) {
    if (!hasMasks) {
      hasMasks = true;
      masks = masks.length == 0 ? new long[BatchBlock.ROWS] : masks;
      for (int word = 0, first = 0; first < count; word++, first += BITS) {
        expand(bits[word], first);
      }
    }
    return masks;
  }

  private void expand(long word, int first) {
    if (word == -1) {
      Arrays.fill(masks, first, first + BITS, -1);
      return;
    }
    for (int i = 0; i < BITS; i++) {
      masks[first + i] = -(word >>> i & 1);
    }
  }
}
