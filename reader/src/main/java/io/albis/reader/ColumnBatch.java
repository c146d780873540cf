// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.ClosedException;
import io.albis.format.schema.Schema;
import io.albis.reader.internal.row.BatchRows;
import io.albis.reader.internal.row.BatchState;
import io.albis.reader.internal.row.RowFields;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Consecutive rows of a scan as vectors, one per top-level field of the projected schema. Owned by
 * its {@link BatchCursor} and valid until the cursor advances.
 *
 * <p>If the scan filters exactly, only some of the rows are selected: {@link #selectedCount} rows,
 * whose numbers {@link #selectedRow} returns. Otherwise all rows are selected.
 */
public final class ColumnBatch {

  private final Schema schema;

  private final BatchState state;
  private final ColumnVector[] vectors;

  /** Created lazily. */
  private RowFields fields;

  /** Row cursors that are still open. */
  private final Set<RowCursor> rowCursors = new LinkedHashSet<>();

  ColumnBatch(Schema schema, BatchState state) {
    this.schema = schema;
    this.state = state;
    this.vectors = state.columns().vectors().toArray(ColumnVector[]::new);
  }

  BatchState state() {
    return state;
  }

  /** Invalidates the rows. Call it before the memory of the vectors is released or reused. */
  void leave() {
    state.clear();
    if (!rowCursors.isEmpty()) {
      // Closing a cursor removes it from the set.
      List.copyOf(rowCursors).forEach(cursor -> cursor.close("its batch is gone"));
    }
  }

  /** Returns the projected schema. */
  public Schema schema() {
    return schema;
  }

  /** Returns the number of vectors. */
  public int columnCount() {
    return vectors.length;
  }

  /** Returns the number of rows in the vectors, selected or not. */
  public int rowCount() {
    return state.rowCount();
  }

  /** Returns the row number of the first row in the table, counted from 0. */
  public long firstRow() {
    return state.firstRow();
  }

  /** Returns the number of the row group, which identifies it in all snapshots of the table. */
  public long rowGroup() {
    return state.rowGroup().number();
  }

  /** Returns the number of the first row in its row group, counted from 0. */
  public long firstRowInRowGroup() {
    return state.firstRow() - state.rowGroup().tableRow();
  }

  /**
   * Returns the data file of the row group, relative to the table: of a row group whose column
   * groups are in several files, the one with the column group of the least id, whatever columns
   * are read. The first call for a row group may read metadata of that column group.
   *
   * @throws IllegalStateException if the batch is no longer valid
   */
  public String file() {
    return state.rowGroup().file();
  }

  /**
   * Returns a vector.
   *
   * @param ordinal of the column, as in {@link RowView}
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public ColumnVector column(int ordinal) {
    if (ordinal < 0 || ordinal >= vectors.length) {
      throw new IndexOutOfBoundsException(
          "Invalid ordinal: " + ordinal + " (expected 0 to " + (vectors.length - 1) + ")");
    }
    return vectors[ordinal];
  }

  /**
   * Returns a cursor over the selected rows. Use it to process a batch partly by column and partly
   * by row, in parallel scans ({@link DatasetScan#forEachBatch}), or to read rows more than once.
   * The cursor is valid as long as the batch; closing it does not affect the batch.
   *
   * @throws ClosedException if the batch is no longer valid
   */
  public RowCursor rows() {
    if (!state.isLoaded()) {
      throw new ClosedException(
          "Cannot read the rows of a batch: its cursor has moved on or is closed");
    }
    if (fields == null) {
      fields = RowFields.of(schema);
    }
    boolean[] isStarted = new boolean[1];
    RowCursor[] cursor = new RowCursor[1];
    BatchRows rows =
        new BatchRows(
            state,
            () -> {
              boolean isFirst = !isStarted[0];
              isStarted[0] = true;
              return isFirst;
            },
            () -> rowCursors.remove(cursor[0]));
    cursor[0] = new RowCursor(fields, rows, null);
    rowCursors.add(cursor[0]);
    return cursor[0];
  }

  /** Returns whether only some rows are selected. */
  public boolean hasSelection() {
    return state.selection() != null;
  }

  /** Returns the number of selected rows. */
  public int selectedCount() {
    return state.selectedCount();
  }

  /**
   * Returns the position in the vectors of a selected row.
   *
   * @param index 0 to {@link #selectedCount} - 1
   */
  public int selectedRow(int index) {
    int[] selection = state.selection();
    return selection == null ? index : selection[index];
  }
}
