// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Columns of several files whose Albis types are the same, but not the types of the files: a
 * decimal in integers and one in bytes, or timestamps of two kinds. What a field was in its file is
 * kept as metadata if it was the same in all.
 */
final class CommonTypes {

  private static final Set<String> KEYS =
      Set.of(ParquetPrimitives.METADATA_KEY, OrcTypes.METADATA_KEY);

  private CommonTypes() {}

  /** Returns a schema without the metadata that may differ. */
  static Schema comparable(Schema schema) {
    return Schema.of(schema.fields().stream().map(field -> common(field, null)).toList());
  }

  /** Returns a schema with the types of files that another one with the same columns has, too. */
  static Schema common(Schema schema, Schema other) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < schema.fields().size(); i++) {
      fields.add(common(schema.fields().get(i), other.fields().get(i)));
    }
    return Schema.of(fields);
  }

  /**
   * Returns what two fields have in common.
   *
   * @param other null if it has no metadata
   */
  private static Field common(Field field, Field other) {
    Map<String, String> metadata = new TreeMap<>(field.metadata());
    Map<String, String> others = other == null ? Map.of() : other.metadata();
    metadata
        .entrySet()
        .removeIf(
            entry ->
                isOfFile(entry) && !Objects.equals(entry.getValue(), others.get(entry.getKey())));
    Type type = field.type();
    List<Field> children = new ArrayList<>();
    for (int i = 0; i < type.children().size(); i++) {
      Field child = other == null ? null : other.type().children().get(i);
      children.add(common(type.children().get(i), child));
    }
    return field.withType(SourceMetadata.withChildren(type, children)).withMetadata(metadata);
  }

  /** The coordinates of shapes mean nothing without their type and reference system. */
  private static boolean isOfFile(Map.Entry<String, String> metadata) {
    return KEYS.contains(metadata.getKey()) && !ParquetPrimitives.isSpatial(metadata.getValue());
  }
}
