// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

/**
 * A sample of row groups. Each row group has a pseudorandom number from 0 to 1 that depends only on
 * the seed and the number of the row group; those in a range are in the sample.
 *
 * @param from least number
 * @param to end of the range, exclusive
 * @param seed of the numbers
 */
public record RowGroupSample(double from, double to, long seed) {

  private static final double UNIT = 0x1p-53;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is not inside of 0 to 1
   */
  public RowGroupSample {
    if (!(from >= 0 && from <= to && to <= 1)) {
      throw new IllegalArgumentException(
          "Invalid sample: " + from + " to " + to + " (expected a range inside of 0 to 1)");
    }
  }

  /** Whether a row group is in the sample. */
  boolean has(long rowGroup) {
    // SplitMix64: every bit of the seed and of the number affects every bit of the result.
    long bits = mixed(mixed(seed + 0x9E37_79B9_7F4A_7C15L) + rowGroup * 0x9E37_79B9_7F4A_7C15L);
    double number = (bits >>> 11) * UNIT;
    return number >= from && number < to;
  }

  private static long mixed(long value) {
    long z = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }
}
