// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.SpecializedGettersReader;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * Values in a form in which those that the SDK returns and those that Spark's getters return can be
 * compared: structs and lists as lists, maps as lists of keys and values, reals by their bits.
 */
final class SparkValues {

  private SparkValues() {}

  /** Returns what Spark must read, given a value as the SDK materializes it. */
  static Object expected(Field field, Object value) {
    if (value == null) {
      return null;
    }
    Type type = field.type();
    List<Field> children = type.children();
    return switch (type.kind()) {
      case FLOAT -> Float.floatToRawIntBits((Float) value);
      case DOUBLE -> Double.doubleToRawLongBits((Double) value);
      case BINARY, FIXED_BINARY -> ByteBuffer.wrap((byte[]) value);
      case UUID -> value.toString();
      case DECIMAL -> ((BigDecimal) value).setScale(type.scale());
      case TIME -> (Long) value * (type.unit() == TimeUnit.NANOS ? 1 : perSecond(type));
      case TIMESTAMP ->
          type.unit() == TimeUnit.MILLIS ? Math.multiplyExact((Long) value, 1_000L) : value;
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
          fields.add(expected(children.get(i), ((List<?>) value).get(i)));
        }
        if (field.extension().map(Extension::name).filter("variant"::equals).isPresent()) {
          boolean isMetadataFirst = children.get(0).name().equals("metadata");
          yield isMetadataFirst ? List.of(fields.get(1), fields.get(0)) : fields;
        }
        yield fields;
      }
      case LIST -> {
        List<Object> elements = new ArrayList<>();
        ((List<?>) value).forEach(element -> elements.add(expected(children.get(0), element)));
        yield elements;
      }
      case MAP -> {
        List<Object> entries = new ArrayList<>();
        for (Object item : (List<?>) value) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
          entries.add(expected(children.get(0), entry.getKey()));
          entries.add(expected(children.get(1), entry.getValue()));
        }
        yield entries;
      }
      case BOOLEAN, INT8, INT16, INT32, INT64, STRING, DATE -> value;
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> value;
    };
  }

  private static long perSecond(Type type) {
    return TimeUnit.NANOS.perSecond() / type.unit().perSecond();
  }

  /** Returns a value that Spark reads. */
  static Object actual(SpecializedGetters row, int ordinal, DataType type) {
    if (row.isNullAt(ordinal)) {
      return null;
    }
    if (type instanceof StructType struct) {
      return fields(row.getStruct(ordinal, struct.length()), struct);
    } else if (type instanceof ArrayType array) {
      return elements(row.getArray(ordinal), array.elementType());
    } else if (type instanceof MapType map) {
      MapData data = row.getMap(ordinal);
      List<Object> keys = elements(data.keyArray(), map.keyType());
      List<Object> values = elements(data.valueArray(), map.valueType());
      List<Object> entries = new ArrayList<>();
      for (int i = 0; i < data.numElements(); i++) {
        entries.add(keys.get(i));
        entries.add(values.get(i));
      }
      return entries;
    } else if (type instanceof VariantType) {
      VariantVal variant = row.getVariant(ordinal);
      return List.of(ByteBuffer.wrap(variant.getValue()), ByteBuffer.wrap(variant.getMetadata()));
    } else if (type instanceof DecimalType decimal) {
      Decimal value = row.getDecimal(ordinal, decimal.precision(), decimal.scale());
      return value.toJavaBigDecimal();
    } else if (type instanceof FloatType) {
      return Float.floatToRawIntBits(row.getFloat(ordinal));
    } else if (type instanceof DoubleType) {
      return Double.doubleToRawLongBits(row.getDouble(ordinal));
    } else if (type instanceof BinaryType) {
      return ByteBuffer.wrap(row.getBinary(ordinal));
    }
    Object value = SpecializedGettersReader.read(row, ordinal, type, true, true);
    return value instanceof UTF8String text ? text.toString() : value;
  }

  /** Returns all fields of a row. */
  static List<Object> fields(InternalRow row, StructType type) {
    List<Object> values = new ArrayList<>();
    StructField[] fields = type.fields();
    for (int i = 0; i < fields.length; i++) {
      values.add(actual(row, i, fields[i].dataType()));
    }
    return values;
  }

  private static List<Object> elements(ArrayData array, DataType type) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      values.add(actual(array, i, type));
    }
    return values;
  }
}
