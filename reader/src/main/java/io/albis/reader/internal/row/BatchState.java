// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.VectorOwner;
import java.util.List;

/** The current batch of a cursor: its vectors and its selection. */
public final class BatchState {

  private final List<VectorOwner> vectors;
  private final BatchColumns columns;
  private long firstRow;
  private int rowCount;
  private int[] selection;
  private int selectedCount;
  private RowGroupPosition rowGroup;
  private boolean isLoaded;

  /**
   * Creates a state without a batch.
   *
   * @param projected the columns that users see
   * @param leaves those of the columns, and further ones of a filter
   * @param vectors of the leaves, into which batches are loaded
   */
  public BatchState(Schema projected, List<Leaf> leaves, List<VectorOwner> vectors) {
    this.vectors = List.copyOf(vectors);
    this.columns = BatchColumns.of(projected, leaves, this.vectors);
  }

  /**
   * Sets the rows, which have been loaded into the vectors.
   *
   * @param newRowGroup their row group
   * @param newFirstRow number in the table of the first one
   * @param rows number of rows in the vectors
   * @param selected the selected rows, null for all
   * @param count number of valid elements of {@code selected}
   */
  public void set(
      RowGroupPosition newRowGroup, long newFirstRow, int rows, int[] selected, int count) {
    rowGroup = newRowGroup;
    firstRow = newFirstRow;
    rowCount = rows;
    selection = selected;
    selectedCount = count;
    isLoaded = true;
    columns.place(rows);
  }

  /** Clears the batch. */
  public void clear() {
    rowGroup = null;
    firstRow = 0;
    rowCount = 0;
    selection = null;
    selectedCount = 0;
    isLoaded = false;
  }

  /** Clears the batch and makes the vectors unreadable. */
  public void close() {
    clear();
    vectors.forEach(VectorOwner::close);
    columns.close();
  }

  /** Whether there is a batch. */
  public boolean isLoaded() {
    return isLoaded;
  }

  /**
   * The row group of the rows.
   *
   * @throws IllegalStateException if there is no batch
   */
  public RowGroupPosition rowGroup() {
    if (rowGroup == null) {
      throw new IllegalStateException(
          "Cannot locate the rows of a batch: its cursor has moved on or is closed");
    }
    return rowGroup;
  }

  /** The vectors of the leaves, into which batches are loaded. */
  public List<VectorOwner> vectors() {
    return vectors;
  }

  /** The columns that users see. */
  public BatchColumns columns() {
    return columns;
  }

  /** Number in the table of the first row. */
  public long firstRow() {
    return firstRow;
  }

  /** Number of rows in the vectors, selected or not. */
  public int rowCount() {
    return rowCount;
  }

  /** The selected rows, ascending; null for all. */
  public int[] selection() {
    return selection;
  }

  /** Number of selected rows. */
  public int selectedCount() {
    return selection == null ? rowCount : selectedCount;
  }
}
