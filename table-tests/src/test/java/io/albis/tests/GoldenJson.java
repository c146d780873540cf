// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints schemas and rows in the JSON form that {@code format-spec/golden/README.md} defines. */
final class GoldenJson {
  private static final int LONG_VALUE = 256;

  private GoldenJson() {}

  /** The content of a table or file. */
  static String table(Schema schema, List<? extends List<?>> rows, Map<String, Object> metadata) {
    StringBuilder out = new StringBuilder("{\n\"rowCount\": ").append(rows.size());
    out.append(",\n\"columns\": [\n");
    for (int i = 0; i < schema.fields().size(); i++) {
      out.append(i == 0 ? "  " : ",\n  ");
      field(schema.fields().get(i), out);
    }
    out.append("\n],\n\"rows\": [");
    for (int row = 0; row < rows.size(); row++) {
      out.append(row == 0 ? "\n  [" : ",\n  [");
      for (int i = 0; i < schema.fields().size(); i++) {
        out.append(i == 0 ? "" : ", ");
        value(schema.fields().get(i).type(), rows.get(row).get(i), out);
      }
      out.append(']');
    }
    out.append("\n],\n\"metadata\": {");
    String separator = "\n  ";
    for (Map.Entry<String, Object> entry : metadata.entrySet()) {
      out.append(separator);
      string(entry.getKey(), out);
      out.append(": ");
      json(entry.getValue(), out);
      separator = ",\n  ";
    }
    return out.append("\n}\n}\n").toString();
  }

  /** Prints maps, lists, texts, numbers and truth values. */
  static void json(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      out.append('{');
      String separator = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator);
        string((String) entry.getKey(), out);
        out.append(": ");
        json(entry.getValue(), out);
        separator = ", ";
      }
      out.append('}');
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (int i = 0; i < list.size(); i++) {
        out.append(i == 0 ? "" : ", ");
        json(list.get(i), out);
      }
      out.append(']');
    } else if (value instanceof String text) {
      string(text, out);
    } else {
      out.append(value);
    }
  }

  private static void field(Field field, StringBuilder out) {
    out.append('[');
    string(field.name(), out);
    out.append(", ");
    type(field.type(), out);
    out.append(", ").append(field.nullable()).append(']');
  }

  private static void type(Type type, StringBuilder out) {
    String name =
        switch (type.kind()) {
          case DECIMAL -> "decimal(" + type.precision() + "," + type.scale() + ")";
          case TIME -> "time(" + type.unit().name().toLowerCase(Locale.ROOT) + ")";
          case TIMESTAMP ->
              (type.withZone() ? "timestamp_tz(" : "timestamp(")
                  + type.unit().name().toLowerCase(Locale.ROOT)
                  + ")";
          case FIXED_BINARY -> "fixed_binary(" + type.length() + ")";
          case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DATE, STRING, BINARY, UUID ->
              type.kind().name().toLowerCase(Locale.ROOT);
          case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, STRUCT, LIST, MAP ->
              type.kind().name().toLowerCase(Locale.ROOT);
        };
    if (!type.isNested()) {
      string(name, out);
      return;
    }
    out.append('[');
    string(name, out);
    for (Field child : type.children()) {
      out.append(", ");
      field(child, out);
    }
    out.append(']');
  }

  private static void value(Type type, Object value, StringBuilder out) {
    if (value == null) {
      out.append("null");
      return;
    }
    switch (type.kind()) {
      case BOOLEAN, INT8, INT16, INT32, DATE, YEAR_MONTH_INTERVAL -> out.append(value);
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL, UUID -> string(value.toString(), out);
      case FLOAT ->
          string("0x" + HexFormat.of().toHexDigits(Float.floatToRawIntBits((Float) value)), out);
      case DOUBLE ->
          string(
              "0x" + HexFormat.of().toHexDigits(Double.doubleToRawLongBits((Double) value)), out);
      case DECIMAL -> string(((java.math.BigDecimal) value).toPlainString(), out);
      case STRING -> text((String) value, out);
      case BINARY, FIXED_BINARY -> bytes((byte[]) value, out);
      case STRUCT -> struct(type, (List<?>) value, out);
      case LIST -> list(type, (List<?>) value, out);
      case MAP -> map(type, (List<?>) value, out);
    }
  }

  private static void struct(Type type, List<?> values, StringBuilder out) {
    out.append('[');
    for (int i = 0; i < values.size(); i++) {
      out.append(i == 0 ? "" : ", ");
      value(type.children().get(i).type(), values.get(i), out);
    }
    out.append(']');
  }

  private static void list(Type type, List<?> values, StringBuilder out) {
    out.append('[');
    for (int i = 0; i < values.size(); i++) {
      out.append(i == 0 ? "" : ", ");
      value(type.children().get(0).type(), values.get(i), out);
    }
    out.append(']');
  }

  private static void map(Type type, List<?> values, StringBuilder out) {
    out.append('[');
    for (int i = 0; i < values.size(); i++) {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) values.get(i);
      out.append(i == 0 ? "[" : ", [");
      value(type.children().get(0).type(), entry.getKey(), out);
      out.append(", ");
      value(type.children().get(1).type(), entry.getValue(), out);
      out.append(']');
    }
    out.append(']');
  }

  private static void text(String value, StringBuilder out) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > LONG_VALUE) {
      digest(bytes, out);
    } else {
      string(value, out);
    }
  }

  private static void bytes(byte[] value, StringBuilder out) {
    if (value.length > LONG_VALUE) {
      digest(value, out);
    } else {
      string("0x" + HexFormat.of().formatHex(value), out);
    }
  }

  private static void digest(byte[] bytes, StringBuilder out) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      out.append("{\"length\": ").append(bytes.length).append(", \"sha256\": ");
      string(HexFormat.of().formatHex(digest), out);
      out.append('}');
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot hash: every Java has SHA-256", e);
    }
  }

  private static void string(String value, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f) {
        out.append("\\u").append(HexFormat.of().toHexDigits((short) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
