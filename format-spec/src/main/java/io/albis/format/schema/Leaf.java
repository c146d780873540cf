// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import java.util.List;

/**
 * What is stored of a schema: a column of values (SPEC.md, section 6, "Leaves").
 *
 * @param id field id
 * @param path path of names from the top, joined by {@code .}, quoted where needed
 * @param type the type of the values; a struct without fields for presence leaves
 * @param nullable whether it is stored nullable: its field or any struct around it is
 * @param ancestorIds field ids of the structs around it, from the top; of a presence leaf without
 *     the struct itself
 */
public record Leaf(int id, String path, Type type, boolean nullable, List<Integer> ancestorIds) {

  /** Whether this says only which values of a nullable struct are null. */
  public boolean isPresence() {
    return type.nesting() == Nesting.STRUCT;
  }
}
