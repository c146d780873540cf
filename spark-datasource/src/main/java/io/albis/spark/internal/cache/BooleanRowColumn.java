// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/** Writes booleans into rows: a byte of 0 or 1 each. */
final class BooleanRowColumn extends RowColumn {

  BooleanRowColumn(int node, int ordinal, int columns) {
    super(node, ordinal, columns);
  }

  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    long bits = values();
    for (int i = 0; i < count; i++) {
      int row = from + i;
      int bit = Platform.getByte(null, bits + (row >>> 3)) >>> (row & 7) & 1;
      Platform.putLong(rows, starts[i] + slot, bit);
    }
  }
}
