// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.arrow;

import io.albis.format.error.InvalidValueException;
import io.albis.format.schema.Type;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntervalYearVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampSecTZVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Reads values of a vector one by one, by Arrow's own getters: for sorting, and to verify what was
 * written by buffers. Not optimized.
 */
final class ArrowValue {

  private static final long MILLIS_PER_DAY = 86_400_000;

  /** Writes a value that is not null. */
  private interface Copier {
    void put(int row, ValueWriter target);
  }

  private final FieldVector vector;
  private final Copier copier;

  private ArrowValue(FieldVector vector, Copier copier) {
    this.vector = vector;
    this.copier = copier;
  }

  static ArrowValue of(Type type, FieldVector vector, DictionaryProvider dictionaries) {
    if (vector.getField().getDictionary() != null) {
      long id = vector.getField().getDictionary().getId();
      ArrowValue values = of(type, dictionaries.lookup(id).getVector(), dictionaries);
      BaseIntVector indexes = (BaseIntVector) vector;
      return new ArrowValue(
          vector, (row, target) -> values.write((int) indexes.getValueAsLong(row), target));
    }
    if (vector instanceof ExtensionTypeVector<?> extension) {
      return of(type, (FieldVector) extension.getUnderlyingVector(), dictionaries);
    }
    return new ArrowValue(vector, copier(type, vector, dictionaries));
  }

  /** Writes a value, or null. */
  void write(int row, ValueWriter target) {
    if (vector.isNull(row)) {
      target.setNull();
    } else {
      copier.put(row, target);
    }
  }

  private static Copier copier(Type type, FieldVector v, DictionaryProvider dictionaries) {
    return switch (type.physicalType()) {
      case BOOLEAN -> (row, target) -> target.setBoolean((Boolean) v.getObject(row));
      case INT8 -> (row, target) -> target.setByte((byte) integer(v, row));
      case INT16 -> (row, target) -> target.setShort((short) integer(v, row));
      case INT32 -> ofInts(v);
      case INT64 -> ofLongs(v);
      case FLOAT ->
          (row, target) ->
              target.setFloat(
                  v instanceof Float2Vector half
                      ? Float16.toFloat(half.get(row))
                      : ((Float4Vector) v).get(row));
      case DOUBLE -> (row, target) -> target.setDouble(((Float8Vector) v).get(row));
      case DECIMAL32, DECIMAL64, DECIMAL128 -> (row, target) -> target.setDecimal(decimal(v, row));
      case STRING, BINARY ->
          (row, target) -> {
            byte[] bytes = bytes(v, row);
            target.setBytes(bytes, 0, bytes.length);
          };
      case FIXED_BINARY, UUID ->
          (row, target) -> {
            byte[] bytes = ((FixedSizeBinaryVector) v).get(row);
            target.setBytes(bytes, 0, bytes.length);
          };
      case STRUCT -> struct(type, v, dictionaries);
      case LIST -> list(type, v, dictionaries);
      case MAP -> map(type, (MapVector) v, dictionaries);
    };
  }

  private static Copier ofInts(FieldVector vector) {
    if (vector instanceof BaseIntVector) {
      return (row, target) -> target.setInt((int) integer(vector, row));
    }
    return vector instanceof IntervalYearVector months
        ? (row, target) -> target.setInt(months.get(row))
        : (row, target) -> target.setInt(date(vector, row));
  }

  private static Copier ofLongs(FieldVector vector) {
    if (vector instanceof BaseIntVector) {
      return (row, target) -> target.setLong(integer(vector, row));
    }
    if (vector instanceof TimeStampVector timestamps) {
      return (row, target) -> target.setLong(timestamp(timestamps, row));
    }
    return vector instanceof DurationVector durations
        ? (row, target) -> target.setLong(duration(durations, row))
        : (row, target) -> target.setLong(time(vector, row));
  }

  private static byte[] bytes(FieldVector vector, int row) {
    return ((VariableWidthFieldVector) vector).get(row);
  }

  private static long integer(FieldVector vector, int row) {
    return ((BaseIntVector) vector).getValueAsLong(row);
  }

