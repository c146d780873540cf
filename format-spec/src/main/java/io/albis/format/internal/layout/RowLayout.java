// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Where each leaf of a group lies in a row of the row layout (SPEC.md, section 13). Leaves are
 * named by their index in the group.
 */
public final class RowLayout {

  private final int stride;
  private final int nullWordCount;
  private final int[] offsets;
  private final int[] nullBits;
  private final int[] widths;
  private final List<Integer> variableOffsets;

  private RowLayout(
      int stride,
      int nullWordCount,
      int[] offsets,
      int[] nullBits,
      int[] widths,
      List<Integer> variableOffsets) {
    this.stride = stride;
    this.nullWordCount = nullWordCount;
    this.offsets = offsets;
    this.nullBits = nullBits;
    this.widths = widths;
    this.variableOffsets = List.copyOf(variableOffsets);
  }

  /**
   * Computes the layout.
   *
   * @param leaves the leaves in group order
   * @throws InvalidArgumentException if one is a list or map, or the stride is above {@link
   *     FileLayout#MAX_STRIDE}
   */
  public static RowLayout of(List<Leaf> leaves) {
    int count = leaves.size();
    int[] nullBits = new int[count];
    int[] widths = new int[count];
    int nullable = 0;
    for (int i = 0; i < count; i++) {
      Leaf leaf = leaves.get(i);
      if (leaf.type().isRepeated()) {
        throw new InvalidArgumentException(
            "Invalid column group: "
                + leaf.path()
                + " of type "
                + leaf.type()
                + " has no row layout (expected it alone in its group)");
      }
      nullBits[i] = leaf.nullable() ? nullable++ : -1;
      widths[i] = leaf.type().fixedWidth();
    }
    int nullWords = (nullable + 63) / 64;
    int[] offsets = new int[count];
    long position = 8L * nullWords;
    for (int width : new int[] {16, 8, 4, 2, 1}) {
      for (int i = 0; i < count; i++) {
        if (widths[i] == width && leaves.get(i).type().kind() != TypeKind.FIXED_BINARY) {
          offsets[i] = (int) position;
          position += width;
        }
      }
    }
    for (int i = 0; i < count; i++) {
      if (leaves.get(i).type().kind() == TypeKind.FIXED_BINARY) {
        offsets[i] = (int) position;
        position += widths[i];
      }
    }
    long stride = Math.max(8, FileLayout.align(position, 8));
    if (stride > FileLayout.MAX_STRIDE) {
      throw new InvalidArgumentException(
          "Invalid column group: its rows need "
              + stride
              + " bytes (expected at most "
              + FileLayout.MAX_STRIDE
              + "); divide it into several groups");
    }
    List<Integer> variable = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (leaves.get(i).type().isVariableLength()) {
        variable.add(offsets[i]);
      }
    }
    return new RowLayout((int) stride, nullWords, offsets, nullBits, widths, variable);
  }

  /** Bytes from one row to the next, a multiple of 8. */
  public int stride() {
    return stride;
  }

  /** Number of 8-byte null words at the start of the row. */
  public int nullWordCount() {
    return nullWordCount;
  }

  /** Byte offset in the row of a leaf; meaningless for presence leaves. */
  public int offset(int index) {
    return offsets[index];
  }

  /** Byte offsets in the row of the strings and binaries, in group order. */
  public List<Integer> variableOffsets() {
    return variableOffsets;
  }

  /** Bit of a leaf in the null words, where 1 means null; -1 if it is not stored as nullable. */
  public int nullBit(int index) {
    return nullBits[index];
  }

  /** Bytes of a leaf in the row: 8 for strings and binaries, 0 for presence leaves. */
  public int width(int index) {
    return widths[index];
  }
}
