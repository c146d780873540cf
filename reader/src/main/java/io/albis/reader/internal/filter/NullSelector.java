// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.util.List;

/** Selects rows in which a leaf is null, or in which it is not null. */
final class NullSelector extends RowSelector {

  private final int ordinal;
  private final boolean wantsNull;

  NullSelector(int ordinal, boolean wantsNull) {
    this.ordinal = ordinal;
    this.wantsNull = wantsNull;
  }

  @Override
  int select(List<ColumnVector> vectors, int[] in, int count, int[] out) {
    ColumnVector vector = vectors.get(ordinal);
    if (!vector.hasNulls()) {
      return wantsNull ? 0 : copyAll(in, count, out);
    }
    long base = vector.nullBitAddress();
    long step = vector.nullBitStep();
    int wanted = wantsNull ? vector.nullBitValue() : 1 - vector.nullBitValue();
    int first = in == null && step == 1 ? count & -Long.SIZE : 0;
    int selected = selectWords(base, wanted, first, out);
    for (int i = first; i < count; i++) {
      int row = in == null ? i : in[i];
      out[selected] = row;
      selected += Memory.getBit(base + row * step) == wanted ? 1 : 0;
    }
    return selected;
  }

  /** Selects of the first rows, a multiple of 64, whose bits are in a row. */
  private static int selectWords(long base, int wanted, int count, int[] out) {
    long flip = wanted - 1L;
    int selected = 0;
    for (int first = 0; first < count; first += Long.SIZE) {
      long word = Memory.getBits(base + first) ^ flip;
      for (int i = 0; i < Long.SIZE; i++) {
        out[selected] = first + i;
        selected += (int) (word >>> i) & 1;
      }
    }
    return selected;
  }

  @Override
  void reserve(int rows) {
    // Needs no scratch memory.
  }

  @Override
  int cost() {
    return 1;
  }
}
