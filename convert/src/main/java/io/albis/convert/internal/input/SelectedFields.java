// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.batch.InputSource;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Takes single fields out of the columns of a file, as a scan of a table does. */
final class SelectedFields {

  private final Set<Field> selected = Collections.newSetFromMap(new IdentityHashMap<>());

  private SelectedFields() {}

  /**
   * Returns a file with only those fields of its columns that are selected.
   *
   * @param file has the columns in which paths lie, and no others
   * @param paths of columns and fields; empty for all
   * @throws io.albis.format.error.InvalidArgumentException if there is no such field
   */
  static InputSource of(InputSource file, List<String> paths) {
    Schema all = file.schema();
    SelectedFields fields = new SelectedFields();
    paths.forEach(path -> fields.selected.add(all.field(path)));
    if (fields.selected.containsAll(all.fields()) || paths.isEmpty()) {
      return file;
    }
    Schema part = Schema.of(all.fields().stream().map(fields::cut).toList());
    return part.equals(all) ? file : new AppendedSource(file, part);
  }

  private boolean contains(Field field) {
    return selected.contains(field) || field.type().children().stream().anyMatch(this::contains);
  }

  private Field cut(Field field) {
    if (selected.contains(field)) {
      return field;
    }
    List<Field> children = new ArrayList<>();
    for (Field child : field.type().children()) {
      if (contains(child)) {
        children.add(cut(child));
      }
    }
    return switch (field.type().nesting()) {
      case NONE -> field;
      case STRUCT -> field.withType(Type.struct(children));
      case LIST -> field.withType(Type.list(children.get(0)));
      // A map has both, whichever was selected.
      case MAP -> field.withType(Type.map(part(field, 0), part(field, 1)));
    };
  }

  private Field part(Field map, int index) {
    Field child = map.type().children().get(index);
    return contains(child) ? cut(child) : child;
  }
}
