// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.storage.internal.backend.InvalidSettingException;

/**
 * A pseudorandom sample. Each row group has a number from 0 to 1 that depends only on the seed and
 * the number of the row group, and so has each row by its index in the row group; those in a range
 * are in the sample.
 *
 * @param from least number
 * @param to end of the range, exclusive
 * @param seed of the numbers
 */
public record SampleRange(double from, double to, long seed) {

  private static final double UNIT = 0x1p-53;

  private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is not inside of 0 to 1
   */
  public SampleRange {
    if (!(from >= 0 && from <= to && to <= 1)) {
      throw new InvalidSettingException(
          "Invalid sample: " + from + " to " + to + " (expected a range inside of 0 to 1)");
    }
  }

  /** Whether a row group is in the sample. */
  boolean has(long rowGroup) {
    return isInside(bits(rowGroup));
  }

  /**
   * Narrows a selection of rows to those in the sample.
   *
   * @param rowGroup number of their row group
   * @param firstRow index in the row group of row 0
   * @param in rows, ascending; null for the rows from 0
   * @param count number of rows
   * @param out receives the rows in the sample, ascending; may be the same array as {@code in}
   * @return number of rows in the sample
   */
  public int select(long rowGroup, long firstRow, int[] in, int count, int[] out) {
    long numbers = bits(rowGroup) + firstRow * GAMMA;
    int selected = 0;
    for (int i = 0; i < count; i++) {
      int row = in == null ? i : in[i];
      if (isInside(mixed(numbers + row * GAMMA))) {
        out[selected++] = row;
      }
    }
    return selected;
  }

  private boolean isInside(long bits) {
    double number = (bits >>> 11) * UNIT;
    return number >= from && number < to;
  }

  /** SplitMix64: every bit of the seed and of the number affects every bit of the result. */
  private long bits(long number) {
    return mixed(mixed(seed + GAMMA) + number * GAMMA);
  }

  private static long mixed(long value) {
    long z = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }
}
