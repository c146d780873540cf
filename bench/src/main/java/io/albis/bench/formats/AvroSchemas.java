// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

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
    return switch (type.kind()) {
      case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
      case INT8, INT16, INT32 -> Schema.create(Schema.Type.INT);
      case INT64 -> Schema.create(Schema.Type.LONG);
      case FLOAT -> Schema.create(Schema.Type.FLOAT);
      case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
      case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case TIMESTAMP -> timestamp(type);
      case DECIMAL ->
          LogicalTypes.decimal(type.precision(), type.scale())
              .addToSchema(Schema.create(Schema.Type.BYTES));
      case STRING -> Schema.create(Schema.Type.STRING);
      case BINARY -> Schema.create(Schema.Type.BYTES);
      case STRUCT -> record(type.children(), name);
      case LIST -> Schema.createArray(of(type.children().get(0), name + "_element"));
      case TIME, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, MAP ->
          throw new IllegalStateException("Not supported by Avro: " + type);
    };
  }

  private static Schema timestamp(Type type) {
    Schema number = Schema.create(Schema.Type.LONG);
    return switch (type.unit()) {
      case MILLIS ->
          type.withZone()
              ? LogicalTypes.timestampMillis().addToSchema(number)
              : LogicalTypes.localTimestampMillis().addToSchema(number);
      case MICROS ->
          type.withZone()
              ? LogicalTypes.timestampMicros().addToSchema(number)
              : LogicalTypes.localTimestampMicros().addToSchema(number);
      case NANOS ->
          type.withZone()
              ? LogicalTypes.timestampNanos().addToSchema(number)
              : LogicalTypes.localTimestampNanos().addToSchema(number);
    };
  }
}
