// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import org.apache.spark.unsafe.Platform;

/**
 * Writes values of up to eight bytes into rows. The rest of a slot is 0, but decimals are longs
 * there.
 */
final class FixedRowColumn extends RowColumn {

  private final int width;
  private final boolean isDecimal;

  FixedRowColumn(Type type, int node, int ordinal, int columns) {
    super(node, ordinal, columns);
    this.width = type.fixedWidth();
    this.isDecimal = type.physicalType() == PhysicalType.DECIMAL32;
  }

  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    long source = values() + (long) from * width;
    switch (width) {
      case Byte.BYTES -> {
        for (int i = 0; i < count; i++) {
          Platform.putLong(rows, starts[i] + slot, Platform.getByte(null, source + i) & 0xFFL);
        }
      }
      case Short.BYTES -> {
        for (int i = 0; i < count; i++) {
          long value = Platform.getShort(null, source + 2L * i) & 0xFFFFL;
          Platform.putLong(rows, starts[i] + slot, value);
        }
      }
      case Integer.BYTES -> {
        long mask = isDecimal ? -1 : 0xFFFF_FFFFL;
        for (int i = 0; i < count; i++) {
          Platform.putLong(rows, starts[i] + slot, Platform.getInt(null, source + 4L * i) & mask);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          Platform.putLong(rows, starts[i] + slot, Platform.getLong(null, source + 8L * i));
        }
      }
    }
  }
}
