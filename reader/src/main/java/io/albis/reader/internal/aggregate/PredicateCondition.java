// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnVector;
import io.albis.reader.Predicate;
import io.albis.reader.internal.filter.BoundPredicate;
import io.albis.reader.internal.filter.RowFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the rows of a block for which a predicate is true. */
final class PredicateCondition extends Condition {

  /** Positions of the tested columns, in the order of the predicate's ordinals. */
  private final List<int[]> positions = new ArrayList<>();

  private final List<ColumnVector> vectors = new ArrayList<>();
  private final RowFilter filter;
  private final int[] rows = new int[BatchBlock.ROWS];

  PredicateCondition(Predicate predicate, Schema schema) {
    BoundPredicate bound = BoundPredicate.of(predicate, schema);
    Map<Integer, Integer> ordinals = new HashMap<>();
    for (Leaf leaf : bound.leaves()) {
      if (ordinals.putIfAbsent(leaf.id(), positions.size()) == null) {
        positions.add(Place.of(leaf.path(), schema).position);
        vectors.add(null);
      }
    }
    this.filter = new RowFilter(bound.withOrdinals(ordinals));
  }

  @Override
  boolean narrow(BatchBlock block) {
    int found = select(block);
    if (found < block.count) {
      block.selection = filter.selection();
      block.from = 0;
      block.count = found;
    }
    return found > 0;
  }

  private int select(BatchBlock block) {
    for (int i = 0; i < vectors.size(); i++) {
      vectors.set(i, LeafValues.vector(block, positions.get(i)));
    }
    for (int i = 0; i < block.count; i++) {
      rows[i] = block.row(i);
    }
    return filter.select(vectors, rows, block.count);
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    trueCount = select(block);
    int[] found = filter.selection();
    Arrays.fill(bits, 0);
    int next = 0;
    for (int i = 0; i < count && next < trueCount; i++) {
      long isTrue = found[next] == rows[i] ? 1 : 0;
      bits[i >>> 6] |= isTrue << i;
      next += (int) isTrue;
    }
    for (int i = 0; i < count; i++) {
      masks[i] = -(bits[i >>> 6] >>> i & 1);
    }
  }
}
