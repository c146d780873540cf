// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.convert.orc.OrcLogicalTypes;
import io.albis.cli.convert.value.Timestamps;
import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.row.ValueWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.TypeDescription;

/** Reads values from ORC vectors. */
final class OrcValues {

  /** Reads the non-null value at a resolved row index. */
  private interface Getter {
    void write(ColumnVector vector, int row, ValueWriter place);
  }

  private final Getter getter;

  private OrcValues(Getter getter) {
    this.getter = getter;
  }

  /**
   * Creates a reader for values of a type.
   *
   * @param stored the type in the file
   * @param path the path of the column, for messages
   */
  static OrcValues of(Type type, TypeDescription stored, String path) {
    return new OrcValues(getter(type, stored, path));
  }

  /** Writes a value or null. */
  void write(ColumnVector vector, int row, ValueWriter place) {
    int at = vector.isRepeating ? 0 : row;
    if (!vector.noNulls && vector.isNull[at]) {
      place.setNull();
    } else {
      getter.write(vector, at, place);
    }
  }

  private static Getter getter(Type type, TypeDescription stored, String path) {
    return switch (type.physicalType()) {
      case BOOLEAN -> (vector, row, place) -> place.setBoolean(number(vector, row) != 0);
      case INT8 -> (vector, row, place) -> place.setByte((byte) number(vector, row));
      case INT16 -> (vector, row, place) -> place.setShort((short) number(vector, row));
      case INT32 -> (vector, row, place) -> place.setInt((int) number(vector, row));
      case INT64 -> {
        if (type.unit() == null) {
          yield (vector, row, place) -> place.setLong(number(vector, row));
        }
        yield type.kind() == TypeKind.TIME
            ? time(type.unit(), OrcLogicalTypes.unitOfTimes(stored), path)
            : timestamp(type.unit(), path);
      }
      case FLOAT ->
          (vector, row, place) -> place.setFloat((float) ((DoubleColumnVector) vector).vector[row]);
      case DOUBLE ->
          (vector, row, place) -> place.setDouble(((DoubleColumnVector) vector).vector[row]);
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          (vector, row, place) ->
              place.setDecimal(
                  ((DecimalColumnVector) vector).vector[row].getHiveDecimal().bigDecimalValue());
      case STRING, BINARY ->
          (vector, row, place) -> {
            BytesColumnVector bytes = (BytesColumnVector) vector;
            place.setBytes(bytes.vector[row], bytes.start[row], bytes.length[row]);
          };
      case STRUCT -> struct(type, stored, path);
      case LIST -> list(type, stored, path);
      case MAP -> map(type, stored, path);
      case FIXED_BINARY, UUID -> throw new IllegalStateException("Unsupported ORC type: " + type);
    };
  }

  private static long number(ColumnVector vector, int row) {
    return ((LongColumnVector) vector).vector[row];
  }

  private static Getter timestamp(TimeUnit unit, String path) {
    return (vector, row, place) -> {
      if (vector instanceof LongColumnVector) {
        // Spark's, which are numbers in the unit of the type.
        place.setLong(number(vector, row));
        return;
      }
      TimestampColumnVector timestamps = (TimestampColumnVector) vector;
      long time = timestamps.time[row];
      int nanos = timestamps.nanos[row];
      // The time's milliseconds are repeated in the nanoseconds. ORC's C++ writer stores negative
      // nanoseconds before 1970, relative to the following second.
      long seconds = nanos < 0 ? time / 1000 - 1 : Math.floorDiv(time, 1000L);
      int positive = nanos < 0 ? nanos + 1_000_000_000 : nanos;
      place.setLong(Timestamps.inUnits(unit, seconds, positive, path));
    };
  }

  private static Getter time(TimeUnit unit, TimeUnit stored, String path) {
    return (vector, row, place) ->
        place.setLong(Timestamps.ofTime(number(vector, row), stored, unit, path));
  }

  private static Getter struct(Type type, TypeDescription stored, String path) {
    List<OrcValues> fields = new ArrayList<>();
    for (int i = 0; i < type.children().size(); i++) {
      Field field = type.children().get(i);
      fields.add(of(field.type(), stored.getChildren().get(i), path + "." + field.name()));
    }
    return (vector, row, place) -> {
      ColumnVector[] children = ((StructColumnVector) vector).fields;
      place.beginStruct();
      for (int i = 0; i < children.length; i++) {
        fields.get(i).write(children[i], row, place.field(i));
      }
      place.endStruct();
    };
  }

  private static Getter list(Type type, TypeDescription stored, String path) {
    OrcValues element =
        of(type.children().get(0).type(), stored.getChildren().get(0), path + ".element");
    return (vector, row, place) -> {
      ListColumnVector list = (ListColumnVector) vector;
      int start = (int) list.offsets[row];
      place.beginList();
      for (int i = 0; i < list.lengths[row]; i++) {
        element.write(list.child, start + i, place.element());
      }
      place.endList();
    };
  }

  private static Getter map(Type type, TypeDescription stored, String path) {
    OrcValues key = of(type.children().get(0).type(), stored.getChildren().get(0), path + ".key");
    OrcValues value =
        of(type.children().get(1).type(), stored.getChildren().get(1), path + ".value");
    return (vector, row, place) -> {
      MapColumnVector map = (MapColumnVector) vector;
      int start = (int) map.offsets[row];
      place.beginMap();
      for (int i = 0; i < map.lengths[row]; i++) {
        key.write(map.keys, start + i, place.key());
        value.write(map.values, start + i, place.value());
      }
      place.endMap();
    };
  }
}
