// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.input.ParquetPrimitives;
import io.albis.convert.internal.input.SourceMetadata;
import io.albis.convert.internal.input.UnsupportedTypeException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** Maps Albis schemas to Parquet schemas; lists and maps use the standard three levels. */
final class ParquetSchemas {

  private ParquetSchemas() {}

  /**
   * Returns the Parquet schema of a file.
   *
   * @throws UnsupportedTypeException if Parquet has no type for a column
   */
  static MessageType of(Schema schema) {
    List<Type> fields = new ArrayList<>();
    for (Field field : schema.fields()) {
      fields.add(type(field, field.name(), field.name()));
    }
    return new MessageType("albis", fields);
  }

  private static Type type(Field field, String name, String path) {
    Type type = withoutId(field, name, path);
    OptionalInt id = SourceMetadata.parquetId(field);
    return id.isPresent() ? type.withId(id.getAsInt()) : type;
  }

  private static Type withoutId(Field field, String name, String path) {
    Repetition repetition = field.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
    return switch (field.type().nesting()) {
      case STRUCT -> {
        List<Type> children = new ArrayList<>();
        for (Field child : field.type().children()) {
          children.add(type(child, child.name(), path + "." + child.name()));
        }
        yield new GroupType(repetition, name, children);
      }
      case LIST -> {
        Type element = type(field.type().children().get(0), "element", path + ".element");
        yield Types.buildGroup(repetition)
            .as(LogicalTypeAnnotation.listType())
            .addField(new GroupType(Repetition.REPEATED, "list", element))
            .named(name);
      }
      case MAP -> {
        Type key = type(field.type().children().get(0), "key", path + ".key");
        Type value = type(field.type().children().get(1), "value", path + ".value");
        yield Types.buildGroup(repetition)
            .as(LogicalTypeAnnotation.mapType())
            .addField(new GroupType(Repetition.REPEATED, "key_value", key, value))
            .named(name);
      }
      case NONE ->
          ParquetPrimitives.of(field, name)
              .orElseThrow(
                  () ->
                      new UnsupportedTypeException(
                          "export",
                          path,
                          "Parquet has no type for "
                              + field.type()
                              + "; exclude the column with --columns"));
    };
  }
}
