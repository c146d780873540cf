// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/**
 * Writes decimals with a precision of more than 18 into rows, with 16 bytes outside of the slot
 * each, or into arrays, with as many words as it needs. Nulls have a place in rows, for updates.
 */
final class DecimalRowColumn extends RowColumn {

  private static final int WIDTH = WideDecimals.WIDTH;

  private final boolean isInRow;

  private DecimalRowColumn(boolean isInRow, int node, int ordinal, int columns) {
    super(node, ordinal, columns);
    this.isInRow = isInRow;
  }

  static DecimalRowColumn ofRows(int node, int ordinal, int columns) {
    return new DecimalRowColumn(true, node, ordinal, columns);
  }

  /** For {@link VariableElements}. */
  static DecimalRowColumn ofElements(int node) {
    return new DecimalRowColumn(false, node, 0, 1);
  }

  @Override
  boolean isVariable() {
    return true;
  }

  private long address(int row) {
    return values() + (long) row * WIDTH;
  }

  private int placeBytes(int row) {
    if (isInRow) {
      return WIDTH;
    }
    boolean isNull = hasNulls() && isNull(row);
    return isNull ? 0 : WideDecimals.length(address(row)) > Long.BYTES ? WIDTH : Long.BYTES;
  }

  @Override
  void addSizes(int from, int count, int[] sizes) {
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.addExact(sizes[i], placeBytes(from + i));
    }
  }

  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    for (int i = 0; i < count; i++) {
      int target = ends[i];
      int bytes = placeBytes(from + i);
      int length = WideDecimals.length(address(from + i));
      if (!hasNulls() || !isNull(from + i)) {
        WideDecimals.write(address(from + i), length, rows, target, bytes == WIDTH);
      } else if (isInRow) {
        Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) target, 0);
        Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) target + Long.BYTES, 0);
      }
      Platform.putLong(rows, starts[i] + slot, (long) (target - starts[i]) << 32 | length);
      ends[i] = target + bytes;
    }
  }

  @Override
  void writeNull(byte[] rows, int start) {
    Platform.putInt(rows, start + slot, 0);
  }
}
