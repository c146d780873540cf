// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.internal.type.Access;
import java.util.Arrays;
import java.util.List;

/**
 * How the leaves of a scan lie in memory, as far as it is the same for all batches: what the
 * accessors of a row are compiled for. Two scans of the same shape share their compiled class.
 *
 * <p>Leaves are named by ordinal: first the projected leaves, then the presence leaves.
 */
public final class RowShape {

  /** Stands for "no code", and for the null step of a leaf that is never null. */
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
  private final int projected;
  private final int hash;

  RowShape(RowShapeBuilder builder) {
    this.accesses = builder.accesses.clone();
    this.widths = builder.widths.clone();
    this.inRows = builder.inRows.clone();
    this.areBits = builder.areBits.clone();
    this.valueSteps = builder.valueSteps.clone();
    this.nullSteps = builder.nullSteps.clone();
    this.single = builder.isSingle();
    this.projected = builder.projected;
    // Rows of several groups are found by base addresses that include the offsets.
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

  /** Whether this is what a builder would build. */
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

  /** Number of leaves, with presence leaves. */
  public int size() {
    return accesses.length;
  }

  /** Whether all leaves lie in one group of the row layout, so that a row is one address. */
  public boolean isSingle() {
    return single;
  }

  /** Bytes from row to row where {@link #isSingle}. */
  public int stride() {
    return valueStep(0);
  }

  /** Number of leaves that users may ask for. */
  int projected() {
    return projected;
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

  /** Byte offset in the row where {@link #isSingle}. */
  int offset(int ordinal) {
    return offsets[ordinal];
  }

  /** Bit in the null words where {@link #isSingle}, if it can be null. */
  int nullBit(int ordinal) {
    return nullBits[ordinal];
  }

  /** Whether the leaf lies in the row layout, where strings have a slot of offset and length. */
  boolean isInRows(int ordinal) {
    return inRows[ordinal];
  }

  /** Whether booleans are bits, not bytes. */
  boolean isBits(int ordinal) {
    return areBits[ordinal];
  }

  /** Bytes from the value of one row to that of the next, bits where {@link #isBits}. */
  int valueStep(int ordinal) {
    return valueSteps[ordinal];
  }

  /**
   * Bits from the null bit of one row to that of the next; {@link #NONE} if it is never null. Up to
   * 1 in the column layout, of which bits 0 is null; otherwise in the row layout, where 1 is null.
   */
  int nullStep(int ordinal) {
    return nullSteps[ordinal];
  }

  /** Whether nulls are told by bits of the column layout. */
  boolean hasValidity(int ordinal) {
    return nullSteps[ordinal] == 0 || nullSteps[ordinal] == 1;
  }

  /**
   * What a getter needs of each leaf, {@link #NONE} where it may not read it: in one group the
   * offset in the row, in several the {@link #valueStep}. Unscaled values have twice that, plus 1
   * if they have 8 bytes; booleans in several groups twice that, plus 1 if they are bits.
   *
   * <p>Elements of an immutable list are constants to the JIT compiler where the list is one; those
   * of an array are not, and strings of codes take more from the budget for inlining.
   */
  List<Long> codes(Access getter) {
    Long[] codes = new Long[projected];
    for (int i = 0; i < projected; i++) {
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

  /** The bit of each leaf in the first null word; 0 where it is in none or another. */
  List<Long> nullMasks() {
    Long[] masks = new Long[projected];
    for (int i = 0; i < projected; i++) {
      masks[i] = nullSteps[i] != NONE && nullBits[i] < Long.SIZE ? 1L << nullBits[i] : 0;
    }
    return List.of(masks);
  }

  /** The {@link #nullStep} of each leaf. */
  List<Long> nullSteps() {
    return Arrays.stream(nullSteps, 0, projected).mapToObj(step -> (long) step).toList();
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
        && projected == other.projected
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
