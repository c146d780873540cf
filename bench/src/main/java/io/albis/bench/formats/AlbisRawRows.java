// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.formats.AlbisReader.BatchSums;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnBatch;
import io.albis.reader.vector.ColumnVector;
import io.albis.storage.memory.Memory;
import java.util.List;

/**
 * Sums by the addresses of the row layout: what one writes who takes the bytes of the rows as they
 * are. Checks nothing. For int32, int64 and float64.
 */
final class AlbisRawRows implements BatchSums {

  private final int columns;
  private final TypeKind[] kinds;
  private final long[] offsets;
  private final long[] nullBits;
  private final int[] nulls;
  private final long[] integers;
  private final double[] reals;

  AlbisRawRows(ScanRequest request) {
    List<Leaf> leaves = request.leaves();
    columns = leaves.size();
    kinds = new TypeKind[columns];
    for (int i = 0; i < columns; i++) {
      kinds[i] = leaves.get(i).type().kind();
      if (kinds[i] != TypeKind.INT32 && kinds[i] != TypeKind.INT64 && kinds[i] != TypeKind.DOUBLE) {
        throw new UnsupportedOperationException("Cannot add up raw values of " + leaves.get(i));
      }
    }
    offsets = new long[columns];
    nullBits = new long[columns];
    nulls = new int[columns];
    integers = new long[columns];
    reals = new double[columns];
  }

  @Override
  public void add(ColumnBatch batch, Totals totals) {
    long stride = batch.column(0).stride();
    long first = batch.column(0).valuesAddress();
    for (int i = 0; i < columns; i++) {
      ColumnVector column = batch.column(i);
      if (column.stride() != stride || batch.hasSelection()) {
        throw new UnsupportedOperationException(
            "Cannot add up rows: column " + column.path() + " is not in the rows of the others");
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

  /** Bytes of null values are zero and can be added; null bits are counted beside. */
  private void addRow(long address, long bits) {
    for (int i = 0; i < columns; i++) {
      long value = address + offsets[i];
      switch (kinds[i]) {
        case INT32 -> integers[i] += Memory.getInt(value);
        case INT64 -> integers[i] += Memory.getLong(value);
        default -> reals[i] += Memory.getDouble(value);
      }
      if (nullBits[i] != 0) {
        long bit = nullBits[i] + bits;
        nulls[i] += Memory.getByte(bit >>> 3) >> (bit & 7) & 1;
      }
    }
  }
}
