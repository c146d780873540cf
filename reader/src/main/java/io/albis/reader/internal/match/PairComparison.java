// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.UnsignedBytes;

/** A comparison of the values of two columns in the same rows. */
public enum PairComparison {
  /** The left value is less. */
  LESS,
  /** The left value is less, or both are equal. */
  LESS_OR_EQUAL,
  /** Both are equal. */
  EQUAL,
  /** They differ. */
  NOT_EQUAL;

  /** Whether it is true for two values, given the result of comparing them. */
  private boolean isTrue(int order) {
    return switch (this) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
    };
  }

  /**
   * Compares integers of 8 bytes, or floats by {@link DoubleKeys}.
   *
   * @param hits receives 1 where it is true, otherwise 0
   */
  public void match(long[] left, long[] right, int count, long[] hits) {
    switch (this) {
      case LESS -> {
        for (int i = 0; i < count; i++) {
          hits[i] = left[i] < right[i] ? 1 : 0;
        }
      }
      case LESS_OR_EQUAL -> {
        for (int i = 0; i < count; i++) {
          hits[i] = left[i] <= right[i] ? 1 : 0;
        }
      }
      case EQUAL -> {
        for (int i = 0; i < count; i++) {
          hits[i] = left[i] == right[i] ? 1 : 0;
        }
      }
      case NOT_EQUAL -> {
        for (int i = 0; i < count; i++) {
          hits[i] = left[i] != right[i] ? 1 : 0;
        }
      }
    }
  }

  /**
   * Compares integers of 16 bytes in place.
   *
   * @param left addresses, the lowest byte first
   * @param hits receives 1 where it is true, otherwise 0
   */
  public void matchWides(long[] left, long[] right, int count, long[] hits) {
    for (int i = 0; i < count; i++) {
      int order =
          Wide.compare(
              Memory.getLong(left[i] + Long.BYTES),
              Memory.getLong(left[i]),
              Memory.getLong(right[i] + Long.BYTES),
              Memory.getLong(right[i]));
      hits[i] = isTrue(order) ? 1 : 0;
    }
  }

  /**
   * Compares strings and binaries in place, by unsigned bytes.
   *
   * @param left addresses
   * @param hits receives 1 where it is true, otherwise 0
   */
  public void matchBytes(
      long[] left, int[] leftLengths, long[] right, int[] rightLengths, int count, long[] hits) {
    boolean isOrder = this == LESS || this == LESS_OR_EQUAL;
    for (int i = 0; i < count; i++) {
      // Values of different length are not equal: no byte is read.
      int order =
          isOrder || leftLengths[i] == rightLengths[i]
              ? UnsignedBytes.compare(left[i], leftLengths[i], right[i], rightLengths[i])
              : 1;
      hits[i] = isTrue(order) ? 1 : 0;
    }
  }
}
