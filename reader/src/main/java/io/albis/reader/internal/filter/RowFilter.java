// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.ValueBlock;
import java.util.List;

/**
 * Finds the rows of batches for which a predicate is true, column by column. Allocates nothing
 * after the largest batch. Not thread-safe.
 */
public final class RowFilter {

  private final RowSelector selector;
  private int[] selection = {};

  /** Creates a filter for a predicate with ordinals. */
  public RowFilter(BoundPredicate predicate) {
    this.selector = RowSelector.of(predicate, new ValueBlock());
  }

  /**
   * Finds the rows for which the predicate is true.
   *
   * @return the number of rows; {@link #selection} returns them
   */
  public int select(List<ColumnVector> vectors, int rows) {
    if (selection.length < rows) {
      selection = new int[rows];
      selector.reserve(rows);
    }
    return selector.select(vectors, null, rows, selection);
  }

  /**
   * Finds the rows for which the predicate is true, among some.
   *
   * @param rows ascending
   * @param count number of these rows, at least 1
   * @return the number of rows; {@link #selection} returns them
   */
  public int select(List<ColumnVector> vectors, int[] rows, int count) {
    int all = rows[count - 1] + 1;
    if (selection.length < all) {
      selection = new int[all];
      selector.reserve(all);
    }
    return selector.select(vectors, rows, count, selection);
  }

  /**
   * Returns the rows found by the last call, ascending. The array is reused until a batch is
   * larger.
   */
  public int[] selection() {
    return selection;
  }
}
