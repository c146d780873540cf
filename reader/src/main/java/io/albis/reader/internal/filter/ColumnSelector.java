// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.internal.schema.ValueOrder;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.BlockLoader;
import io.albis.reader.internal.block.ValueBlock;
import io.albis.reader.internal.filter.BoundPredicate.ColumnTest;
import io.albis.reader.internal.match.PairComparison;
import io.albis.storage.internal.memory.Memory;
import java.util.List;

/**
 * Selects rows by comparing two leaves, in blocks: load the values of both, compare them, leave out
 * nulls, keep the matching rows.
 */
final class ColumnSelector extends RowSelector {

  private final int leftOrdinal;
  private final int rightOrdinal;
  private final PairComparison comparison;
  private final ValueOrder order;
  private final BlockLoader leftLoader;
  private final BlockLoader rightLoader;
  private final ValueBlock left;
  private final ValueBlock right = new ValueBlock();

  ColumnSelector(ColumnTest test, ValueBlock block) {
    this.leftOrdinal = test.leftOrdinal();
    this.rightOrdinal = test.rightOrdinal();
    this.comparison = test.comparison();
    this.order = ValueOrder.of(test.left().type());
    this.leftLoader = new BlockLoader(test.left().type());
    this.rightLoader = new BlockLoader(test.right().type());
    this.left = block;
  }

  @Override
  int select(List<ColumnVector> vectors, int[] in, int count, int[] out) {
    ColumnVector leftVector = vectors.get(leftOrdinal);
    ColumnVector rightVector = vectors.get(rightOrdinal);
    long[] hits = left.hits;
    int selected = 0;
    for (int from = 0; from < count; from += ValueBlock.ROWS) {
      int rows = Math.min(ValueBlock.ROWS, count - from);
      leftLoader.load(leftVector, in, from, rows, left);
      rightLoader.load(rightVector, in, from, rows, right);
      switch (order) {
        case LONG, DOUBLE -> comparison.match(left.values, right.values, rows, hits);
        case INT128 -> comparison.matchWides(left.values, right.values, rows, hits);
        case BYTES ->
            comparison.matchBytes(
                left.values, left.lengths, right.values, right.lengths, rows, hits);
        case NONE -> throw new IllegalStateException("Not compared");
      }
      clearNulls(leftVector, in, from, rows, hits);
      clearNulls(rightVector, in, from, rows, hits);
      selected = keep(hits, 0, in, from, rows, out, selected);
    }
    return selected;
  }

  private static void clearNulls(ColumnVector vector, int[] in, int from, int rows, long[] hits) {
    if (!vector.hasNulls()) {
      return;
    }
    long base = vector.nullBitAddress();
    long step = vector.nullBitStep();
    int whenNull = vector.nullBitValue();
    for (int i = 0; i < rows; i++) {
      long bit = base + (in == null ? from + i : in[from + i]) * step;
      hits[i] &= Memory.getBit(bit) ^ whenNull;
    }
  }

  @Override
  void reserve(int rows) {
    // Its blocks are all the scratch memory it needs.
  }

  @Override
  int cost() {
    return order == ValueOrder.BYTES ? 16 : 4;
  }
}
