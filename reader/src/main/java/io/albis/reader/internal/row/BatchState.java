// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.vector.VectorOwner;
import java.util.List;

/** The batch that a cursor stands on: its vectors, and which of their rows count. */
public final class BatchState {

  private final List<VectorOwner> vectors;
  private long firstRow;
  private int rowCount;
  private int[] selection;
  private int selectedCount;
  private boolean isLoaded;

  /** No batch; later ones are in these vectors. */
  public BatchState(List<VectorOwner> vectors) {
    this.vectors = List.copyOf(vectors);
  }

  /**
   * Sets the rows.
   *
   * @param newFirstRow number in the table of the first one
   * @param rows how many are in the vectors
   * @param selected those that count, null for all
   * @param count how many elements of {@code selected} count
   */
  public void set(long newFirstRow, int rows, int[] selected, int count) {
    firstRow = newFirstRow;
    rowCount = rows;
    selection = selected;
    selectedCount = count;
    isLoaded = true;
  }

  /** Leaves the batch. */
  public void clear() {
    set(0, 0, null, 0);
    isLoaded = false;
  }

  /** Whether there is a batch. */
  public boolean isLoaded() {
    return isLoaded;
  }

  /** All vectors that are loaded: projected leaves, presence leaves, columns of the filter. */
  public List<VectorOwner> vectors() {
    return vectors;
  }

  /** Number in the table of the first row. */
  public long firstRow() {
    return firstRow;
  }

  /** Rows in the vectors, whether they count or not. */
  public int rowCount() {
    return rowCount;
  }

  /** The rows that count, ascending; null for all. */
  public int[] selection() {
    return selection;
  }

  /** How many rows count. */
  public int selectedCount() {
    return selection == null ? rowCount : selectedCount;
  }
}
