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
package io.albis.reader.internal.row;

import io.albis.format.schema.Type;
import java.util.Arrays;
import java.util.List;

/**
 * How the leaves of a scan lie in memory, as far as it is the same for all batches: what the
 * accessors of a row are compiled for. Two scans of the same shape share their compiled class.
 *
 * <p>Leaves are named by ordinal: first the projected leaves, then the presence leaves.
 */
public final class RowShape {

  /** Stands for "no code". */
  static final long UNREADABLE = -1;

  /** Distance between the rows of a leaf. */
  private static final int COLUMN = 0;

  private static final int CONSTANT = 1;

  private final Access[] accesses;
  private final int[] widths;

  /**
   * 0 column layout, 1 the same value in all rows, otherwise 1 + the stride in units of 8 bytes.
   */
  private final int[] distances;

  private final int[] offsets;
  private final int[] nullBits;
  private final boolean single;
  private final int projected;
  private final int hash;

  private RowShape(Builder builder) {
    this.accesses = builder.accesses.clone();
    this.widths = builder.widths.clone();
    this.distances = builder.distances.clone();
    this.single = builder.isSingle();
    this.projected = builder.projected;
    // Rows of several groups are found by base addresses that include the offsets.
    this.offsets = single ? builder.offsets.clone() : new int[accesses.length];
    this.nullBits = single ? builder.nullBits.clone() : nullability(builder.nullBits);
    this.hash =
        Arrays.hashCode(
            new int[] {
              Arrays.hashCode(accesses),
              Arrays.hashCode(widths),
              Arrays.hashCode(distances),
              Arrays.hashCode(offsets),
              Arrays.hashCode(nullBits)
            });
  }

