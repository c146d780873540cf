// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds the values of a column or nested field from JSON. Not thread-safe. */
final class JsonValues {

  private final String file;
  private final String path;
  private final Type type;
  private final TextValues values;
  private final List<JsonValues> children = new ArrayList<>();

  /** Indexes of the children of a struct. */
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * Prepares a field.
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

  /** Adds the value at the current token, and advances to its last token. */
  void add(JsonParser json, long line, TextColumn target) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      target.addNull();
      return;
    }
    switch (type.nesting()) {
      case STRUCT -> {
        require(json, line, token == JsonToken.START_OBJECT);
        struct(json, line, target);
      }
      case LIST -> {
        require(json, line, token == JsonToken.START_ARRAY);
        while (json.nextToken() != JsonToken.END_ARRAY) {
          children.get(0).add(json, line, target.child(0));
        }
        target.addElements();
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

  private void scalar(JsonParser json, long line, TextColumn target) throws IOException {
    JsonToken token = json.currentToken();
    try {
      if (type.kind() == TypeKind.BOOLEAN && token != JsonToken.VALUE_STRING) {
        target.addNumber(json.getBooleanValue() ? 1 : 0);
      } else {
        values.add(
            type, json.getTextCharacters(), json.getTextOffset(), json.getTextLength(), target);
      }
    } catch (IllegalArgumentException | com.fasterxml.jackson.core.JsonParseException e) {
      throw BadRow.of(file, line, path, type, json.getText(), e);
    }
  }

  private void struct(JsonParser json, long line, TextColumn target) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      Integer index = indexes.get(name);
      if (index == null) {
        throw unknown(file, line, path + "." + name);
      }
      json.nextToken();
      children.get(index).add(json, line, target.child(index));
    }
    target.addStruct();
  }

  /** Adds a map: an array of objects with key and value, or an object if keys are strings. */
  private void map(JsonParser json, long line, TextColumn target) throws IOException {
    JsonToken token = json.currentToken();
    boolean isObject =
        token == JsonToken.START_OBJECT && children.get(0).type.kind() == TypeKind.STRING;
    require(json, line, isObject || token == JsonToken.START_ARRAY);
    if (isObject) {
      while (json.nextToken() != JsonToken.END_OBJECT) {
        key(json, line, target.child(0));
        json.nextToken();
        children.get(1).add(json, line, target.child(1));
      }
    } else {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        entry(json, line, target);
      }
    }
    target.addElements();
  }

  private void key(JsonParser json, long line, TextColumn target) throws IOException {
    char[] name = json.currentName().toCharArray();
    try {
      values.add(children.get(0).type, name, 0, name.length, target);
    } catch (IllegalArgumentException e) {
      throw BadRow.of(file, line, path + ".key", children.get(0).type, json.currentName(), e);
    }
  }

  private void entry(JsonParser json, long line, TextColumn target) throws IOException {
    require(json, line, json.currentToken() == JsonToken.START_OBJECT);
    require(json, line, "key".equals(json.nextFieldName()));
    json.nextToken();
    require(json, line, json.currentToken() != JsonToken.VALUE_NULL);
    children.get(0).add(json, line, target.child(0));
    if (json.nextToken() == JsonToken.END_OBJECT) {
      target.child(1).addNull();
      return;
    }
    require(json, line, "value".equals(json.currentName()));
    json.nextToken();
    children.get(1).add(json, line, target.child(1));
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
