// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal.copy;

import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.SlotKind;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes rows of batches as they are, column by column: the fastest way from a scan to a writer of
 * a table with the same columns. The writer reads the memory of the vectors; only where some rows
 * of a batch are left out, the values of the others are copied first. For one thread.
 *
 * <pre>{@code
 * try (BatchCopier copier = new BatchCopier(writer.newBatchWriter());
 *     BatchCursor cursor = table.scan().filter(predicate).batches()) {
 *   while (cursor.next()) {
 *     copier.copy(cursor.batch());
 *   }
 * }
 * }</pre>
 */
public final class BatchCopier implements AutoCloseable {

  /** Rows that are written at once, which bounds what is copied. */
  private static final int MAX_ROWS = 1 << 16;

  /** As {@link #MAX_ROWS}, where all columns are copied: they stay in the processor's cache. */
  private static final int MAX_SELECTED_ROWS = 1 << 12;

  private record Rows(int from, int count) {}

  private final BatchWriter writer;
  private final SelectedValues selected = new SelectedValues();

  /**
   * Creates a copier.
   *
   * @param writer of a table with the columns of the batches; owned by the copier
   */
  public BatchCopier(BatchWriter writer) {
    this.writer = writer;
  }

  /**
   * Adds the selected rows of a batch.
   *
   * @throws io.albis.format.error.InvalidArgumentException if its columns are not those of the
   *     writer
   * @throws io.albis.format.error.AlbisIOException as {@link BatchWriter#endBatch}
   */
  public void copy(ColumnBatch batch) {
    if (batch.hasSelection()) {
      copy(batch, IntStream.range(0, batch.selectedCount()).map(batch::selectedRow).toArray());
      return;
    }
    for (int from = 0; from < batch.rowCount(); from += MAX_ROWS) {
      Rows rows = new Rows(from, Math.min(MAX_ROWS, batch.rowCount() - from));
      for (int f = 0; f < batch.columnCount(); f++) {
        set(writer.column(f), batch.column(f), rows);
      }
      end(rows.count);
    }
  }

  /**
   * Adds some rows of a batch, whether they are selected or not.
   *
   * @param rows their positions in the vectors
   */
  public void copy(ColumnBatch batch, int[] rows) {
    for (int from = 0; from < rows.length; from += MAX_SELECTED_ROWS) {
      int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + MAX_SELECTED_ROWS));
      for (int f = 0; f < batch.columnCount(); f++) {
        selected.set(writer.column(f), batch.column(f), some);
      }
      end(some.length);
    }
  }

  private void end(int rows) {
    writer.endBatch(rows);
    selected.clear();
  }

  private static void setNulls(BatchColumn target, ColumnVector vector, Rows rows) {
    if (vector.hasNulls()) {
      long bits = vector.nullBitAddress() + (long) rows.from * vector.nullBitStep();
      target.setNullBits(bits, vector.nullBitStep(), vector.nullBitValue(), rows.count);
    }
  }

  private void set(BatchColumn target, ColumnVector vector, Rows rows) {
    setNulls(target, vector, rows);
    switch (vector.type().nesting()) {
      case STRUCT -> setChildren(target, vector, rows);
      case LIST, MAP -> {
        setOffsets(target, vector, rows);
        setChildren(target, vector, new Rows(0, vector.children().get(0).rowCount()));
      }
      case NONE -> setValues(target, vector, rows);
    }
  }

  private void setChildren(BatchColumn target, ColumnVector vector, Rows rows) {
    List<ColumnVector> children = vector.children();
    for (int i = 0; i < children.size(); i++) {
      set(target.child(i), children.get(i), rows);
    }
  }

  private void setValues(BatchColumn target, ColumnVector vector, Rows rows) {
    long address = vector.valuesAddress() + (long) rows.from * vector.stride();
    if (vector.isBitPacked()) {
      target.setBits(address, vector.stride(), rows.count);
    } else if (!vector.type().isVariableLength()) {
      target.setValues(address, vector.stride(), rows.count);
    } else if (hasOffsets(vector)) {
      target.setBytes(vector.dataAddress(), vector.dataLength(), address, rows.count);
    } else {
      // Bytes of the row layout, which are not stored value after value, and those of defaults.
      int[] positions = IntStream.range(rows.from, rows.from + rows.count).toArray();
      selected.setBytes(target, vector, positions);
    }
  }

  /** Whether the slots are offsets, each the end of one value and the start of the next. */
  private static boolean hasOffsets(ColumnVector vector) {
    return vector.slotKind() == SlotKind.OFFSETS && vector.stride() == Integer.BYTES;
  }

  private static void setOffsets(BatchColumn target, ColumnVector vector, Rows rows) {
    if (hasOffsets(vector)) {
      target.setOffsets(vector.valuesAddress() + (long) rows.from * vector.stride(), rows.count);
    } else if (vector.nullCount() == vector.rowCount()) {
      // A column that was added after the rows were written.
      target.setOffsets(new int[rows.count + 1]);
    } else {
      throw new IllegalStateException("Column " + vector.path() + " has no offsets");
    }
  }

  /** Ends the rows and releases the memory. */
  @Override
  public void close() {
    try {
      writer.close();
    } finally {
      selected.close();
    }
  }
}
