// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The type of JSON values, inferred from some of them. */
final class JsonShape {

  private final InferredType scalar = new InferredType();
  private final Map<String, JsonShape> fields = new LinkedHashMap<>();
  private JsonShape element;
  private boolean hasScalars;
  private boolean hasObjects;
  private boolean hasArrays;

  /** Adds the value at the current token, and advances to its last token. */
  void add(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.START_OBJECT) {
      hasObjects = true;
      while (json.nextToken() != JsonToken.END_OBJECT) {
        JsonShape field = fields.computeIfAbsent(json.currentName(), name -> new JsonShape());
        json.nextToken();
        field.add(json);
      }
    } else if (token == JsonToken.START_ARRAY) {
      hasArrays = true;
      element = element == null ? new JsonShape() : element;
      while (json.nextToken() != JsonToken.END_ARRAY) {
        element.add(json);
      }
    } else if (token != JsonToken.VALUE_NULL) {
      hasScalars = true;
      if (token == JsonToken.VALUE_STRING) {
        scalar.addText(json.getText());
      } else if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
        scalar.addBoolean();
      } else {
        scalar.add(json.getText());
      }
    }
  }

  /**
   * Returns the columns.
   *
   * @param file the name, for messages
   * @param types those that are given, which replace inferred ones
   * @throws InvalidArgumentException if a column has values of different kinds
   */
  List<Field> columns(String file, Map<String, Type> types) {
    Map<String, Type> columns = new LinkedHashMap<>();
    fields.forEach(
        (name, shape) -> {
          Type given = types.get(name);
          columns.put(name, given == null ? shape.type(file, name) : given);
        });
    types.forEach(columns::putIfAbsent);
    List<Field> list = new ArrayList<>();
    columns.forEach((name, type) -> list.add(Field.nullable(name, type)));
    return list;
  }

  private Type type(String file, String path) {
    if ((hasScalars ? 1 : 0) + (hasObjects ? 1 : 0) + (hasArrays ? 1 : 0) > 1) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + file
              + ": column "
              + path
              + ": some of its values are objects or arrays, others not; exclude the column with"
              + " --columns");
    }
    if (hasArrays) {
      return Type.list(Field.nullable("element", element.type(file, path + ".element")));
    }
    if (!hasObjects) {
      return scalar.type();
    }
    if (fields.isEmpty()) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + file
              + ": column "
              + path
              + ": its objects have no fields; exclude the column with --columns or give its type"
              + " with --schema");
    }
    List<Field> children = new ArrayList<>();
    fields.forEach(
        (name, shape) -> children.add(Field.nullable(name, shape.type(file, path + "." + name))));
    return Type.struct(children);
  }
}
