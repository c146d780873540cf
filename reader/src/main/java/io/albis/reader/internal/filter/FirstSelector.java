// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.internal.schema.ValueOrder;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.BlockLoader;
import io.albis.reader.internal.block.ValueBlock;
import io.albis.reader.internal.filter.BoundPredicate.FirstTest;
import io.albis.reader.internal.match.OrderKeys;
import io.albis.storage.internal.memory.Memory;
import java.util.Arrays;
import java.util.List;

/**
 * Selects rows that may be among the first of an order, and tightens its bound by them: of the keys
 * of the selected rows it keeps the least, one for each of the first rows.
 */
final class FirstSelector extends RowSelector {

  private final int ordinal;
  private final RunningBound bound;
  private final ValueOrder order;
  private final BlockLoader loader;
  private final ValueBlock block;

  /** The least keys, with room for others, so that they need not be sorted for each block. */
  private final long[] kept;

  private int keptCount;

  FirstSelector(FirstTest test, ValueBlock block) {
    this.ordinal = test.ordinal();
    this.bound = test.bound();
    this.order = ValueOrder.of(test.leaf().type());
    this.loader = new BlockLoader(test.leaf().type());
    this.block = block;
    this.kept = new long[bound.rows() + Math.max(bound.rows(), ValueBlock.ROWS)];
  }

  @Override
  int select(List<ColumnVector> vectors, int[] in, int count, int[] out) {
    ColumnVector vector = vectors.get(ordinal);
    int selected = 0;
    for (int from = 0; from < count; from += ValueBlock.ROWS) {
      int rows = Math.min(ValueBlock.ROWS, count - from);
      if (keptCount + rows > kept.length) {
        tighten();
      }
      loader.load(vector, in, from, rows, block);
      makeKeys(vector, in, from, rows);
      match(rows);
      selected = keep(block.hits, 0, in, from, rows, out, selected);
    }
    // Small batches share the work of sorting, but for the first bound.
    int needed = bound.rows();
    if (keptCount >= (bound.get() == RunningBound.UNKNOWN ? needed : needed + needed / 8 + 1)) {
      tighten();
    }
    return selected;
  }

  private void makeKeys(ColumnVector vector, int[] in, int from, int rows) {
    long[] keys = block.values;
    switch (order) {
      case LONG, DOUBLE -> {}
      case INT128 -> OrderKeys.ofWides(keys, rows);
      case BYTES -> OrderKeys.ofBytes(keys, block.lengths, rows);
      case NONE -> throw new IllegalStateException("Not compared");
    }
    long flip = bound.flip();
    for (int i = 0; i < rows; i++) {
      keys[i] ^= flip;
    }
    if (vector.hasNulls()) {
      long base = vector.nullBitAddress();
      long step = vector.nullBitStep();
      int whenNull = vector.nullBitValue();
      long nullKey = bound.nullKey();
      for (int i = 0; i < rows; i++) {
        long bit = base + (in == null ? from + i : in[from + i]) * step;
        boolean isNull = Memory.getBit(bit) == whenNull;
        keys[i] = isNull ? nullKey : keys[i];
      }
    }
  }

  /** A row with the key of the bound remains, but does not change the bound. */
  private void match(int rows) {
    long[] keys = block.values;
    long[] hits = block.hits;
    long most = bound.get();
    int end = keptCount;
    for (int i = 0; i < rows; i++) {
      long key = keys[i];
      hits[i] = key <= most ? 1 : 0;
      kept[end] = key;
      end += key < most ? 1 : 0;
    }
    keptCount = end;
  }

  /** Requires as many keys as are needed. */
  private void tighten() {
    Arrays.sort(kept, 0, keptCount);
    keptCount = bound.rows();
    bound.tighten(kept[keptCount - 1]);
  }

  @Override
  void reserve(int rows) {
    // Needs no scratch memory.
  }

  @Override
  int cost() {
    return 3;
  }
}
