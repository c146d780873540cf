// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.SpecializedGettersReader;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;

/** Converts Spark's rows to the values that {@link io.albis.tests.RowInput} writes. */
final class RowValues {

  private static final long NANOS_PER_MICRO = 1_000;

  private RowValues() {}

  /** Returns all rows of a query. */
  static List<List<Object>> of(Dataset<Row> data) {
    StructType columns = data.schema();
    List<InternalRow> rows =
        data.queryExecution().toRdd().toJavaRDD().map(InternalRow::copy).collect();
    return rows.stream().map(row -> fields(row, columns)).toList();
  }

  private static List<Object> fields(InternalRow row, StructType columns) {
    Object[] values = new Object[columns.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(row, i, columns.fields()[i].dataType());
    }
    return Arrays.asList(values);
  }

  private static Object value(SpecializedGetters row, int ordinal, DataType type) {
    if (row.isNullAt(ordinal)) {
      return null;
    }
    if (type instanceof StructType struct) {
      return fields(row.getStruct(ordinal, struct.length()), struct);
    } else if (type instanceof ArrayType array) {
      return elements(row.getArray(ordinal), array.elementType());
    } else if (type instanceof MapType map) {
      return entries(row.getMap(ordinal), map);
    } else if (type instanceof VariantType) {
      VariantVal variant = row.getVariant(ordinal);
      return List.of(variant.getMetadata(), variant.getValue());
    } else if (type instanceof TimeType) {
      return row.getLong(ordinal) / NANOS_PER_MICRO;
    }
    Object value = SpecializedGettersReader.read(row, ordinal, type, true, true);
    if (value instanceof UTF8String text) {
      return text.toString();
    }
    return value instanceof Decimal decimal ? decimal.toJavaBigDecimal() : value;
  }

  private static List<Object> elements(ArrayData array, DataType type) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < array.numElements(); i++) {
      values.add(value(array, i, type));
    }
    return values;
  }

  private static List<Map.Entry<Object, Object>> entries(MapData map, MapType type) {
    List<Object> keys = elements(map.keyArray(), type.keyType());
    List<Object> values = elements(map.valueArray(), type.valueType());
    List<Map.Entry<Object, Object>> entries = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      entries.add(new SimpleEntry<>(keys.get(i), values.get(i)));
    }
    return entries;
  }
}
