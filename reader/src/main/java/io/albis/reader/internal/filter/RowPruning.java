// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.ValueBlock;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Leaves out rows that do not match conditions, as far as that pays. The condition that leaves out
 * most rows for its cost is tested first; one that leaves out few is not tested for a while, each
 * time for longer. Allocates nothing after the largest batch. Not thread-safe.
 */
public final class RowPruning {

  /** Rows of which a condition must leave out one, on average, to be tested further. */
  private static final int ROWS_PER_HIT = 8;

  /** Rows that are tested before it is decided what pays. */
  private static final int TRIAL_ROWS = 1 << 15;

  /** The rows for which a condition that does not pay is not tested, at first and at most. */
  private static final long MIN_PAUSE = 1 << 19;

  private static final long MAX_PAUSE = 1 << 26;

  private final Condition[] conditions;
  private int[] selection = {};

  /** A condition, and what it has left out recently. */
  private static final class Condition {
    private final RowSelector selector;
    private long tested;
    private long removed;

    /** Rows before the next test. */
    private long paused;

    private long nextPause = MIN_PAUSE;

    private Condition(RowSelector selector) {
      this.selector = selector;
    }

    /** Rows left out per test, and unit of cost. */
    private double gain() {
      return tested == 0 ? Double.MAX_VALUE : (double) removed / tested / selector.cost();
    }

    private void judge() {
      if (removed * ROWS_PER_HIT < tested) {
        paused = nextPause;
        nextPause = Math.min(MAX_PAUSE, 2 * nextPause);
        tested = 0;
        removed = 0;
      } else {
        nextPause = MIN_PAUSE;
        tested /= 2;
        removed /= 2;
      }
    }
  }

  /** Creates a filter for predicates with ordinals. */
  public RowPruning(List<BoundPredicate> predicates) {
    ValueBlock block = new ValueBlock();
    this.conditions =
        predicates.stream()
            .map(predicate -> new Condition(RowSelector.of(predicate, block)))
            .toArray(Condition[]::new);
  }

  /**
   * Narrows a selection.
   *
   * @param in the selected rows, ascending, which may be overwritten; null for all
   * @param count number of selected rows
   * @param rows of the batch
   * @return the number of rows that are left; {@link #selection} returns them unless it is {@code
   *     count}
   */
  public int select(List<ColumnVector> vectors, int[] in, int count, int rows) {
    if (selection.length < rows) {
      selection = new int[rows];
      for (Condition condition : conditions) {
        condition.selector.reserve(rows);
      }
    }
    int[] from = in;
    int left = count;
    boolean isDecided = false;
    for (Condition condition : conditions) {
      if (condition.paused > 0) {
        condition.paused -= rows;
        continue;
      }
      int before = left;
      left = condition.selector.select(vectors, from, before, selection);
      from = left == count ? from : selection;
      condition.tested += before;
      condition.removed += before - left;
      if (condition.tested >= TRIAL_ROWS) {
        condition.judge();
        isDecided = true;
      }
      if (left == 0) {
        break;
      }
    }
    if (isDecided && conditions.length > 1) {
      Arrays.sort(conditions, Comparator.comparingDouble(Condition::gain).reversed());
    }
    return left;
  }

  /** Returns the rows that the last call has left, ascending, if it has left out some. */
  public int[] selection() {
    return selection;
  }
}
