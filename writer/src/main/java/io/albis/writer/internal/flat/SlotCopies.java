// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.storage.internal.memory.Memory;

/** Copies the slots of selected rows, which need not follow each other, to slots that do. */
final class SlotCopies {

  private SlotCopies() {}

  /**
   * Copies the slots of some rows.
   *
   * @param source address of the slot of row 0
   * @param target address of the first slot to fill
   * @param stride bytes of a slot
   * @param rows ascending
   * @param from index of the first of these to copy
   * @param count number of these
   */
  static void copy(long source, long target, int stride, int[] rows, int from, int count) {
    if (rows[from + count - 1] - rows[from] == count - 1) {
      Memory.copy(source + (long) rows[from] * stride, target, (long) count * stride);
      return;
    }
    switch (stride) {
      case 1 -> {
        for (int k = 0; k < count; k++) {
          Memory.putByte(target + k, Memory.getByte(source + rows[from + k]));
        }
      }
      case 4 -> {
        for (int k = 0; k < count; k++) {
          Memory.putInt(target + 4L * k, Memory.getInt(source + 4L * rows[from + k]));
        }
      }
      case 8 -> {
        for (int k = 0; k < count; k++) {
          Memory.putLong(target + 8L * k, Memory.getLong(source + 8L * rows[from + k]));
        }
      }
      default -> {
        for (int k = 0; k < count; k++) {
          Memory.copy(source + (long) rows[from + k] * stride, target + (long) k * stride, stride);
        }
      }
    }
  }
}
