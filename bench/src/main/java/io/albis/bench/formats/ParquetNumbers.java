// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * The numbers of values that are neither integers nor floating point; see {@link
 * io.albis.bench.scan.Totals}.
 */
enum ParquetNumbers {
  BOOLEAN,
  TEXT,
  DECIMAL;

  static ParquetNumbers of(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> BOOLEAN;
      case BINARY, FIXED_LEN_BYTE_ARRAY ->
          type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation ? DECIMAL : TEXT;
      default -> throw new UnsupportedOperationException("Cannot sum values of " + type);
    };
  }

  long of(ColumnReader column) {
    return this == BOOLEAN ? (column.getBoolean() ? 1 : 0) : number(column.getBinary());
  }

  long of(Group group, int field, int index) {
    return this == BOOLEAN
        ? (group.getBoolean(field, index) ? 1 : 0)
        : number(group.getBinary(field, index));
  }

  private long number(Binary binary) {
    ByteBuffer bytes = binary.toByteBuffer();
    int first = bytes.position();
    int end = bytes.limit();
    if (this == DECIMAL) {
      long low = end > first ? bytes.get(first) : 0;
      for (int i = first + 1; i < end; i++) {
        low = low << 8 | bytes.get(i) & 0xff;
      }
      return low;
    }
    return end == first
        ? 0
        : end - first + (bytes.get(first) & 0xffL) + (bytes.get(end - 1) & 0xffL);
  }
}
