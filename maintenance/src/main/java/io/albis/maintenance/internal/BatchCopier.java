// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.SlotKind;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import java.util.List;

/** Writes the rows of batches as they are: the writer reads the memory of the vectors. */
final class BatchCopier implements AutoCloseable {

  /** Rows of a batch that are written at once, which bounds what {@link #copyBytes} copies. */
  private static final int MAX_ROWS = 1 << 16;

  private record Rows(int from, int count) {}

  private final BatchWriter writer;

  /**
   * @param writer of a table with the columns of the batches; owned by the copier
   */
  BatchCopier(BatchWriter writer) {
    this.writer = writer;
  }

  /** Adds all rows of a batch, which must not have a selection. */
  void copy(ColumnBatch batch) {
    for (int from = 0; from < batch.rowCount(); from += MAX_ROWS) {
      Rows rows = new Rows(from, Math.min(MAX_ROWS, batch.rowCount() - from));
      for (int f = 0; f < batch.columnCount(); f++) {
        set(writer.column(f), batch.column(f), rows);
      }
      writer.endBatch(rows.count);
    }
  }

  private static void setNulls(BatchColumn target, ColumnVector vector, Rows rows) {
    if (vector.hasNulls()) {
      long bits = vector.nullBitAddress() + (long) rows.from * vector.nullBitStep();
      target.setNullBits(bits, vector.nullBitStep(), vector.nullBitValue(), rows.count);
    }
  }

  private static void set(BatchColumn target, ColumnVector vector, Rows rows) {
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

  private static void setChildren(BatchColumn target, ColumnVector vector, Rows rows) {
    List<ColumnVector> children = vector.children();
    for (int i = 0; i < children.size(); i++) {
      set(target.child(i), children.get(i), rows);
    }
  }

  private static void setValues(BatchColumn target, ColumnVector vector, Rows rows) {
    long address = vector.valuesAddress() + (long) rows.from * vector.stride();
    if (vector.isBitPacked()) {
      target.setBits(address, vector.stride(), rows.count);
    } else if (!vector.type().isVariableLength()) {
      target.setValues(address, vector.stride(), rows.count);
    } else if (hasOffsets(vector)) {
      target.setBytes(vector.dataAddress(), vector.dataLength(), address, rows.count);
    } else {
      copyBytes(target, vector, rows);
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

  /** Sets bytes of the row layout, which are not stored value after value, and of defaults. */
  private static void copyBytes(BatchColumn target, ColumnVector vector, Rows rows) {
    BytesView view = new BytesView();
    int[] offsets = new int[rows.count + 1];
    for (int r = 0; r < rows.count; r++) {
      int row = rows.from + r;
      int length = vector.isNullAt(row) ? 0 : vector.getBytes(row, view).length();
      offsets[r + 1] = Math.addExact(offsets[r], length);
    }
    byte[] bytes = new byte[offsets[rows.count]];
    for (int r = 0; r < rows.count; r++) {
      if (offsets[r + 1] > offsets[r]) {
        vector.getBytes(rows.from + r, view).copyTo(bytes, offsets[r]);
      }
    }
    target.setBytes(bytes, offsets);
  }

  @Override
  public void close() {
    writer.close();
  }
}
