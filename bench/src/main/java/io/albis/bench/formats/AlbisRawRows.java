// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.formats.AlbisReader.BatchSums;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Leaf;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.util.List;

/**
 * Sums by address in the row layout, like code that reads the bytes of rows directly. Unchecked.
 * Supports int32, int64 and float64.
 */
final class AlbisRawRows implements BatchSums {

  private final int columns;
  private final ValueKind[] values;
  private final long[] offsets;
  private final long[] nullBits;
  private final int[] nulls;
  private final long[] integers;
  private final double[] reals;

  AlbisRawRows(ScanRequest request) {
    List<Leaf> leaves = request.leaves();
    columns = leaves.size();
    values = leaves.stream().map(leaf -> ValueKind.of(leaf.type())).toArray(ValueKind[]::new);
    offsets = new long[columns];
    nullBits = new long[columns];
    nulls = new int[columns];
    integers = new long[columns];
    reals = new double[columns];
  }

  @Override
  public void add(ColumnBatch batch, Totals totals) {
    List<ColumnVector> vectors = AlbisColumns.leaves(batch);
    long stride = vectors.get(0).stride();
    long first = vectors.get(0).valuesAddress();
    for (int i = 0; i < columns; i++) {
      ColumnVector column = vectors.get(i);
      if (column.stride() != stride || batch.hasSelection()) {
        throw new UnsupportedOperationException(
            "Cannot sum rows: column " + column.path() + " is not in the rows of the others");
      }
      offsets[i] = column.valuesAddress() - first;
      nullBits[i] = column.nullBitAddress();
      nulls[i] = 0;
      integers[i] = 0;
      reals[i] = 0;
    }
    for (int row = 0, rows = batch.rowCount(); row < rows; row++) {
      addRow(first + row * stride, row * stride * Byte.SIZE);
    }
    for (int i = 0; i < columns; i++) {
      totals.addIntegers(i, batch.rowCount() - nulls[i], integers[i]);
      totals.addReals(i, 0, reals[i]);
    }
  }

  /** Null values are stored as zero and can be added; null bits are counted separately. */
  private void addRow(long address, long bits) {
    for (int i = 0; i < columns; i++) {
      long value = address + offsets[i];
      switch (values[i]) {
        case INT -> integers[i] += Memory.getInt(value);
        case LONG -> integers[i] += Memory.getLong(value);
        case DOUBLE -> reals[i] += Memory.getDouble(value);
        case BOOLEAN, DATE, TIMESTAMP, DECIMAL, TEXT, STRUCT, LIST ->
            throw new UnsupportedOperationException("Cannot sum raw values of " + values[i]);
      }
      if (nullBits[i] != 0) {
        long bit = nullBits[i] + bits;
        nulls[i] += Memory.getByte(bit >>> 3) >> (bit & 7) & 1;
      }
    }
  }
}
