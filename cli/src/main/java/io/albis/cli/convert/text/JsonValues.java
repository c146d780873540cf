// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.row.ValueWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sets the values of a column or nested field from JSON. Not thread-safe. */
final class JsonValues {

  private final String file;
  private final String path;
  private final Type type;
  private final TextValues values;
  private final List<JsonValues> children = new ArrayList<>();

  /** Indexes of the children of a struct. */
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * Creates a setter.
   *
   * @param file the name, for messages
   * @param path of the field, for messages
   */
  JsonValues(String file, String path, Type type, TextValues values) {
    this.file = file;
    this.path = path;
    this.type = type;
    this.values = values;
    for (Field child : type.children()) {
      indexes.put(child.name(), children.size());
      children.add(new JsonValues(file, path + "." + child.name(), child.type(), values));
    }
  }

  /** Sets the value at the current token, and advances to its last token. */
  void set(JsonParser json, long line, ValueWriter target) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      target.setNull();
      return;
    }
    switch (type.nesting()) {
      case STRUCT -> {
        require(json, line, token == JsonToken.START_OBJECT);
        struct(json, line, target);
      }
      case LIST -> {
        require(json, line, token == JsonToken.START_ARRAY);
        target.beginList();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          children.get(0).set(json, line, target.element());
        }
        target.endList();
      }
      case MAP -> map(json, line, target);
      case NONE -> {
        require(json, line, token.isScalarValue());
        scalar(json, line, target);
      }
    }
  }

  private void require(JsonParser json, long line, boolean isRightKind) throws IOException {
    if (!isRightKind) {
      throw BadRow.of(file, line, path, type, json.getText(), null);
    }
  }

  private void scalar(JsonParser json, long line, ValueWriter target) throws IOException {
    JsonToken token = json.currentToken();
    try {
      if (type.kind() == TypeKind.BOOLEAN && token != JsonToken.VALUE_STRING) {
        target.setBoolean(json.getBooleanValue());
      } else {
        values.set(
            type, json.getTextCharacters(), json.getTextOffset(), json.getTextLength(), target);
      }
    } catch (IllegalArgumentException | com.fasterxml.jackson.core.JsonParseException e) {
      throw BadRow.of(file, line, path, type, json.getText(), e);
    }
  }

  private void struct(JsonParser json, long line, ValueWriter target) throws IOException {
    target.beginStruct();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      Integer index = indexes.get(name);
      if (index == null) {
        throw unknown(file, line, path + "." + name);
      }
      json.nextToken();
      children.get(index).set(json, line, target.field(index));
    }
    target.endStruct();
  }

  /** Sets a map: an array of objects with key and value, or an object if keys are strings. */
  private void map(JsonParser json, long line, ValueWriter target) throws IOException {
    JsonToken token = json.currentToken();
    boolean isObject =
        token == JsonToken.START_OBJECT && children.get(0).type.kind() == TypeKind.STRING;
    require(json, line, isObject || token == JsonToken.START_ARRAY);
    target.beginMap();
    if (isObject) {
      while (json.nextToken() != JsonToken.END_OBJECT) {
        target.key().setString(json.currentName());
        json.nextToken();
        children.get(1).set(json, line, target.value());
      }
    } else {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        entry(json, line, target);
      }
    }
    target.endMap();
  }

  private void entry(JsonParser json, long line, ValueWriter target) throws IOException {
    require(json, line, json.currentToken() == JsonToken.START_OBJECT);
    require(json, line, "key".equals(json.nextFieldName()));
    json.nextToken();
    require(json, line, json.currentToken() != JsonToken.VALUE_NULL);
    children.get(0).set(json, line, target.key());
    if (json.nextToken() == JsonToken.END_OBJECT) {
      target.value().setNull();
      return;
    }
    require(json, line, "value".equals(json.currentName()));
    json.nextToken();
    children.get(1).set(json, line, target.value());
    require(json, line, json.nextToken() == JsonToken.END_OBJECT);
  }

  /** Returns the error for a field that the schema does not have. */
  static RuntimeException unknown(String file, long line, String path) {
    return BadRow.of(
        file,
        line,
        "field "
            + path
            + " is not among those of the sample (--schema or a larger --sample-rows adds it)",
        null);
  }
}
