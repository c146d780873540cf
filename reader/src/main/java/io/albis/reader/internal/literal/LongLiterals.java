// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.literal;

import java.util.Arrays;

/** Integers and booleans (0 or 1). */
public final class LongLiterals extends LiteralList {

  static final LongLiterals EMPTY = new LongLiterals(LiteralKind.INTEGER, new long[0], false);

  private final long[] values;

  /** Creates a list of ascending values without duplicates. The arrays are not copied. */
  public LongLiterals(LiteralKind kind, long[] values, boolean hasNull) {
    super(kind, hasNull);
    this.values = values;
  }

  static LongLiterals sorted(LiteralKind kind, long[] values, boolean hasNull) {
    Arrays.sort(values);
    int count = 0;
    for (long value : values) {
      if (count == 0 || values[count - 1] != value) {
        values[count++] = value;
      }
    }
    return new LongLiterals(kind, Arrays.copyOf(values, count), hasNull);
  }

  /** Returns the values in ascending order. Not a copy; do not modify it. */
  public long[] values() {
    return values;
  }

  @Override
  public int count() {
    return values.length;
  }

  @Override
  Object literal(int index) {
    return kind() == LiteralKind.BOOLEAN ? (Object) (values[index] != 0) : (Object) values[index];
  }

  @Override
  boolean hasSameValues(LiteralList other) {
    return Arrays.equals(values, ((LongLiterals) other).values);
  }

  @Override
  public int hash() {
    return Arrays.hashCode(values);
  }
}
