// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes rows of {@link RandomValues} to a table. */
final class TableInput {

  private TableInput() {}

  static void write(RowWriter writer, Schema schema, List<List<Object>> rows) {
    for (List<Object> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        set(writer.value(i), schema.fields().get(i).type(), row.get(i));
      }
      writer.endRow();
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
          set(writer.field(i), type.children().get(i).type(), children.get(i));
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
        List<Field> children = type.children();
        writer.beginMap();
        for (Object item : (List<?>) value) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
          set(writer.key(), children.get(0).type(), entry.getKey());
          set(writer.value(), children.get(1).type(), entry.getValue());
        }
        writer.endMap();
      }
    }
  }
}
