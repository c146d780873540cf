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

/** Copies values of one type from Arrow vectors to value writers. */
abstract class ArrowValue {

  /** Writes a value, or null. */
  final void write(FieldVector vector, int row, ValueWriter target) {
    if (vector.isNull(row)) {
      target.setNull();
    } else {
      put(vector, row, target);
    }
  }

  /** Writes a value that is not null. */
  abstract void put(FieldVector vector, int row, ValueWriter target);

  /** Copies a value that is not null. */
  private interface Copier {
    void put(FieldVector vector, int row, ValueWriter target);
  }

  private static ArrowValue by(Copier copier) {
    return new ArrowValue() {
      @Override
      void put(FieldVector vector, int row, ValueWriter target) {
        copier.put(vector, row, target);
      }
    };
  }

  static ArrowValue of(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> by((v, row, target) -> target.setBoolean(((BitVector) v).get(row) != 0));
      case INT8 -> by((v, row, target) -> target.setByte(((TinyIntVector) v).get(row)));
      case INT16 -> by((v, row, target) -> target.setShort(((SmallIntVector) v).get(row)));
      case INT32 -> by((v, row, target) -> target.setInt(((IntVector) v).get(row)));
      case INT64 -> by((v, row, target) -> target.setLong(((BigIntVector) v).get(row)));
      case FLOAT -> by((v, row, target) -> target.setFloat(((Float4Vector) v).get(row)));
      case DOUBLE -> by((v, row, target) -> target.setDouble(((Float8Vector) v).get(row)));
      case DECIMAL -> by((v, row, target) -> target.setDecimal(((DecimalVector) v).getObject(row)));
      case DATE -> by((v, row, target) -> target.setInt(((DateDayVector) v).get(row)));
      case TIME -> time(type.unit());
      case TIMESTAMP -> by((v, row, target) -> target.setLong(((TimeStampVector) v).get(row)));
      case STRING, BINARY -> by(ArrowValue::variable);
      case FIXED_BINARY, UUID ->
          by((v, row, target) -> target.setBytes(((FixedSizeBinaryVector) v).get(row)));
      case YEAR_MONTH_INTERVAL ->
          by((v, row, target) -> target.setInt(((IntervalYearVector) v).get(row)));
      case DAY_TIME_INTERVAL ->
          by(
              (v, row, target) ->
                  target.setLong(DurationVector.get(((DurationVector) v).getDataBuffer(), row)));
      case STRUCT -> struct(type);
      case LIST -> list(type);
      case MAP -> map(type);
    };
  }

  private static ArrowValue time(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> by((v, row, target) -> target.setLong(((TimeMilliVector) v).get(row)));
      case MICROS -> by((v, row, target) -> target.setLong(((TimeMicroVector) v).get(row)));
      case NANOS -> by((v, row, target) -> target.setLong(((TimeNanoVector) v).get(row)));
    };
  }

  private static void variable(FieldVector vector, int row, ValueWriter target) {
    BaseVariableWidthVector variable = (BaseVariableWidthVector) vector;
    int start = variable.getStartOffset(row);
    ArrowBuf data = variable.getDataBuffer();
    ByteBuffer bytes = data.nioBuffer(start, variable.getValueLength(row));
    target.setBytes(bytes);
  }

  private static ArrowValue struct(Type type) {
    List<ArrowValue> fields = new ArrayList<>();
    for (Field field : type.children()) {
      fields.add(of(field.type()));
    }
    return by(
        (vector, row, target) -> {
          List<FieldVector> children = vector.getChildrenFromFields();
          target.beginStruct();
          for (int i = 0; i < fields.size(); i++) {
            fields.get(i).write(children.get(i), row, target.field(i));
          }
          target.endStruct();
        });
  }

  private static ArrowValue list(Type type) {
    ArrowValue element = of(type.children().get(0).type());
    return by(
        (vector, row, target) -> {
          ListVector list = (ListVector) vector;
          target.beginList();
          int end = list.getElementEndIndex(row);
          for (int i = list.getElementStartIndex(row); i < end; i++) {
            element.write(list.getDataVector(), i, target.element());
          }
          target.endList();
        });
  }

  private static ArrowValue map(Type type) {
    ArrowValue key = of(type.children().get(0).type());
    ArrowValue value = of(type.children().get(1).type());
    return by(
        (vector, row, target) -> {
          MapVector map = (MapVector) vector;
          List<FieldVector> pair = map.getDataVector().getChildrenFromFields();
          target.beginMap();
          int end = map.getElementEndIndex(row);
          for (int i = map.getElementStartIndex(row); i < end; i++) {
            key.write(pair.get(0), i, target.key());
            value.write(pair.get(1), i, target.value());
          }
          target.endMap();
        });
  }
}
