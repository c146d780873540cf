// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

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
 * The metadata of columns of several files with the same Albis types. Field ids, attributes, and
 * the types of the files may differ: a decimal in integers and one in bytes, or timestamps of two
 * kinds. They are kept if they are the same in all.
 */
final class CommonMetadata {

  private static final Set<String> TYPES =
      Set.of(ParquetPrimitives.METADATA_KEY, OrcTypes.METADATA_KEY);

  private CommonMetadata() {}

  /** Returns a schema without the metadata that may differ. */
  static Schema comparable(Schema schema) {
    return Schema.of(schema.fields().stream().map(field -> common(field, null)).toList());
  }

  /** Returns a schema without what another one with the same columns does not have. */
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
                mayDiffer(entry) && !Objects.equals(entry.getValue(), others.get(entry.getKey())));
    Type type = field.type();
    List<Field> children = new ArrayList<>();
    for (int i = 0; i < type.children().size(); i++) {
      Field child = other == null ? null : other.type().children().get(i);
      children.add(common(type.children().get(i), child));
    }
    return field.withType(SourceMetadata.withChildren(type, children)).withMetadata(metadata);
  }

  /** The coordinates of shapes mean nothing without their type and reference system. */
  private static boolean mayDiffer(Map.Entry<String, String> metadata) {
    boolean isType = TYPES.contains(metadata.getKey());
    return SourceMetadata.isId(metadata.getKey())
        || (isType && !ParquetPrimitives.isSpatial(metadata.getValue()));
  }
}
