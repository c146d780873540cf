// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.arrow;

import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.row.ValueWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
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
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;

/** Takes values of one type from Arrow's vectors. */
abstract class ArrowValue {

  /** Writes a value, or null. */
  final void write(FieldVector vector, int row, ValueWriter place) {
    if (vector.isNull(row)) {
      place.setNull();
    } else {
      put(vector, row, place);
    }
  }

  /** Writes a value that is not null. */
  abstract void put(FieldVector vector, int row, ValueWriter place);

  /** Takes a value from a vector to its place. */
  private interface Taker {
    void put(FieldVector vector, int row, ValueWriter place);
  }

  private static ArrowValue by(Taker taker) {
    return new ArrowValue() {
      @Override
      void put(FieldVector vector, int row, ValueWriter place) {
        taker.put(vector, row, place);
      }
    };
  }

  static ArrowValue of(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> by((v, row, place) -> place.setBoolean(((BitVector) v).get(row) != 0));
      case INT8 -> by((v, row, place) -> place.setByte(((TinyIntVector) v).get(row)));
      case INT16 -> by((v, row, place) -> place.setShort(((SmallIntVector) v).get(row)));
      case INT32 -> by((v, row, place) -> place.setInt(((IntVector) v).get(row)));
      case INT64 -> by((v, row, place) -> place.setLong(((BigIntVector) v).get(row)));
      case FLOAT -> by((v, row, place) -> place.setFloat(((Float4Vector) v).get(row)));
      case DOUBLE -> by((v, row, place) -> place.setDouble(((Float8Vector) v).get(row)));
      case DECIMAL -> by((v, row, place) -> place.setDecimal(((DecimalVector) v).getObject(row)));
      case DATE -> by((v, row, place) -> place.setInt(((DateDayVector) v).get(row)));
      case TIME -> time(type.unit());
      case TIMESTAMP -> by((v, row, place) -> place.setLong(((TimeStampVector) v).get(row)));
      case STRING, BINARY -> by(ArrowValue::variable);
      case FIXED_BINARY, UUID ->
          by((v, row, place) -> place.setBytes(((FixedSizeBinaryVector) v).get(row)));
      case YEAR_MONTH_INTERVAL ->
          by((v, row, place) -> place.setInt(((IntervalYearVector) v).get(row)));
      case DAY_TIME_INTERVAL ->
          by(
              (v, row, place) ->
                  place.setLong(DurationVector.get(((DurationVector) v).getDataBuffer(), row)));
      case STRUCT -> struct(type);
      case LIST -> list(type);
      case MAP -> map(type);
    };
  }

  private static ArrowValue time(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> by((v, row, place) -> place.setLong(((TimeMilliVector) v).get(row)));
      case MICROS -> by((v, row, place) -> place.setLong(((TimeMicroVector) v).get(row)));
      case NANOS -> by((v, row, place) -> place.setLong(((TimeNanoVector) v).get(row)));
    };
  }

  private static void variable(FieldVector vector, int row, ValueWriter place) {
    BaseVariableWidthVector variable = (BaseVariableWidthVector) vector;
    int start = variable.getStartOffset(row);
    ArrowBuf data = variable.getDataBuffer();
    ByteBuffer bytes = data.nioBuffer(start, variable.getValueLength(row));
    place.setBytes(bytes);
  }

  private static ArrowValue struct(Type type) {
    List<ArrowValue> fields = new ArrayList<>();
    for (Field field : type.children()) {
      fields.add(of(field.type()));
    }
    return by(
        (vector, row, place) -> {
          List<FieldVector> children = vector.getChildrenFromFields();
          place.beginStruct();
          for (int i = 0; i < fields.size(); i++) {
            fields.get(i).write(children.get(i), row, place.field(i));
          }
          place.endStruct();
        });
  }

  private static ArrowValue list(Type type) {
    ArrowValue element = of(type.children().get(0).type());
    return by(
        (vector, row, place) -> {
          ListVector list = (ListVector) vector;
          place.beginList();
          int end = list.getElementEndIndex(row);
          for (int i = list.getElementStartIndex(row); i < end; i++) {
            element.write(list.getDataVector(), i, place.element());
          }
          place.endList();
        });
  }

  private static ArrowValue map(Type type) {
    ArrowValue key = of(type.children().get(0).type());
    ArrowValue value = of(type.children().get(1).type());
    return by(
        (vector, row, place) -> {
          MapVector map = (MapVector) vector;
          List<FieldVector> pair = map.getDataVector().getChildrenFromFields();
          place.beginMap();
          int end = map.getElementEndIndex(row);
          for (int i = map.getElementStartIndex(row); i < end; i++) {
            key.write(pair.get(0), i, place.key());
            value.write(pair.get(1), i, place.value());
          }
          place.endMap();
        });
  }
}
