// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/**
 * Writes decimals with a precision of more than 18 into rows: 16 bytes outside of the slot, of
 * which the first are those of the unscaled value, the highest first and no more than needed.
 */
final class DecimalRowColumn extends RowColumn {

  private static final int WIDTH = 16;

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
    long source = values() + (long) from * WIDTH;
    for (int i = 0; i < count; i++) {
      long low = Platform.getLong(null, source + (long) i * WIDTH);
      long high = Platform.getLong(null, source + (long) i * WIDTH + Long.BYTES);
      int length = length(high, low);
      int unused = (WIDTH - length) * Byte.SIZE;
      if (unused >= Long.SIZE) {
        high = low << unused - Long.SIZE;
        low = 0;
      } else if (unused > 0) {
        high = high << unused | low >>> Long.SIZE - unused;
        low <<= unused;
      }
      int target = ends[i];
      boolean isNull = hasNulls() && isNull(from + i);
      long at = Platform.BYTE_ARRAY_OFFSET + (long) target;
      Platform.putLong(rows, at, isNull ? 0 : Long.reverseBytes(high));
      Platform.putLong(rows, at + Long.BYTES, isNull ? 0 : Long.reverseBytes(low));
      Platform.putLong(rows, starts[i] + slot, (long) (target - starts[i]) << 32 | length);
      ends[i] = target + WIDTH;
    }
  }

  /** Bytes of the shortest two's complement of a number. */
  private static int length(long high, long low) {
    long sign = high >> Long.SIZE - 1;
    int leading = Long.numberOfLeadingZeros(high ^ sign);
    if (leading == Long.SIZE) {
      leading += Long.numberOfLeadingZeros(low ^ sign);
    }
    return (2 * Long.SIZE - leading) / Byte.SIZE + 1;
  }

  /** Spark keeps the place of a null, for updates. */
  @Override
  void writeNull(byte[] rows, int start) {
    Platform.putInt(rows, start + slot, 0);
  }
}
