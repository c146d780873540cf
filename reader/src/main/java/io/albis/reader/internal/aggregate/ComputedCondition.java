// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.util.Arrays;

/** Finds the rows of a block in which a number is neither 0 nor null. */
final class ComputedCondition extends Condition {

  /** Exact ones, which are 0 where they are null. */
  private final Values values;

  private final int[] rows = new int[BatchBlock.ROWS];

  ComputedCondition(Values values) {
    this.values = values;
  }

  @Override
  public void load(BatchBlock block) {
    int count = block.count;
    if (values.isBig) {
      for (int i = 0; i < count; i++) {
        masks[i] = -Math.abs(values.bigs[i].signum());
      }
    } else {
      long[] from = values.longs();
      long[] into = masks;
      for (int i = 0; i < count; i++) {
        into[i] = (from[i] | -from[i]) >> Long.SIZE - 1;
      }
    }
    Arrays.fill(bits, 0);
    trueCount = 0;
    for (int word = 0, first = 0; first < count; word++, first += Long.SIZE) {
      int end = Math.min(Long.SIZE, count - first);
      long found = 0;
      for (int i = 0; i < end; i++) {
        found |= (masks[first + i] & 1) << i;
      }
      bits[word] = found;
      trueCount += Long.bitCount(found);
    }
  }

  @Override
  boolean narrow(BatchBlock block) {
    load(block);
    if (trueCount == block.count) {
      return true;
    }
    int next = 0;
    for (int i = 0; i < block.count; i++) {
      rows[next] = block.row(i);
      next -= (int) masks[i];
    }
    block.selection = rows;
    block.from = 0;
    block.count = trueCount;
    return trueCount > 0;
  }
}
