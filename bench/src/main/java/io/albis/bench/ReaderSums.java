// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.bench.formats.AlbisColumns;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Loops that use the reader to sum values of {@link StoreSales}: the counterparts of {@link
 * HandWritten}, also compiled separately.
 */
final class ReaderSums {

  private ReaderSums() {}

  /** Sums all columns of a batch without null tests; nulls are stored as zero. */
  static double columns(ColumnBatch batch) {
    long keys = 0;
    double amounts = 0;
    for (int i = 0; i < StoreSales.COLUMNS; i++) {
      if (i < StoreSales.INTS) {
        keys += AlbisColumns.ints(batch.column(i));
      } else {
        amounts += AlbisColumns.doubles(batch.column(i));
      }
    }
    return keys + amounts;
  }

  /** Sums all columns of a batch with a null test for each value. */
  static double validColumns(ColumnBatch batch) {
    long keys = 0;
    double amounts = 0;
    for (int i = 0; i < StoreSales.COLUMNS; i++) {
      if (i < StoreSales.INTS) {
        keys += validInts(batch.column(i));
      } else {
        amounts += validDoubles(batch.column(i));
      }
    }
    return keys + amounts;
  }

  /** Sums all columns of the remaining rows. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static double rows(RowCursor cursor) {
    long keys = 0;
    double amounts = 0;
    while (cursor.next()) {
      RowView row = cursor.row();
      if (!row.isNullAt(0)) {
        keys += row.getInt(0);
      }
      if (!row.isNullAt(1)) {
        keys += row.getInt(1);
      }
      if (!row.isNullAt(2)) {
        keys += row.getInt(2);
      }
      if (!row.isNullAt(3)) {
        keys += row.getInt(3);
      }
      if (!row.isNullAt(4)) {
        keys += row.getInt(4);
      }
      if (!row.isNullAt(5)) {
        keys += row.getInt(5);
      }
      if (!row.isNullAt(6)) {
        keys += row.getInt(6);
      }
      if (!row.isNullAt(7)) {
        keys += row.getInt(7);
      }
      if (!row.isNullAt(8)) {
        keys += row.getInt(8);
      }
      if (!row.isNullAt(9)) {
        keys += row.getInt(9);
      }
      if (!row.isNullAt(10)) {
        amounts += row.getDouble(10);
      }
      if (!row.isNullAt(11)) {
        amounts += row.getDouble(11);
      }
      if (!row.isNullAt(12)) {
        amounts += row.getDouble(12);
      }
      if (!row.isNullAt(13)) {
        amounts += row.getDouble(13);
      }
      if (!row.isNullAt(14)) {
        amounts += row.getDouble(14);
      }
      if (!row.isNullAt(15)) {
        amounts += row.getDouble(15);
      }
      if (!row.isNullAt(16)) {
        amounts += row.getDouble(16);
      }
      if (!row.isNullAt(17)) {
        amounts += row.getDouble(17);
      }
      if (!row.isNullAt(18)) {
        amounts += row.getDouble(18);
      }
      if (!row.isNullAt(19)) {
        amounts += row.getDouble(19);
      }
      if (!row.isNullAt(20)) {
        amounts += row.getDouble(20);
      }
      if (!row.isNullAt(21)) {
        amounts += row.getDouble(21);
      }
      if (!row.isNullAt(22)) {
        amounts += row.getDouble(22);
      }
    }
    return keys + amounts;
  }

  /** Sums a column of integers with a null test for each value. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static long validInts(ColumnVector vector) {
    long sum = 0;
    for (int i = 0, rows = vector.rowCount(); i < rows; i++) {
      if (!vector.isNullAt(i)) {
        sum += vector.getInt(i);
      }
    }
    return sum;
  }

  /** Sums a column of doubles with a null test for each value. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static double validDoubles(ColumnVector vector) {
    double sum = 0;
    for (int i = 0, rows = vector.rowCount(); i < rows; i++) {
      if (!vector.isNullAt(i)) {
        sum += vector.getDouble(i);
      }
    }
    return sum;
  }
}
