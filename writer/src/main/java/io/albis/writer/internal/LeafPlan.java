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
package io.albis.writer.internal;

import io.albis.format.layout.Layout;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.TypeKind;

/**
 * How a leaf is written.
 *
 * @param leaf the leaf
 * @param group index of its column group
 * @param layout of that group
 * @param setter which setter it takes, one of the codes of {@link Setters}
 * @param width bytes of its slot while a segment is built: booleans 1, strings and binaries 8,
 *     presence leaves 0; lists and maps, that have no slot, 0
 * @param step bytes from the slot of one row to that of the next
 * @param offset of the slot in the row; 0 in the column layout
 * @param nullBit in the null words of the row layout; -1 where there is none
 */
record LeafPlan(
    Leaf leaf,
    int group,
    Layout layout,
    byte setter,
    int width,
    int step,
    int offset,
    int nullBit) {

  /** Whether it is a list or map. */
  boolean isNested() {
    return leaf.type().kind() == TypeKind.LIST || leaf.type().kind() == TypeKind.MAP;
  }

  boolean isVariable() {
    return leaf.type().isVariableLength();
  }
}
