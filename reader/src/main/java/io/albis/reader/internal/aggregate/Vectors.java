// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.util.List;

/** Finds vectors, and which of their rows are null. */
final class Vectors {

  private Vectors() {}

  /** Returns the vector at a path of ordinals. */
  static ColumnVector find(List<ColumnVector> vectors, int[] path) {
    ColumnVector vector = vectors.get(path[0]);
    for (int i = 1; i < path.length; i++) {
      vector = vector.child(path[i]);
    }
    return vector;
  }

  /** Sets -1 for each row that is null, and 0 for the others. Only if there are nulls. */
  static void loadNulls(ColumnVector vector, int[] rows, int from, int count, long[] out) {
    long base = vector.nullBitAddress();
    long step = vector.nullBitStep();
    long whenNull = vector.nullBitValue();
    for (int i = 0; i < count; i++) {
      int row = rows == null ? from + i : rows[from + i];
      long bit = base + row * step;
      long value = Memory.getByte(bit >>> 3) >> (bit & 7) & 1;
      out[i] = (value ^ whenNull) - 1;
    }
  }
}
