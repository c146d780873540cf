// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.albis.cli.output.ValueText;
import io.albis.format.error.InvalidValueException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes one JSON object per line. Numbers and booleans are JSON numbers and booleans; maps are
 * lists of objects with {@code key} and {@code value}; all other values are strings formatted by
 * {@link ValueText}.
 */
final class JsonLinesSink implements RowSink {

  private final Schema schema;
  private final JsonGenerator json;

  JsonLinesSink(Path file, Schema schema) throws IOException {
    this(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16), schema);
  }

  JsonLinesSink(OutputStream out, Schema schema) throws IOException {
    this.schema = schema;
    this.json =
        JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build()
            .createGenerator(out, JsonEncoding.UTF8)
            .setPrettyPrinter(new MinimalPrettyPrinter("\n"));
  }

  @Override
  public void write(List<Object> row) throws IOException {
    struct(schema.fields(), row, "");
  }

  private void struct(List<Field> fields, List<?> values, String prefix) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      json.writeFieldName(field.name());
      value(field.type(), values.get(i), prefix + field.name());
    }
    json.writeEndObject();
  }

  private void value(Type type, Object value, String path) throws IOException {
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (type.kind()) {
      case BOOLEAN -> json.writeBoolean((Boolean) value);
      case INT8, INT16, INT32, INT64 -> json.writeNumber(((Number) value).longValue());
      case FLOAT -> json.writeNumber(finite((Float) value, path).floatValue());
      case DOUBLE -> json.writeNumber(finite((Double) value, path).doubleValue());
      case DECIMAL -> json.writeNumber((BigDecimal) value);
      case STRUCT -> struct(type.children(), (List<?>) value, path + ".");
      case LIST -> {
        json.writeStartArray();
        for (Object element : (List<?>) value) {
          value(type.children().get(0).type(), element, path + ".element");
        }
        json.writeEndArray();
      }
      case MAP -> map(type, (List<?>) value, path);
      case DATE, TIME, TIMESTAMP, STRING, BINARY, FIXED_BINARY, UUID ->
          json.writeString(ValueText.of(type, value));
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> json.writeString(ValueText.of(type, value));
    }
  }

  private static Number finite(Number value, String path) {
    if (!Double.isFinite(value.doubleValue())) {
      throw new InvalidValueException(
          "Cannot export column "
              + path
              + ": JSON has no number "
              + value
              + "; exclude the column with --columns, or export to another format");
    }
    return value;
  }

  private void map(Type type, List<?> entries, String path) throws IOException {
    json.writeStartArray();
    for (Object item : entries) {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
      json.writeStartObject();
      json.writeFieldName("key");
      value(type.children().get(0).type(), entry.getKey(), path + ".key");
      json.writeFieldName("value");
      value(type.children().get(1).type(), entry.getValue(), path + ".value");
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  @Override
  public void close() throws IOException {
    json.writeRaw('\n');
    json.close();
  }
}
