// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.Dependency;
import org.apache.spark.sql.connector.catalog.DependencyList;
import org.apache.spark.sql.connector.catalog.FunctionDependency;
import org.apache.spark.sql.connector.catalog.TableDependency;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** A view as a file: an object of JSON. Its class is that of Spark 4.2 and later. */
final class ViewJson {

  private static final String VERSION = "formatVersion";
  private static final String QUERY = "query";
  private static final String SCHEMA = "schema";
  private static final String CATALOG = "currentCatalog";
  private static final String NAMESPACE = "currentNamespace";
  private static final String COLUMNS = "queryColumns";
  private static final String MODE = "schemaMode";
  private static final String CONFIGS = "sqlConfigs";
  private static final String PROPERTIES = "properties";
  private static final String DEPENDENCIES = "dependencies";

  /** Rises when earlier versions of Albis would read a view wrongly. */
  private static final String CURRENT = "1";

  private ViewJson() {}

  static byte[] encode(View view) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField(VERSION, CURRENT);
      json.writeStringField(QUERY, view.queryText());
      json.writeStringField(SCHEMA, view.schema().json());
      write(json, CATALOG, view.currentCatalog());
      write(json, NAMESPACE, view.currentNamespace());
      write(json, COLUMNS, view.queryColumnNames());
      write(json, MODE, view.schemaMode());
      write(json, CONFIGS, view.sqlConfigs());
      write(json, PROPERTIES, view.properties());
      write(json, view.viewDependencies());
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, String name, String value) throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private static void write(JsonGenerator json, String name, String[] values) throws IOException {
    if (values != null) {
      json.writeFieldName(name);
      json.writeArray(values, 0, values.length);
    }
  }

  private static void write(JsonGenerator json, String name, Map<String, String> values)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> entry : new TreeMap<>(values).entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, DependencyList all) throws IOException {
    if (all == null) {
      return;
    }
    json.writeArrayFieldStart(DEPENDENCIES);
    for (Dependency dependency : all.dependencies()) {
      json.writeStartObject();
      if (dependency instanceof TableDependency table) {
        write(json, "table", table.nameParts());
      } else if (dependency instanceof FunctionDependency function) {
        write(json, "function", function.nameParts());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /**
   * Reads a view.
   *
   * @throws IOException if the file is none of this version
   */
  static View decode(byte[] file) throws IOException {
    try (JsonParser json = new JsonFactory().createParser(file)) {
      json.nextToken();
      Map<?, ?> object = (Map<?, ?>) value(json);
      if (!CURRENT.equals(object.get(VERSION))) {
        throw new IOException(
            "its version is " + object.get(VERSION) + " (expected " + CURRENT + ")");
      }
      return new View.Builder()
          .withSchema((StructType) DataType.fromJson((String) required(object, SCHEMA)))
          .withProperties(strings(required(object, PROPERTIES)))
          .withQueryText((String) required(object, QUERY))
          .withCurrentCatalog((String) object.get(CATALOG))
          .withCurrentNamespace(array(object.get(NAMESPACE)))
          .withSqlConfigs(strings(required(object, CONFIGS)))
          .withSchemaMode((String) object.get(MODE))
          .withQueryColumnNames(array(object.get(COLUMNS)))
          .withViewDependencies(dependencies(object.get(DEPENDENCIES)))
          .build();
    } catch (ClassCastException | IllegalArgumentException | NullPointerException e) {
      throw new IOException("it is not the file of a view: " + e.getMessage(), e);
    }
  }

  private static Object required(Map<?, ?> object, String name) throws IOException {
    Object value = object.get(name);
    if (value == null) {
      throw new IOException("it has no " + name);
    }
    return value;
  }

  private static DependencyList dependencies(Object list) {
    if (list == null) {
      return null;
    }
    List<Dependency> all = new ArrayList<>();
    for (Object one : (List<?>) list) {
      Map<?, ?> dependency = (Map<?, ?>) one;
      all.add(
          dependency.containsKey("table")
              ? Dependency.table(array(dependency.get("table")))
              : Dependency.function(array(dependency.get("function"))));
    }
    return DependencyList.of(all.toArray(Dependency[]::new));
  }

  private static String[] array(Object list) {
    return list == null
        ? null
        : ((List<?>) list).stream().map(String.class::cast).toArray(String[]::new);
  }

  private static Map<String, String> strings(Object object) {
    Map<String, String> strings = new LinkedHashMap<>();
    ((Map<?, ?>) object).forEach((key, value) -> strings.put((String) key, (String) value));
    return strings;
  }

  /** Returns a string, or a list or map of values. The parser limits how deep they are. */
  private static Object value(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.START_ARRAY) {
      List<Object> values = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        values.add(value(json));
      }
      return values;
    } else if (token == JsonToken.START_OBJECT) {
      Map<String, Object> values = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        values.put(name, value(json));
      }
      return values;
    }
    return json.getText();
  }
}
