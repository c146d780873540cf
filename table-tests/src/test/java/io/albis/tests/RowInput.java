// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.ValueWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes materialized values through the row API. */
public final class RowInput {
  private RowInput() {}

  /** Writes all rows, each with one value per top-level field. */
  public static void write(RowWriter writer, Schema schema, List<? extends List<?>> rows) {
    for (List<?> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        set(writer, i, schema.fields().get(i).type(), row.get(i));
      }
      writer.endRow();
    }
  }

  private static void set(RowWriter writer, int ordinal, Type type, Object value) {
    if (value == null) {
      writer.setNull(ordinal);
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> writer.setBoolean(ordinal, (Boolean) value);
      case INT8 -> writer.setByte(ordinal, (Byte) value);
      case INT16 -> writer.setShort(ordinal, (Short) value);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> writer.setInt(ordinal, (Integer) value);
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> writer.setLong(ordinal, (Long) value);
      case FLOAT -> writer.setFloat(ordinal, (Float) value);
      case DOUBLE -> writer.setDouble(ordinal, (Double) value);
      case DECIMAL -> writer.setDecimal(ordinal, (BigDecimal) value);
      case STRING -> writer.setString(ordinal, (String) value);
      case BINARY, FIXED_BINARY -> writer.setBytes(ordinal, (byte[]) value);
      case UUID -> writer.setUuid(ordinal, (UUID) value);
      case STRUCT, LIST, MAP -> set(writer.value(ordinal), type, value);
    }
  }

  private static void set(ValueWriter writer, Type type, Object value) {
    if (value == null) {
      writer.setNull();
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> writer.setBoolean((Boolean) value);
      case INT8 -> writer.setByte((Byte) value);
      case INT16 -> writer.setShort((Short) value);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> writer.setInt((Integer) value);
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> writer.setLong((Long) value);
      case FLOAT -> writer.setFloat((Float) value);
      case DOUBLE -> writer.setDouble((Double) value);
      case DECIMAL -> writer.setDecimal((BigDecimal) value);
      case STRING -> writer.setString((String) value);
      case BINARY, FIXED_BINARY -> writer.setBytes((byte[]) value);
      case UUID -> writer.setUuid((UUID) value);
      case STRUCT -> {
        writer.beginStruct();
        List<?> children = (List<?>) value;
        for (int i = 0; i < children.size(); i++) {
          Field child = type.children().get(i);
          set(writer.field(i), child.type(), children.get(i));
        }
        writer.endStruct();
      }
      case LIST -> {
        writer.beginList();
        for (Object element : (List<?>) value) {
          set(writer.element(), type.children().get(0).type(), element);
        }
        writer.endList();
      }
      case MAP -> {
        writer.beginMap();
        for (Object item : (List<?>) value) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
          set(writer.key(), type.children().get(0).type(), entry.getKey());
          set(writer.value(), type.children().get(1).type(), entry.getValue());
        }
        writer.endMap();
      }
    }
  }
}
