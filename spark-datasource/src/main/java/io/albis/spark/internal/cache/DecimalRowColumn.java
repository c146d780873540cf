// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/** Writes decimals with a precision of more than 18 into rows: 16 bytes outside of the slot. */
final class DecimalRowColumn extends RowColumn {

  private static final int WIDTH = WideDecimals.WIDTH;

  DecimalRowColumn(int node, int ordinal, int columns) {
    super(node, ordinal, columns);
  }

  @Override
  boolean isVariable() {
    return true;
  }

  @Override
  void addSizes(int from, int count, int[] sizes) {
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.addExact(sizes[i], WIDTH);
    }
  }

  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    for (int i = 0; i < count; i++) {
      long source = values() + (from + (long) i) * WIDTH;
      int target = ends[i];
      int length = WideDecimals.length(source);
      if (hasNulls() && isNull(from + i)) {
        Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) target, 0);
        Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) target + Long.BYTES, 0);
      } else {
        WideDecimals.write(source, length, rows, target, true);
      }
      Platform.putLong(rows, starts[i] + slot, (long) (target - starts[i]) << 32 | length);
      ends[i] = target + WIDTH;
    }
  }

  /** Spark keeps the place of a null, for updates. */
  @Override
  void writeNull(byte[] rows, int start) {
    Platform.putInt(rows, start + slot, 0);
  }
}
