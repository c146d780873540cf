// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.ClosedException;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.internal.row.BatchRows;
import io.albis.reader.internal.row.BatchState;
import io.albis.reader.internal.row.RowFields;
import io.albis.reader.vector.ColumnVector;
import io.albis.reader.vector.RowView;
import io.albis.reader.vector.VectorOwner;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Some consecutive rows of a scan as vectors, one for each projected leaf. Belongs to its {@link
 * BatchCursor} and is valid until that moves on.
 *
 * <p>Where the scan filters exactly, only some of the rows count: those that {@link #selectedRow}
 * names, of which there are {@link #selectedCount}. Otherwise all do.
 */
public final class ColumnBatch {

  private final Schema schema;

  /** Of all vectors. */
  private final List<Leaf> leaves;

  private final BatchState state;
  private final ColumnVector[] vectors;
  private final int projected;

  /** Made when rows are first asked for. */
  private RowFields fields;

  /** Those that are not closed. */
  private final Set<RowCursor> rowCursors = new LinkedHashSet<>();

  ColumnBatch(Schema schema, List<Leaf> leaves, BatchState state, int projected) {
    this.schema = schema;
    this.leaves = leaves;
    this.state = state;
    this.vectors = state.vectors().stream().map(VectorOwner::vector).toArray(ColumnVector[]::new);
    this.projected = projected;
  }

  BatchState state() {
    return state;
  }

  /** To be called before the memory of the vectors is given back or used for something else. */
  void leave() {
    state.clear();
    if (!rowCursors.isEmpty()) {
      // Each one that closes takes itself out of the set.
      List.copyOf(rowCursors).forEach(cursor -> cursor.close("its batch is gone"));
    }
  }

  /** The projected schema. */
  public Schema schema() {
    return schema;
  }

  /** Number of projected leaves. */
  public int columnCount() {
    return projected;
  }

  /** Rows in the vectors, selected or not. */
  public int rowCount() {
    return state.rowCount();
  }

  /** Number in the table of the first row, from 0. */
  public long firstRow() {
    return state.firstRow();
  }

  /**
   * A vector.
   *
   * @param ordinal of the projected leaf, as in {@link RowView}
   * @throws IndexOutOfBoundsException if there is no such leaf
   */
  public ColumnVector column(int ordinal) {
    if (ordinal < 0 || ordinal >= projected) {
      throw new IndexOutOfBoundsException(
          "Invalid ordinal: " + ordinal + " (expected 0 to " + (projected - 1) + ")");
    }
    return vectors[ordinal];
  }

  /**
   * The rows that count, one by one: where some of the work is by column and some by row, where
   * rows are read by several threads ({@link TableScan#forEachBatch}), or read again. The cursor
   * can be read until the batch is gone; closing it leaves the batch as it is.
   *
   * @throws ClosedException if the batch is gone
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
            fields.leaves().size(),
            () -> {
              boolean isFirst = !isStarted[0];
              isStarted[0] = true;
              return isFirst;
            },
            () -> rowCursors.remove(cursor[0]));
    cursor[0] = new RowCursor(fields, rows);
    rowCursors.add(cursor[0]);
    return cursor[0];
  }

  /**
   * A vector that is null where a struct is; nothing else can be asked of it.
   *
   * @param fieldId id of the struct, which is not inside a list or map
   * @return empty if the struct cannot be null, or the scan does not read it
   */
  public Optional<ColumnVector> presence(int fieldId) {
    for (int i = 0; i < leaves.size(); i++) {
      if (leaves.get(i).isPresence() && leaves.get(i).id() == fieldId) {
        return Optional.of(vectors[i]);
      }
    }
    return Optional.empty();
  }

  /** Whether only some rows count. */
  public boolean hasSelection() {
    return state.selection() != null;
  }

  /** Number of rows that count. */
  public int selectedCount() {
    return state.selectedCount();
  }

  /**
   * The row in the vectors of the row that counts at an index.
   *
   * @param index 0 to {@link #selectedCount} - 1
   */
  public int selectedRow(int index) {
    int[] selection = state.selection();
    return selection == null ? index : selection[index];
  }
}
