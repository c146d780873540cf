// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.schema.Type;
import io.albis.reader.internal.type.Access;

/**
 * Builds a shape, column by column. Reused for each batch; allocates nothing while the shape stays
 * the same. Not thread-safe.
 */
public final class RowShapeBuilder {

  private static final long NO_GROUP = 0;

  final Access[] accesses;
  final int[] widths;
  final boolean[] inRows;
  final boolean[] areBits;
  final int[] valueSteps;
  final int[] nullSteps;
  final int[] offsets;
  final int[] nullBits;
  private final long[] groups;
  private final boolean[] nullable;

  RowShapeBuilder(RowFields fields) {
    int size = fields.size();
    accesses = new Access[size];
    widths = new int[size];
    inRows = new boolean[size];
    areBits = new boolean[size];
    valueSteps = new int[size];
    nullSteps = new int[size];
    offsets = new int[size];
    nullBits = new int[size];
    groups = new long[size];
    nullable = new boolean[size];
    for (int i = 0; i < size; i++) {
      Type type = fields.type(i);
      accesses[i] = Access.of(type);
      widths[i] = accesses[i] == Access.UNSCALED ? type.fixedWidth() : 0;
      nullable[i] = fields.isNullable(i);
      column(i, 0, false, 1);
    }
  }

  /**
   * Adds a column in the column layout, or one with the same value in all rows.
   *
   * @param valueStep bytes from the value of one row to that of the next
   * @param bits whether the values are bits, and the step counts bits
   * @param nullStep bits from the null bit of one row to that of the next: 0 or 1 if a 0 bit means
   *     null; otherwise a multiple of 64, and a 1 bit means null
   */
  public void column(int ordinal, int valueStep, boolean bits, int nullStep) {
    groups[ordinal] = NO_GROUP;
    inRows[ordinal] = false;
    areBits[ordinal] = bits;
    valueSteps[ordinal] = valueStep;
    nullSteps[ordinal] = nullable[ordinal] ? nullStep : RowShape.NONE;
    offsets[ordinal] = 0;
    nullBits[ordinal] = 0;
  }

  /**
   * Adds a column in a group of the row layout.
   *
   * @param group number of the group; not 0
   * @param stride bytes from row to row, a multiple of 8
   * @param offset bytes from the start of the row
   * @param nullBit bit in the null words, negative if the column is stored as never null
   */
  public void row(int ordinal, long group, int stride, int offset, int nullBit) {
    groups[ordinal] = group;
    inRows[ordinal] = true;
    areBits[ordinal] = false;
    valueSteps[ordinal] = stride;
    nullSteps[ordinal] = nullBit < 0 ? RowShape.NONE : stride * Byte.SIZE;
    offsets[ordinal] = offset;
    nullBits[ordinal] = Math.max(0, nullBit);
  }

  boolean isSingle() {
    for (long group : groups) {
      if (group == NO_GROUP || group != groups[0]) {
        return false;
      }
    }
    return groups.length > 0;
  }

  /**
   * Returns the shape: {@code previous} if it is equal. It may be null; otherwise it comes from
   * this builder.
   */
  public RowShape build(RowShape previous) {
    return previous != null && previous.isBuiltBy(this) ? previous : new RowShape(this);
  }
}