  private static int[] nullability(int[] bits) {
    int[] result = new int[bits.length];
    for (int i = 0; i < bits.length; i++) {
      result[i] = bits[i] < 0 ? -1 : 0;
    }
    return result;
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
    for (int bit : nullBits) {
      if (bit >= 0) {
        return true;
      }
    }
    return false;
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

  /** Bit in the null words where {@link #isSingle}; negative if never null. */
  int nullBit(int ordinal) {
    return nullBits[ordinal];
  }

  boolean isColumn(int ordinal) {
    return distances[ordinal] == COLUMN;
  }

  /** Whether nulls are told by bits of the column layout. */
  boolean hasValidity(int ordinal) {
    return nullBits[ordinal] >= 0 && distances[ordinal] <= CONSTANT;
  }

  /** Whether 1 bits mean null (row layout), not valid (column layout). */
  boolean hasNullBits(int ordinal) {
    return distances[ordinal] > CONSTANT;
  }

  /** Bytes from the value of one row to that of the next, bits for booleans in column layout. */
  int valueStep(int ordinal) {
    return isColumn(ordinal) ? widths[ordinal] : (distances[ordinal] - 1) << 3;
  }

  /** Bits from the null bit of one row to that of the next. */
  int nullStep(int ordinal) {
    return isColumn(ordinal) ? 1 : (distances[ordinal] - 1) << 6;
  }

  /**
   * What a getter needs of each leaf, {@link #UNREADABLE} where it may not read it: in one group
   * the offset in the row, in several the {@link #valueStep}. Unscaled values have twice that, plus
   * 1 if they have 8 bytes.
   *
   * <p>Elements of an immutable list are constants to the JIT compiler where the list is one; those
   * of an array are not, and strings of codes take more from the budget for inlining.
   */
  List<Long> codes(Access getter) {
    Long[] codes = new Long[projected];
    for (int i = 0; i < projected; i++) {
      long code = single ? offsets[i] : valueStep(i);
      if (accesses[i] != getter) {
        code = UNREADABLE;
      } else if (getter == Access.UNSCALED) {
        code = code << 1 | (widths[i] == 8 ? 1 : 0);
      }
      codes[i] = code;
    }
    return List.of(codes);
  }

  /** The bit of each leaf in the first null word; 0 where it is in none or another. */
  List<Long> nullMasks() {
    Long[] masks = new Long[projected];
    for (int i = 0; i < projected; i++) {
      masks[i] = nullBits[i] >= 0 && nullBits[i] < Long.SIZE ? 1L << nullBits[i] : 0;
    }
    return List.of(masks);
  }

  /** The {@link #nullStep} of each leaf; {@link #UNREADABLE} where never null. */
  List<Long> nullSteps() {
    Long[] steps = new Long[projected];
    for (int i = 0; i < projected; i++) {
      steps[i] = nullBits[i] < 0 ? UNREADABLE : nullStep(i);
    }
    return List.of(steps);
  }

  /** Whether there are null bits beyond the first null word. */
  boolean hasManyNullWords() {
    for (int bit : nullBits) {
      if (bit >= Long.SIZE) {
        return true;
      }
    }
    return false;
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
        && Arrays.equals(distances, other.distances)
        && Arrays.equals(offsets, other.offsets)
        && Arrays.equals(nullBits, other.nullBits);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /**
   * Puts a shape together, leaf by leaf. Used again for each batch it allocates nothing while the
   * shape stays the same.
   */
  public static final class Builder {
    private final Access[] accesses;
    private final int[] widths;
    private final int[] distances;
    private final int[] offsets;
    private final int[] nullBits;
    private final int[] groups;
    private final int projected;

    /**
     * A builder for the leaves that a scan reads.
     *
     * @param leaves the types of the projected leaves, then of the presence leaves
     * @param projected how many of them are no presence leaves
     */
    public Builder(List<Type> leaves, int projected) {
      this.projected = projected;
      int size = leaves.size();
      accesses = new Access[size];
      widths = new int[size];
      distances = new int[size];
      offsets = new int[size];
      nullBits = new int[size];
      groups = new int[size];
      for (int i = 0; i < size; i++) {
        Type type = leaves.get(i);
        accesses[i] = Access.of(type);
        widths[i] = columnWidth(type);
      }
    }

    /** Bytes from one element of a column to the next; of its offsets where there are such. */
    private static int columnWidth(Type type) {
      return switch (type.kind()) {
        case STRING, BINARY, LIST, MAP -> 4;
        default -> type.fixedWidth();
      };
    }

    /** The leaf is in the column layout. */
    public void column(int ordinal, boolean nullable) {
      set(ordinal, COLUMN, -1, 0, nullable ? 0 : -1);
    }

    /** The leaf has the same value in all rows. */
    public void constant(int ordinal, boolean nullable) {
      set(ordinal, CONSTANT, -1, 0, nullable ? 0 : -1);
    }

    /**
     * The leaf is in a group of the row layout.
     *
     * @param group which group
     * @param stride bytes from row to row, a multiple of 8
     * @param offset bytes from the start of the row
     * @param nullBit bit in the null words, negative if the leaf is never null
     */
    public void row(int ordinal, int group, int stride, int offset, int nullBit) {
      set(ordinal, (stride >> 3) + 1, group, offset, Math.max(nullBit, -1));
    }

    private void set(int ordinal, int distance, int group, int offset, int nullBit) {
      distances[ordinal] = distance;
      groups[ordinal] = group;
      offsets[ordinal] = offset;
      nullBits[ordinal] = nullBit;
    }

    private boolean isSingle() {
      for (int group : groups) {
        if (group < 0 || group != groups[0]) {
          return false;
        }
      }
      return groups.length > 0;
    }

    /** The shape: {@code previous} if that is equal. */
    public RowShape build(RowShape previous) {
      if (previous != null && isSame(previous)) {
        return previous;
      }
      return new RowShape(this);
    }

    private boolean isSame(RowShape shape) {
      boolean single = isSingle();
      boolean same = single == shape.single && Arrays.equals(distances, shape.distances);
      for (int i = 0; same && i < offsets.length; i++) {
        same =
            single
                ? offsets[i] == shape.offsets[i] && nullBits[i] == shape.nullBits[i]
                : nullBits[i] < 0 == shape.nullBits[i] < 0;
      }
      return same;
    }
  }
}
