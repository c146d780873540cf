// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.plan;

import io.albis.format.internal.layout.Layout;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.TypeKind;

/**
 * How a leaf is written.
 *
 * @param leaf the leaf
 * @param group index of its column group
 * @param layout of that group
 * @param setter which setter it takes, one of the codes of {@link SetterCode}
 * @param width bytes of its slot while a segment is built: booleans 1, strings and binaries 8,
 *     presence leaves 0; lists and maps, that have no slot, 0
 * @param step bytes from the slot of one row to that of the next
 * @param offset of the slot in the row; 0 in the column layout
 * @param nullBit in the null words of the row layout; -1 where there is none
 */
public record LeafPlan(
    Leaf leaf,
    int group,
    Layout layout,
    byte setter,
    int width,
    int step,
    int offset,
    int nullBit) {

  /** Whether it is a list or map. */
  public boolean isNested() {
    return leaf.type().kind() == TypeKind.LIST || leaf.type().kind() == TypeKind.MAP;
  }

  public boolean isVariable() {
    return leaf.type().isVariableLength();
  }
}
