// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.util.UUID;

/** Sets values of fields that an input does not have. */
final class MissingFields {

  private MissingFields() {}

  /** Sets the write default of a field, which has one. */
  static void set(Field field, ValueWriter target) {
    set(field.type(), field.writeDefault().orElseThrow(), target);
  }

  private static void set(Type type, Object value, ValueWriter target) {
    switch (type.physicalType()) {
      case BOOLEAN -> target.setBoolean((Boolean) value);
      case INT8 -> target.setByte((Byte) value);
      case INT16 -> target.setShort((Short) value);
      case INT32 -> target.setInt((Integer) value);
      case INT64 -> target.setLong((Long) value);
      case FLOAT -> target.setFloat((Float) value);
      case DOUBLE -> target.setDouble((Double) value);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> target.setDecimal((BigDecimal) value);
      case STRING -> target.setString((String) value);
      case BINARY, FIXED_BINARY -> target.setBytes((byte[]) value);
      case UUID -> target.setUuid((UUID) value);
      case STRUCT, LIST, MAP ->
          throw new IllegalStateException("Type " + type + " cannot have a default");
    }
  }
}
