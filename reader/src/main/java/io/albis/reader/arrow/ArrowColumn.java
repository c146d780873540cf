// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.arrow;

import io.albis.format.error.InvalidValueException;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/** Sets values in Arrow vectors. */
final class ArrowColumn {

  private ArrowColumn() {}

  /**
   * Sets a value or null.
   *
   * @param path of the column, for messages
   */
  static void set(FieldVector vector, int row, Type type, Object value, String path) {
    if (value == null) {
      vector.setNull(row);
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> ((BitVector) vector).setSafe(row, (Boolean) value ? 1 : 0);
      case INT8 -> ((TinyIntVector) vector).setSafe(row, (Byte) value);
      case INT16 -> ((SmallIntVector) vector).setSafe(row, (Short) value);
      case INT32 -> ((IntVector) vector).setSafe(row, (Integer) value);
      case INT64 -> ((BigIntVector) vector).setSafe(row, (Long) value);
      case FLOAT -> ((Float4Vector) vector).setSafe(row, (Float) value);
      case DOUBLE -> ((Float8Vector) vector).setSafe(row, (Double) value);
      case DECIMAL -> ((DecimalVector) vector).setSafe(row, (BigDecimal) value);
      case DATE -> ((DateDayVector) vector).setSafe(row, (Integer) value);
      case TIME -> time(vector, row, type, (Long) value, path);
      case TIMESTAMP -> ((TimeStampVector) vector).setSafe(row, (Long) value);
      case STRING ->
          ((VarCharVector) vector).setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
      case BINARY -> ((VarBinaryVector) vector).setSafe(row, (byte[]) value);
      case FIXED_BINARY -> ((FixedSizeBinaryVector) vector).setSafe(row, (byte[]) value);
      case UUID -> ((FixedSizeBinaryVector) vector).setSafe(row, bytes((UUID) value));
      case YEAR_MONTH_INTERVAL -> ((IntervalYearVector) vector).setSafe(row, (Integer) value);
      case DAY_TIME_INTERVAL -> ((DurationVector) vector).setSafe(row, (Long) value);
      case STRUCT -> struct((StructVector) vector, row, type, (List<?>) value, path);
      case MAP -> map((MapVector) vector, row, type, (List<?>) value, path);
      case LIST -> list((ListVector) vector, row, type, (List<?>) value, path);
    }
  }

  private static void time(FieldVector vector, int row, Type type, long value, String path) {
    switch (type.unit()) {
      case MILLIS -> {
        if (value != (int) value) {
          throw new InvalidValueException(
              "Cannot export column "
                  + path
                  + ": Arrow's 32 bits of milliseconds cannot hold "
                  + value);
        }
        ((TimeMilliVector) vector).setSafe(row, (int) value);
      }
      case MICROS -> ((TimeMicroVector) vector).setSafe(row, value);
      case NANOS -> ((TimeNanoVector) vector).setSafe(row, value);
    }
  }

  private static byte[] bytes(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  private static void struct(StructVector vector, int row, Type type, List<?> values, String path) {
    vector.setIndexDefined(row);
    for (int i = 0; i < values.size(); i++) {
      set(
          vector.getChildrenFromFields().get(i),
          row,
          type.children().get(i).type(),
          values.get(i),
          path + "." + type.children().get(i).name());
    }
  }

  private static void list(ListVector vector, int row, Type type, List<?> elements, String path) {
    int start = vector.startNewValue(row);
    for (int i = 0; i < elements.size(); i++) {
      set(
          vector.getDataVector(),
          start + i,
          type.children().get(0).type(),
          elements.get(i),
          path + ".element");
    }
    vector.endValue(row, elements.size());
  }

  private static void map(MapVector vector, int row, Type type, List<?> entries, String path) {
    int start = vector.startNewValue(row);
    StructVector pairs = (StructVector) vector.getDataVector();
    for (int i = 0; i < entries.size(); i++) {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.get(i);
      pairs.setIndexDefined(start + i);
      List<FieldVector> children = pairs.getChildrenFromFields();
      set(children.get(0), start + i, type.children().get(0).type(), entry.getKey(), path + ".key");
      set(
          children.get(1),
          start + i,
          type.children().get(1).type(),
          entry.getValue(),
          path + ".value");
    }
    vector.endValue(row, entries.size());
  }
}
