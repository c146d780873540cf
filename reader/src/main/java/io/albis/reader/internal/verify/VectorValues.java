// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.type.PlainValues;

/** Values of vectors in plain encoding. */
final class VectorValues {

  private VectorValues() {}

  /** The value of a row, null for null. */
  static byte[] plain(ColumnVector vector, int row) {
    if (vector.isNullAt(row)) {
      return null;
    }
    Type type = vector.type();
    return switch (type.physicalType()) {
      case BOOLEAN -> PlainEncoding.ofLong(vector.getBoolean(row) ? 1 : 0, 1);
      case INT8 -> PlainEncoding.ofLong(vector.getByte(row), 1);
      case INT16 -> PlainEncoding.ofLong(vector.getShort(row), 2);
      case INT32 -> PlainEncoding.ofLong(vector.getInt(row), 4);
      case INT64 -> PlainEncoding.ofLong(vector.getLong(row), 8);
      case FLOAT -> PlainEncoding.ofLong(Float.floatToRawIntBits(vector.getFloat(row)), 4);
      case DOUBLE -> PlainEncoding.ofLong(Double.doubleToRawLongBits(vector.getDouble(row)), 8);
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          PlainEncoding.ofDecimal(type, vector.getDecimal(row).unscaledValue());
      case UUID -> PlainValues.bytes(vector.getUuid(row));
      case STRING, BINARY, FIXED_BINARY -> vector.getBytes(row, new BytesView()).toByteArray();
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("Not a value: " + type);
    };
  }
}
