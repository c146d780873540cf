// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

/**
 * Moves values that lie together to their slots, in the same array, from the last one on. What is
 * left in the slots of nulls has no meaning.
 */
final class Slots {

  private Slots() {}

  static void spread(boolean[] values, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots - 1; next <= slot; slot--) {
      if (!nulls[slot]) {
        values[slot] = values[--next];
      }
    }
  }

  static void spread(short[] values, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots - 1; next <= slot; slot--) {
      if (!nulls[slot]) {
        values[slot] = values[--next];
      }
    }
  }

  static void spread(int[] values, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots - 1; next <= slot; slot--) {
      if (!nulls[slot]) {
        values[slot] = values[--next];
      }
    }
  }

  static void spread(long[] values, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots - 1; next <= slot; slot--) {
      if (!nulls[slot]) {
        values[slot] = values[--next];
      }
    }
  }

  static void spread(float[] values, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots - 1; next <= slot; slot--) {
      if (!nulls[slot]) {
        values[slot] = values[--next];
      }
    }
  }

  static void spread(double[] values, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots - 1; next <= slot; slot--) {
      if (!nulls[slot]) {
        values[slot] = values[--next];
      }
    }
  }

  /** As the others, for values of some bytes each. */
  static void spread(byte[] values, int width, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots - 1; next <= slot; slot--) {
      if (!nulls[slot]) {
        next--;
        System.arraycopy(values, next * width, values, slot * width, width);
      }
    }
  }

  /** Repeats the offsets of nulls, which are empty. */
  static void spreadOffsets(int[] offsets, int count, boolean[] nulls, int slots) {
    int next = count;
    for (int slot = slots; next < slot; slot--) {
      offsets[slot] = offsets[next];
      if (!nulls[slot - 1]) {
        next--;
      }
    }
  }
}
