// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * A stored column of values (SPEC.md, section 6, "Leaves").
 *
 * @param id field id
 * @param path path of names from the top, joined by {@code .}, quoted where needed; for messages
 * @param type the type of the values; a struct without fields for presence leaves
 * @param nullable whether it is stored as nullable: its field or any enclosing struct is nullable
 * @param ancestorIds field ids of the enclosing structs, from the top level; for a presence leaf,
 *     without the struct itself
 */
public record Leaf(int id, String path, Type type, boolean nullable, List<Integer> ancestorIds) {

  /**
   * A leaf as the metadata of an extent describes it: without path and ancestors.
   *
   * @param id field id
   * @param type the type when it was stored
   * @param nullable whether it was stored nullable
   */
  public static Leaf stored(int id, Type type, boolean nullable) {
    return new Leaf(id, "field " + id, type, nullable, List.of());
  }

  /** Whether this says only which values of a nullable struct are null. */
  public boolean isPresence() {
    return type.nesting() == Nesting.STRUCT;
  }

  /**
   * Whether rows that store this leaf can be read as a leaf of the schema (SPEC.md, section 16): it
   * has the same id, a type that widens to the one of the schema, and no nulls that the schema does
   * not permit.
   *
   * @param wanted the leaf of the schema
   */
  public boolean canBeReadAs(Leaf wanted) {
    boolean hasType =
        isPresence() || wanted.isPresence()
            ? isPresence() && wanted.isPresence()
            : type.canWidenTo(wanted.type);
    return id == wanted.id && hasType && (wanted.nullable || !nullable);
  }

  /** The type with all that {@link #canBeReadAs} compares; for messages. */
  public String typeText() {
    List<Integer> ids = new ArrayList<>();
    addIds(type, ids);
    return type
        + (nullable ? "" : " required")
        + (ids.isEmpty() ? "" : " with the field ids " + ids);
  }

  private static void addIds(Type type, List<Integer> ids) {
    for (Field child : type.children()) {
      ids.add(child.id());
      addIds(child.type(), ids);
    }
  }
}
