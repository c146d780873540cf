// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.format.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Passes the values of a group's fields to parquet-java. */
final class ParquetFields {

  /** Writes a non-null value. */
  private interface Value {
    void write(Object value, RecordConsumer consumer);
  }

  private final List<String> names = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();

  /**
   * Creates a writer for the fields of a group.
   *
   * @param fields the Albis fields
   * @param group the Parquet group, as mapped by {@link ParquetSchemas}
   * @param prefix the path of the group followed by a dot, or empty
   */
  ParquetFields(List<Field> fields, GroupType group, String prefix) {
    for (int i = 0; i < fields.size(); i++) {
      Type type = group.getType(i);
      names.add(type.getName());
      values.add(value(fields.get(i), type, prefix + type.getName()));
    }
  }

  /** Writes the non-null values of a record. */
  void write(List<?> record, RecordConsumer consumer) {
    for (int i = 0; i < names.size(); i++) {
      Object value = record.get(i);
      if (value != null) {
        consumer.startField(names.get(i), i);
        values.get(i).write(value, consumer);
        consumer.endField(names.get(i), i);
      }
    }
  }

  private static Value value(Field field, Type type, String path) {
    return switch (field.type().nesting()) {
      case STRUCT -> {
        ParquetFields children =
            new ParquetFields(field.type().children(), type.asGroupType(), path + ".");
        yield (value, consumer) -> {
          consumer.startGroup();
          children.write((List<?>) value, consumer);
          consumer.endGroup();
        };
      }
      case LIST -> list(field, type.asGroupType(), path);
      case MAP -> map(field, type.asGroupType(), path);
      case NONE -> new ParquetPrimitive(field.type(), type.asPrimitiveType(), path)::write;
    };
  }

  private static Value list(Field field, GroupType type, String path) {
    ParquetFields element =
        new ParquetFields(field.type().children(), type.getType(0).asGroupType(), path + ".");
    return (value, consumer) -> {
      List<?> elements = (List<?>) value;
      consumer.startGroup();
      if (!elements.isEmpty()) {
        consumer.startField("list", 0);
        List<Object> single = new ArrayList<>(1);
        single.add(null);
        for (Object item : elements) {
          single.set(0, item);
          consumer.startGroup();
          element.write(single, consumer);
          consumer.endGroup();
        }
        consumer.endField("list", 0);
      }
      consumer.endGroup();
    };
  }

  private static Value map(Field field, GroupType type, String path) {
    ParquetFields keyAndValue =
        new ParquetFields(field.type().children(), type.getType(0).asGroupType(), path + ".");
    return (value, consumer) -> {
      List<?> entries = (List<?>) value;
      consumer.startGroup();
      if (!entries.isEmpty()) {
        consumer.startField("key_value", 0);
        List<Object> pair = new ArrayList<>(2);
        pair.add(null);
        pair.add(null);
        for (Object item : entries) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) item;
          pair.set(0, entry.getKey());
          pair.set(1, entry.getValue());
          consumer.startGroup();
          keyAndValue.write(pair, consumer);
          consumer.endGroup();
        }
        consumer.endField("key_value", 0);
      }
      consumer.endGroup();
    };
  }
}
