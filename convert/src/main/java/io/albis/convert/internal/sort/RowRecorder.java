// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.convert.internal.batch.BatchColumnValues;

/** Keeps values as bytes, from which {@link RowPlayer} writes them again. */
final class RowRecorder {

  static final byte NULL = 0;
  static final byte VALUE = 1;

  private RowRecorder() {}

  /** Appends a value. */
  static void append(BatchColumnValues column, int index, RowBytes row) {
    if (column.isNullAt(index)) {
      row.putByte(NULL);
      return;
    }
    row.putByte(VALUE);
    switch (column.type().physicalType()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL32, DECIMAL64 ->
          row.putNumber(column.number(index), column.type().fixedWidth());
      case DECIMAL128 -> {
        row.putBigEndian(column.high(index));
        row.putBigEndian(column.low(index));
      }
      case STRING, BINARY -> {
        row.putInt(column.byteLength(index));
        appendBytes(column, index, row);
      }
      case FIXED_BINARY, UUID -> appendBytes(column, index, row);
      case STRUCT -> {
        for (BatchColumnValues field : column.children()) {
          append(field, index, row);
        }
      }
      case LIST, MAP -> {
        int end = column.end(index);
        row.putInt(end - column.start(index));
        for (int i = column.start(index); i < end; i++) {
          for (BatchColumnValues child : column.children()) {
            append(child, i, row);
          }
        }
      }
    }
  }

  /** Appends the bytes of a value without their number. */
  static void appendBytes(BatchColumnValues column, int index, RowBytes target) {
    int at = target.extend(column.byteLength(index));
    column.copyBytes(index, target.array(), at);
  }
}
