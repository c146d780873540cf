// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import io.albis.convert.internal.literal.ValueText;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Converts values to what JSON can represent: numbers, booleans, texts, lists and maps. NaN and
 * infinities become text, structs objects, and maps lists of objects with {@code key} and {@code
 * value}.
 */
public final class JsonObjects {

  private JsonObjects() {}

  /**
   * Converts a value.
   *
   * @param value in the form of {@code RowView.materialize()}; may be null
   */
  public static Object of(Type type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.physicalType()) {
      case BOOLEAN, INT8, INT16, DECIMAL32, DECIMAL64, DECIMAL128 -> value;
      case INT32, INT64 -> type.isNumber() ? value : ValueText.of(type, value);
      case FLOAT, DOUBLE -> number((Number) value);
      case STRING, BINARY, FIXED_BINARY, UUID -> ValueText.of(type, value);
      case STRUCT -> struct(type.children(), (List<?>) value);
      case LIST -> list(type.children().get(0), (List<?>) value);
      case MAP -> map(type.children(), (List<?>) value);
    };
  }

  /** Returns a finite number itself, others as text. */
  public static Object number(Number value) {
    return Double.isFinite(value.doubleValue()) ? value : value.toString();
  }

  /**
   * Returns a value with other texts, at every depth.
   *
   * @param value of this class
   */
  public static Object withTexts(Object value, UnaryOperator<String> change) {
    if (value instanceof String text) {
      return change.apply(text);
    }
    if (value instanceof List<?> list) {
      List<Object> changed = new ArrayList<>(list.size());
      list.forEach(element -> changed.add(withTexts(element, change)));
      return changed;
    }
    if (value instanceof Map<?, ?> object) {
      Map<Object, Object> changed = new LinkedHashMap<>();
      object.forEach((name, field) -> changed.put(name, withTexts(field, change)));
      return changed;
    }
    return value;
  }

  private static Map<String, Object> struct(List<Field> fields, List<?> values) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      object.put(fields.get(i).name(), of(fields.get(i).type(), values.get(i)));
    }
    return object;
  }

  private static List<Object> list(Field element, List<?> values) {
    List<Object> list = new ArrayList<>(values.size());
    for (Object value : values) {
      list.add(of(element.type(), value));
    }
    return list;
  }

  private static List<Object> map(List<Field> fields, List<?> entries) {
    List<Object> list = new ArrayList<>(entries.size());
    for (Object entry : entries) {
      Map.Entry<?, ?> pair = (Map.Entry<?, ?>) entry;
      list.add(
          struct(fields, new ArrayList<>(java.util.Arrays.asList(pair.getKey(), pair.getValue()))));
    }
    return list;
  }
}
