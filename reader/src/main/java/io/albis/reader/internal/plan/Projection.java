// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reduces a schema to selected paths. */
public final class Projection {

  private Projection() {}

  /**
   * Returns the selected part of a schema. Top-level columns are in the order of their first
   * occurrence in the paths. Structs keep only the selected fields, also inside lists and maps, in
   * the order of the schema.
   *
   * @throws InvalidArgumentException if a path does not exist
   */
  public static Schema of(Schema schema, List<String> paths) {
    Map<Integer, Field> tops = new HashMap<>();
    for (Field top : schema.fields()) {
      putAll(tops, top, top);
    }
    Set<Integer> selected = new HashSet<>();
    Set<Field> order = new LinkedHashSet<>();
    for (String path : paths) {
      int id = schema.field(path).id();
      selected.add(id);
      order.add(tops.get(id));
    }
    List<Field> fields = new ArrayList<>();
    for (Field top : order) {
      fields.add(cut(top, selected));
    }
    return Schema.of(fields);
  }

  /** Maps the ids of a field and everything in it to a top-level column. */
  private static void putAll(Map<Integer, Field> tops, Field field, Field top) {
    tops.put(field.id(), top);
    for (Field child : field.type().children()) {
      putAll(tops, child, top);
    }
  }

  private static boolean containsAny(Field field, Set<Integer> ids) {
    return ids.contains(field.id())
        || field.type().children().stream().anyMatch(child -> containsAny(child, ids));
  }

  private static Field cut(Field field, Set<Integer> selected) {
    if (selected.contains(field.id()) || !field.type().isNested()) {
      return field;
    }
    List<Field> children = new ArrayList<>();
    for (Field child : field.type().children()) {
      // A map without its keys would be useless.
      boolean isKey = field.type().kind() == TypeKind.MAP && children.isEmpty();
      if (isKey && !containsAny(child, selected)) {
        children.add(child);
      } else if (containsAny(child, selected)) {
        children.add(cut(child, selected));
      } else if (field.type().kind() == TypeKind.MAP) {
        children.add(child);
      }
    }
    return switch (field.type().nesting()) {
      case STRUCT -> field.withType(Type.struct(children));
      case LIST -> field.withType(Type.list(children.get(0)));
      case MAP -> field.withType(Type.map(children.get(0), children.get(1)));
      case NONE -> field;
    };
  }
}
