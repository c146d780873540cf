// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.format.schema.Field;
import io.albis.format.schema.PlainEncoding;
import io.albis.format.schema.Type;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;

/** Sets values of fields that an input does not have. */
final class PlainDefault {

  private PlainDefault() {}

  /** Sets the write default of a field, which has one. */
  static void set(Field field, ValueWriter target) {
    set(field.type(), field.writeDefault().orElseThrow(), target);
  }

  private static void set(Type type, byte[] value, ValueWriter target) {
    switch (type.physicalType()) {
      case BOOLEAN -> target.setBoolean(value[0] != 0);
      case INT8 -> target.setByte(value[0]);
      case INT16 -> target.setShort((short) PlainEncoding.toLong(type, value));
      case INT32 -> target.setInt((int) PlainEncoding.toLong(type, value));
      case INT64 -> target.setLong(PlainEncoding.toLong(type, value));
      case FLOAT -> target.setFloat((float) PlainEncoding.toDouble(type, value));
      case DOUBLE -> target.setDouble(PlainEncoding.toDouble(type, value));
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          target.setDecimal(new BigDecimal(PlainEncoding.toBigInteger(type, value), type.scale()));
      case STRING, BINARY, FIXED_BINARY, UUID -> target.setBytes(value);
      case STRUCT, LIST, MAP ->
          throw new IllegalStateException("Type " + type + " cannot have a default");
    }
  }
}
