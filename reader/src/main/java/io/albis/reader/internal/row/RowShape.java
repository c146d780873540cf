// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.internal.type.Access;
import java.util.Arrays;
import java.util.List;

/**
 * The memory layout of the columns of a scan, or of the fields of a struct, as far as it is the
 * same for all batches. The accessors of a row view are compiled for it. Scans of the same shape
 * share their compiled class.
 */
public final class RowShape {

  /** Means "no code"; also the null step of a column that is never null. */
  static final int NONE = -1;

  private final Access[] accesses;
  private final int[] widths;
  private final boolean[] inRows;
  private final boolean[] areBits;
  private final int[] valueSteps;
  private final int[] nullSteps;
  private final int[] offsets;
  private final int[] nullBits;
  private final boolean single;
  private final int hash;

  RowShape(RowShapeBuilder builder) {
    this.accesses = builder.accesses.clone();
    this.widths = builder.widths.clone();
    this.inRows = builder.inRows.clone();
    this.areBits = builder.areBits.clone();
    this.valueSteps = builder.valueSteps.clone();
    this.nullSteps = builder.nullSteps.clone();
    this.single = builder.isSingle();
    // With several groups, the base addresses include the offsets.
    this.offsets = single ? builder.offsets.clone() : new int[accesses.length];
    this.nullBits = single ? builder.nullBits.clone() : new int[accesses.length];
    int result = Arrays.hashCode(accesses);
    result = 31 * result + Arrays.hashCode(widths);
    result = 31 * result + Arrays.hashCode(inRows);
    result = 31 * result + Arrays.hashCode(areBits);
    result = 31 * result + Arrays.hashCode(valueSteps);
    result = 31 * result + Arrays.hashCode(nullSteps);
    result = 31 * result + Arrays.hashCode(offsets);
    this.hash = 31 * result + Arrays.hashCode(nullBits);
  }

  /** Whether this equals what a builder would build. */
  boolean isBuiltBy(RowShapeBuilder builder) {
    return single == builder.isSingle()
        && Arrays.equals(inRows, builder.inRows)
        && Arrays.equals(areBits, builder.areBits)
        && Arrays.equals(valueSteps, builder.valueSteps)
        && Arrays.equals(nullSteps, builder.nullSteps)
        && (!single
            || (Arrays.equals(offsets, builder.offsets)
                && Arrays.equals(nullBits, builder.nullBits)));
  }

  /** Number of columns. */
  public int size() {
    return accesses.length;
  }

  /** Whether all columns are in one group of the row layout, so that a row is one address. */
  public boolean isSingle() {
    return single;
  }

  /** Bytes from row to row if {@link #isSingle}. */
  public int stride() {
    return valueStep(0);
  }

  /** Whether rows of one group start with null words. */
  boolean hasNullWords() {
    return Arrays.stream(nullSteps).anyMatch(step -> step != NONE);
  }

  Access access(int ordinal) {
    return accesses[ordinal];
  }

  /** Bytes of a value. */
  int width(int ordinal) {
    return widths[ordinal];
  }

  /** Byte offset in the row if {@link #isSingle}. */
  int offset(int ordinal) {
    return offsets[ordinal];
  }

  /** Bit in the null words if {@link #isSingle} and the column can be null. */
  int nullBit(int ordinal) {
    return nullBits[ordinal];
  }

  /** Whether the column is in the row layout, where strings have a slot of offset and length. */
  boolean isInRows(int ordinal) {
    return inRows[ordinal];
  }

  /** Whether booleans are bits, not bytes. */
  boolean isBits(int ordinal) {
    return areBits[ordinal];
  }

  /** Bytes from the value of one row to that of the next, or bits if {@link #isBits}. */
  int valueStep(int ordinal) {
    return valueSteps[ordinal];
  }

  /**
   * Bits from the null bit of one row to that of the next; {@link #NONE} if it is never null. At
   * most 1 in the column layout, where 0 means null; larger in the row layout, where 1 means null.
   */
  int nullStep(int ordinal) {
    return nullSteps[ordinal];
  }

  /** Whether nulls are stored as validity bits of the column layout. */
  boolean hasValidity(int ordinal) {
    return nullSteps[ordinal] == 0 || nullSteps[ordinal] == 1;
  }

  /**
   * What a getter needs to know about each column; {@link #NONE} if it must not read the column.
   * With one group, the offset in the row; with several, the {@link #valueStep}. Unscaled values:
   * twice that, plus 1 if they have 8 bytes. Booleans in several groups: twice that, plus 1 if they
   * are bits.
   *
   * <p>The JIT compiler treats elements of a constant immutable list as constants, but not those of
   * an array; codes in a string would use more of the inlining budget.
   */
  List<Long> codes(Access getter) {
    Long[] codes = new Long[size()];
    for (int i = 0; i < size(); i++) {
      long code = single ? offsets[i] : valueSteps[i];
      if (accesses[i] != getter) {
        code = NONE;
      } else if (getter == Access.UNSCALED) {
        code = code << 1 | (widths[i] == 8 ? 1 : 0);
      } else if (getter == Access.BOOLEAN && !single) {
        code = code << 1 | (areBits[i] ? 1 : 0);
      }
      codes[i] = code;
    }
    return List.of(codes);
  }

  /** The bit of each column in the first null word; 0 if it is in another word or has none. */
  List<Long> nullMasks() {
    Long[] masks = new Long[size()];
    for (int i = 0; i < size(); i++) {
      masks[i] = nullSteps[i] != NONE && nullBits[i] < Long.SIZE ? 1L << nullBits[i] : 0;
    }
    return List.of(masks);
  }

  /** The {@link #nullStep} of each column. */
  List<Long> nullSteps() {
    return Arrays.stream(nullSteps).mapToObj(step -> (long) step).toList();
  }

  /** Whether there are null bits beyond the first null word. */
  boolean hasManyNullWords() {
    return Arrays.stream(nullBits).anyMatch(bit -> bit >= Long.SIZE);
  }

  @Override
  public boolean equals(Object object) {
    if (this == object) {
      return true;
    }
    return object instanceof RowShape other
        && single == other.single
        && hash == other.hash
        && Arrays.equals(accesses, other.accesses)
        && Arrays.equals(widths, other.widths)
        && Arrays.equals(inRows, other.inRows)
        && Arrays.equals(areBits, other.areBits)
        && Arrays.equals(valueSteps, other.valueSteps)
        && Arrays.equals(nullSteps, other.nullSteps)
        && Arrays.equals(offsets, other.offsets)
        && Arrays.equals(nullBits, other.nullBits);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
