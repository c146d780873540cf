// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.vector.ColumnVector;
import java.util.List;

/**
 * Finds the rows of batches for which a predicate is true, column by column. Allocates nothing once
 * it has seen the largest batch. For one thread.
 */
public final class RowFilter {

  private final RowSelector selector;
  private int[] selection = {};

  /** For a predicate with ordinals. */
  public RowFilter(BoundPredicate predicate) {
    this.selector = RowSelector.of(predicate, new Chunk());
  }

  /**
   * Finds the rows that are true.
   *
   * @return how many; {@link #selection} holds them
   */
  public int select(List<ColumnVector> vectors, int rows) {
    if (selection.length < rows) {
      selection = new int[rows];
      selector.reserve(rows);
    }
    return selector.select(vectors, null, rows, selection);
  }

  /** The rows found last, ascending; the same array until a batch is larger. */
  public int[] selection() {
    return selection;
  }
}
