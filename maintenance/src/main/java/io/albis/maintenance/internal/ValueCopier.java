// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.reader.vector.BytesView;
import io.albis.reader.vector.ColumnVector;
import io.albis.writer.row.ValueWriter;
import java.util.List;

/** Copies a value of some type, which may be nested, from a vector to a value writer. */
@FunctionalInterface
interface ValueCopier {

  /** Copies the value of a row, which is not null. */
  void copyValue(ColumnVector vector, int row, ValueWriter target);

  /** Copies the value of a row, or null. */
  default void copy(ColumnVector vector, int row, ValueWriter target) {
    if (vector.isNullAt(row)) {
      target.setNull();
    } else {
      copyValue(vector, row, target);
    }
  }

  /** A copier of values of a type. */
  static ValueCopier of(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> (vector, row, target) -> target.setBoolean(vector.getBoolean(row));
      case INT8 -> (vector, row, target) -> target.setByte(vector.getByte(row));
      case INT16 -> (vector, row, target) -> target.setShort(vector.getShort(row));
      case INT32, DATE, YEAR_MONTH_INTERVAL ->
          (vector, row, target) -> target.setInt(vector.getInt(row));
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL ->
          (vector, row, target) -> target.setLong(vector.getLong(row));
      case FLOAT -> (vector, row, target) -> target.setFloat(vector.getFloat(row));
      case DOUBLE -> (vector, row, target) -> target.setDouble(vector.getDouble(row));
      case DECIMAL ->
          type.precision() <= 18
              ? (vector, row, target) -> target.setUnscaledDecimal(vector.getUnscaledLong(row))
              : (vector, row, target) -> target.setDecimal(vector.getDecimal(row));
      case STRING, BINARY, FIXED_BINARY -> new BytesCopier();
      case UUID -> (vector, row, target) -> target.setUuid(vector.getUuid(row));
      case STRUCT -> struct(type);
      case LIST -> list(type);
      case MAP -> map(type);
    };
  }

  private static ValueCopier struct(Type type) {
    ValueCopier[] fields =
        type.children().stream().map(Field::type).map(ValueCopier::of).toArray(ValueCopier[]::new);
    return (vector, row, target) -> {
      List<ColumnVector> children = vector.children();
      target.beginStruct();
      for (int f = 0; f < fields.length; f++) {
        fields[f].copy(children.get(f), row, target.field(f));
      }
      target.endStruct();
    };
  }

  private static ValueCopier list(Type type) {
    ValueCopier element = of(type.children().get(0).type());
    return (vector, row, target) -> {
      ColumnVector elements = vector.children().get(0);
      int start = vector.elementStart(row);
      int end = start + vector.elementCount(row);
      target.beginList();
      for (int i = start; i < end; i++) {
        element.copy(elements, i, target.element());
      }
      target.endList();
    };
  }

  private static ValueCopier map(Type type) {
    ValueCopier key = of(type.children().get(0).type());
    ValueCopier value = of(type.children().get(1).type());
    return (vector, row, target) -> {
      ColumnVector keys = vector.children().get(0);
      ColumnVector values = vector.children().get(1);
      int start = vector.elementStart(row);
      int end = start + vector.elementCount(row);
      target.beginMap();
      for (int i = start; i < end; i++) {
        key.copy(keys, i, target.key());
        value.copy(values, i, target.value());
      }
      target.endMap();
    };
  }

  /** Copies bytes through an array that is used again and again. */
  final class BytesCopier implements ValueCopier {
    private final BytesView view = new BytesView();
    private byte[] bytes = new byte[64];

    @Override
    public void copyValue(ColumnVector vector, int row, ValueWriter target) {
      int length = vector.getBytes(row, view).length();
      if (length > bytes.length) {
        bytes = new byte[Math.max(length, 2 * bytes.length)];
      }
      view.copyTo(bytes, 0);
      target.setBytes(bytes, 0, length);
    }
  }
}
