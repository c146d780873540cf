// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.storage.internal.memory.UnsignedBytes;
import org.apache.spark.sql.catalyst.util.CollationFactory;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The least and the greatest string of a column. Strings are compared by their first eight bytes,
 * and by all only where these are equal.
 */
final class StringBounds {

  private final BytesBuilder column;
  private int least = -1;
  private int greatest = -1;

  private StringBounds(BytesBuilder column) {
    this.column = column;
  }

  /**
   * Finds the bounds in the order of a collation.
   *
   * @param target gets both; unchanged if all are null
   */
  static void find(BytesBuilder column, int collationId, Object[] target, int at) {
    StringBounds bounds = new StringBounds(column);
    if (collationId == CollationFactory.UTF8_BINARY_COLLATION_ID) {
      bounds.findBinary();
    } else {
      bounds.findCollated(collationId);
    }
    if (bounds.least >= 0) {
      target[at] = bounds.copy(bounds.least);
      target[at + 1] = bounds.copy(bounds.greatest);
    }
  }

  private UTF8String copy(int row) {
    byte[] bytes = new byte[column.length(row)];
    Platform.copyMemory(null, column.address(row), bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
    return UTF8String.fromBytes(bytes);
  }

  private void findBinary() {
    int rows = column.rowCount();
    long leastPrefix = 0;
    long greatestPrefix = 0;
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row)) {
        continue;
      }
      long prefix = prefix(row);
      if (least < 0) {
        least = row;
        greatest = row;
        leastPrefix = prefix;
        greatestPrefix = prefix;
        continue;
      }
      if (prefix < leastPrefix || prefix == leastPrefix && compare(row, least) < 0) {
        least = row;
        leastPrefix = prefix;
      }
      if (prefix > greatestPrefix || prefix == greatestPrefix && compare(row, greatest) > 0) {
        greatest = row;
        greatestPrefix = prefix;
      }
    }
  }

  /** The first bytes as a number that has their order. */
  private long prefix(int row) {
    long address = column.address(row);
    int length = column.length(row);
    long bytes = 0;
    if (length >= Long.BYTES) {
      bytes = Long.reverseBytes(Platform.getLong(null, address));
    } else {
      for (int i = 0; i < length; i++) {
        bytes |= (Platform.getByte(null, address + i) & 0xFFL) << (56 - 8 * i);
      }
    }
    return bytes ^ Long.MIN_VALUE;
  }

  private int compare(int row, int other) {
    return UnsignedBytes.compare(
        column.address(row), column.length(row), column.address(other), column.length(other));
  }

  private void findCollated(int collationId) {
    int rows = column.rowCount();
    UTF8String leastString = null;
    UTF8String greatestString = null;
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row)) {
        continue;
      }
      UTF8String string = UTF8String.fromAddress(null, column.address(row), column.length(row));
      if (leastString == null || string.semanticCompare(leastString, collationId) < 0) {
        leastString = string;
        least = row;
      }
      if (greatestString == null || string.semanticCompare(greatestString, collationId) > 0) {
        greatestString = string;
        greatest = row;
      }
    }
  }
}
