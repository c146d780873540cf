// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.FieldNames;
import java.util.ArrayList;
import java.util.List;

/** Derives leaves from fields (SPEC.md, section 6). */
final class Leaves {

  private final List<Leaf> leaves = new ArrayList<>();

  private Leaves() {}

  static List<Leaf> of(List<Field> fields) {
    Leaves walk = new Leaves();
    walk.add("", fields, Struct.NONE);
    if (walk.leaves.size() > Schema.MAX_LEAVES) {
      throw new InvalidArgumentException(
          "Invalid schema: it has "
              + walk.leaves.size()
              + " leaves (expected at most "
              + Schema.MAX_LEAVES
              + ")");
    }
    return List.copyOf(walk.leaves);
  }

  private void add(String prefix, List<Field> fields, Struct around) {
    for (Field field : fields) {
      String path = prefix + FieldNames.quote(field.name());
      boolean nullable = around.nullable || field.nullable();
      if (field.type().nesting() != Nesting.STRUCT) {
        leaves.add(new Leaf(field.id(), path, field.type(), nullable, around.ids));
        continue;
      }
      if (field.nullable()) {
        leaves.add(new Leaf(field.id(), path, Type.presence(), true, around.ids));
      }
      List<Integer> ids = new ArrayList<>(around.ids);
      ids.add(field.id());
      add(path + ".", field.type().children(), new Struct(List.copyOf(ids), nullable));
    }
  }

  /**
   * The enclosing structs of a field: their ids from the top level, and whether any is nullable.
   */
  private record Struct(List<Integer> ids, boolean nullable) {
    static final Struct NONE = new Struct(List.of(), false);
  }
}
