// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.albis.convert.internal.parquet.SparkSchema;
import io.albis.convert.internal.value.SparkTypeNames;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Types of columns as Spark names them in the footer of a Parquet file: of its intervals, Parquet
 * has only the integers.
 */
final class SparkSchemas {

  private static final String TYPE = "type";

  private SparkSchemas() {}

  /**
   * Returns the metadata of a file with the types of its columns, if some are intervals and the
   * metadata does not have the types.
   */
  static Map<String, String> describe(Map<String, String> metadata, Schema schema) {
    if (metadata.containsKey(SparkSchema.KEY) || !haveInterval(schema.fields())) {
      return metadata;
    }
    Map<String, String> described = new TreeMap<>(metadata);
    described.put(SparkSchema.KEY, struct(schema.fields()).toString());
    return described;
  }

  private static boolean haveInterval(List<Field> fields) {
    return fields.stream()
        .map(Field::type)
        .anyMatch(
            type ->
                type.kind() == TypeKind.YEAR_MONTH_INTERVAL
                    || type.kind() == TypeKind.DAY_TIME_INTERVAL
                    || haveInterval(type.children()));
  }

  private static ObjectNode struct(List<Field> fields) {
    ObjectNode struct = nested("struct");
    fields.forEach(
        field -> {
          ObjectNode one = struct.withArray("fields").addObject().put("name", field.name());
          one.set(TYPE, type(field.type()));
          one.put("nullable", field.nullable()).putObject("metadata");
        });
    return struct;
  }

  private static ObjectNode nested(String name) {
    return JsonNodeFactory.instance.objectNode().put(TYPE, name);
  }

  private static JsonNode type(Type type) {
    List<Field> children = type.children();
    return switch (type.nesting()) {
      case NONE -> TextNode.valueOf(name(type));
      case STRUCT -> struct(children);
      case LIST -> {
        ObjectNode list = nested("array");
        list.set("elementType", type(children.get(0).type()));
        yield list.put("containsNull", children.get(0).nullable());
      }
      case MAP -> {
        ObjectNode map = nested("map");
        map.set("keyType", type(children.get(0).type()));
        map.set("valueType", type(children.get(1).type()));
        yield map.put("valueContainsNull", children.get(1).nullable());
      }
    };
  }

  /** Returns the name of a primitive type. */
  static String name(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> "boolean";
      case INT8 -> "byte";
      case INT16 -> "short";
      case INT32 -> "integer";
      case INT64 -> "long";
      case FLOAT -> "float";
      case DOUBLE -> "double";
      case DECIMAL -> "decimal(" + type.precision() + "," + type.scale() + ")";
      case DATE -> "date";
      // Spark has no nanoseconds; it can be configured to read them as integers.
      case TIME ->
          switch (type.unit()) {
            case MILLIS -> "time(3)";
            case MICROS -> "time(6)";
            case NANOS -> "long";
          };
      case TIMESTAMP ->
          type.unit() == TimeUnit.NANOS
              ? "long"
              : type.withZone() ? SparkTypeNames.TIMESTAMP : SparkTypeNames.TIMESTAMP_NTZ;
      case STRING -> "string";
      case BINARY, FIXED_BINARY, UUID -> "binary";
      case YEAR_MONTH_INTERVAL -> "interval year to month";
      case DAY_TIME_INTERVAL -> "interval day to second";
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("Not primitive: " + type);
    };
  }
}
