/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.format.schema;

import io.albis.format.error.InvalidSchemaException;
import java.util.ArrayList;
import java.util.List;

/** The walk from fields to leaves (SPEC.md, section 6). */
final class Leaves {

  private final List<Leaf> leaves = new ArrayList<>();

  private Leaves() {}

  static List<Leaf> of(List<Field> fields) {
    Leaves walk = new Leaves();
    walk.add("", fields, Struct.NONE);
    if (walk.leaves.size() > Schema.MAX_LEAVES) {
      throw new InvalidSchemaException(
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
      String path = prefix + Names.quote(field.name());
      boolean nullable = around.nullable || field.nullable();
      if (field.type().kind() != TypeKind.STRUCT) {
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

  /** The structs around a field: their ids from the top, and whether any is nullable. */
  private record Struct(List<Integer> ids, boolean nullable) {
    static final Struct NONE = new Struct(List.of(), false);
  }
}
