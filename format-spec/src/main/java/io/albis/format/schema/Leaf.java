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
    return type.kind() == TypeKind.STRUCT;
  }
}