  private static BigDecimal decimal(FieldVector vector, int row) {
    return vector instanceof UInt8Vector unsigned
        ? new BigDecimal(new BigInteger(Long.toUnsignedString(unsigned.get(row))))
        : (BigDecimal) vector.getObject(row);
  }

  private static int date(FieldVector vector, int row) {
    if (vector instanceof DateDayVector days) {
      return days.get(row);
    }
    long millis = ((DateMilliVector) vector).get(row);
    if (millis % MILLIS_PER_DAY != 0) {
      throw inexact(vector, millis + " milliseconds is not a whole number of days");
    }
    return Math.toIntExact(millis / MILLIS_PER_DAY);
  }

  private static InvalidValueException inexact(FieldVector vector, String what) {
    return new InvalidValueException("Cannot convert column " + vector.getName() + ": " + what);
  }

  private static long time(FieldVector vector, int row) {
    if (vector instanceof TimeSecVector seconds) {
      return 1000L * seconds.get(row);
    }
    if (vector instanceof TimeMilliVector millis) {
      return millis.get(row);
    }
    return vector instanceof TimeMicroVector micros
        ? micros.get(row)
        : ((TimeNanoVector) vector).get(row);
  }

  private static long timestamp(TimeStampVector vector, int row) {
    boolean isSeconds =
        vector instanceof TimeStampSecVector || vector instanceof TimeStampSecTZVector;
    return isSeconds ? Math.multiplyExact(1000, vector.get(row)) : vector.get(row);
  }

  /** By the number itself: Arrow's getter returns another one for long durations. */
  private static long duration(DurationVector vector, int row) {
    long value = DurationVector.get(vector.getDataBuffer(), row);
    TimeUnit unit = ((ArrowType.Duration) vector.getField().getType()).getUnit();
    return switch (unit) {
      case SECOND -> Math.multiplyExact(value, 1_000_000L);
      case MILLISECOND -> Math.multiplyExact(value, 1000L);
      case MICROSECOND -> value;
      case NANOSECOND -> {
        if (value % 1000 != 0) {
          throw inexact(vector, value + " nanoseconds is not a whole number of microseconds");
        }
        yield value / 1000;
      }
    };
  }

  private static Copier struct(Type type, FieldVector vector, DictionaryProvider dictionaries) {
    List<ArrowValue> fields = new ArrayList<>();
    for (int i = 0; i < type.children().size(); i++) {
      FieldVector child = vector.getChildrenFromFields().get(i);
      fields.add(of(type.children().get(i).type(), child, dictionaries));
    }
    return (row, target) -> {
      target.beginStruct();
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).write(row, target.field(i));
      }
      target.endStruct();
    };
  }

  private static Copier list(Type type, FieldVector list, DictionaryProvider dictionaries) {
    FieldVector elements = list.getChildrenFromFields().get(0);
    ArrowValue element = of(type.children().get(0).type(), elements, dictionaries);
    return (row, target) -> {
      target.beginList();
      long start;
      long end;
      if (list instanceof LargeListVector large) {
        start = large.getElementStartIndex(row);
        end = large.getElementEndIndex(row);
      } else {
        start = ((BaseListVector) list).getElementStartIndex(row);
        end = ((BaseListVector) list).getElementEndIndex(row);
      }
      for (long i = start; i < end; i++) {
        element.write(Math.toIntExact(i), target.element());
      }
      target.endList();
    };
  }

  private static Copier map(Type type, MapVector map, DictionaryProvider dictionaries) {
    List<FieldVector> pair = map.getDataVector().getChildrenFromFields();
    ArrowValue key = of(type.children().get(0).type(), pair.get(0), dictionaries);
    ArrowValue value = of(type.children().get(1).type(), pair.get(1), dictionaries);
    return (row, target) -> {
      target.beginMap();
      int end = map.getElementEndIndex(row);
      for (int i = map.getElementStartIndex(row); i < end; i++) {
        key.write(i, target.key());
        value.write(i, target.value());
      }
      target.endMap();
    };
  }
}
