// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import java.util.List;

/** Fields with what is below them. */
public final class Fields {

  private Fields() {}

  /** Returns a field with other children; the field itself if it has none. */
  public static Field withChildren(Field field, List<Field> children) {
    return switch (field.type().nesting()) {
      case STRUCT -> field.withType(Type.struct(children));
      case LIST -> field.withType(Type.list(children.get(0)));
      case MAP -> field.withType(Type.map(children.get(0), children.get(1)));
      case NONE -> field;
    };
  }

  /** The path of a field that has no value in rows that lack it; null if there is none. */
  public static String firstUnreadable(Field field, String prefix) {
    if (field.nullable() || field.initialDefault().isPresent()) {
      return null;
    }
    String path = prefix + FieldNames.quote(field.name());
    if (field.type().nesting() != Nesting.STRUCT) {
      return path;
    }
    for (Field child : field.type().children()) {
      String unreadable = firstUnreadable(child, path + ".");
      if (unreadable != null) {
        return unreadable;
      }
    }
    return null;
  }
}
