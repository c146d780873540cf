// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.util.List;

/**
 * A stored column of values (SPEC.md, section 6, "Leaves").
 *
 * @param id field id
 * @param path names from the top level, joined by {@code .}, quoted where necessary
 * @param type the type of the values; a struct without fields for presence leaves
 * @param nullable whether it is stored as nullable: its field or any enclosing struct is nullable
 * @param ancestorIds field ids of the enclosing structs, from the top level; for a presence leaf,
 *     without the struct itself
 */
public record Leaf(int id, String path, Type type, boolean nullable, List<Integer> ancestorIds) {

  /** Whether this leaf only stores which values of a nullable struct are null. */
  public boolean isPresence() {
    return type.nesting() == Nesting.STRUCT;
  }
}
