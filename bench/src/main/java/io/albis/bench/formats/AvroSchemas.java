// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Converts Albis schemas to Avro schemas. */
final class AvroSchemas {

  private AvroSchemas() {}

  /** Returns the Avro schema; nullable fields become unions with null. */
  static Schema of(io.albis.format.schema.Schema schema) {
    return record(schema.fields(), "row");
  }

  /** The other branch of a union with null; otherwise the schema itself. */
  static Schema withoutNull(Schema schema) {
    return schema.isUnion() ? schema.getTypes().get(1) : schema;
  }

  /**
   * The columns of a file to read.
   *
   * @param file the schema of the file
   * @param wanted names of columns, in order
   */
  static Schema select(Schema file, List<String> wanted) {
    List<Schema.Field> fields = new ArrayList<>();
    for (String name : wanted) {
      fields.add(new Schema.Field(name, file.getField(name).schema()));
    }
    return Schema.createRecord(file.getName(), null, null, false, fields);
  }

  private static Schema record(List<Field> fields, String name) {
    List<Schema.Field> children = new ArrayList<>();
    for (Field field : fields) {
      children.add(new Schema.Field(field.name(), of(field, name + "_" + field.name())));
    }
    return Schema.createRecord(name, null, null, false, children);
  }

  private static Schema of(Field field, String name) {
    Schema schema = type(field.type(), name);
    return field.nullable() ? Schema.createUnion(Schema.create(Schema.Type.NULL), schema) : schema;
  }

  private static Schema type(Type type, String name) {
    return switch (ValueKind.of(type)) {
      case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
      case INT -> Schema.create(Schema.Type.INT);
      case LONG -> Schema.create(Schema.Type.LONG);
      case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
      case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case TIMESTAMP ->
          LogicalTypes.localTimestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case DECIMAL ->
          LogicalTypes.decimal(type.precision(), type.scale())
              .addToSchema(Schema.create(Schema.Type.BYTES));
      case TEXT -> Schema.create(Schema.Type.STRING);
      case STRUCT -> record(type.children(), name);
      case LIST -> Schema.createArray(of(type.children().get(0), name + "_element"));
    };
  }
}
