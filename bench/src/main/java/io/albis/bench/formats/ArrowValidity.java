// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ValueVector;

/** ArrowValidity bits of an Arrow vector; a null array means that no value is null. */
final class ArrowValidity {

  private ArrowValidity() {}

  /**
   * Returns the bits of the first rows.
   *
   * @param around bits of the enclosing structs; null if all are set
   * @return with no bits after the last row; null if all are set
   */
  static long[] of(ValueVector vector, int rows, long[] around) {
    if (vector.getNullCount() == 0) {
      return around;
    }
    ArrowBuf bits = vector.getValidityBuffer();
    long[] words = new long[(rows + 63) / 64];
    int whole = rows / 64;
    for (int i = 0; i < whole; i++) {
      words[i] = bits.getLong(i * 8L);
    }
    for (int row = whole * 64; row < rows; row += 8) {
      words[whole] |= (bits.getByte(row / 8L) & 0xFFL) << (row & 63);
    }
    if (whole < words.length) {
      words[whole] &= (1L << (rows & 63)) - 1;
    }
    for (int i = 0; around != null && i < words.length; i++) {
      words[i] &= around[i];
    }
    return words;
  }

  /**
   * Returns which elements belong to non-null lists: a file may contain other elements before and
   * between them.
   *
   * @param valid bits of the lists; null if all are set
   * @return the bits of the elements up to the end of the last list; null if all are set
   */
  static long[] elements(ValueVector lists, int rows, long[] valid) {
    ArrowBuf offsets = lists.getOffsetBuffer();
    int end = offsets.getInt(rows * 4L);
    long count = 0;
    for (int row = 0; row < rows; row++) {
      if (isSet(valid, row)) {
        count += offsets.getInt((row + 1) * 4L) - offsets.getInt(row * 4L);
      }
    }
    if (count == end) {
      return null;
    }
    BitSet elements = new BitSet(end);
    for (int row = 0; row < rows; row++) {
      if (isSet(valid, row)) {
        elements.set(offsets.getInt(row * 4L), offsets.getInt((row + 1) * 4L));
      }
    }
    return Arrays.copyOf(elements.toLongArray(), (end + 63) / 64);
  }

  /** Whether a row is not null. */
  static boolean isSet(long[] valid, int row) {
    return valid == null || (valid[row >> 6] >>> row & 1) != 0;
  }

  /** Returns the number of non-null values in the first rows. */
  static int count(long[] valid, int rows) {
    if (valid == null) {
      return rows;
    }
    int count = 0;
    for (long word : valid) {
      count += Long.bitCount(word);
    }
    return count;
  }
}
