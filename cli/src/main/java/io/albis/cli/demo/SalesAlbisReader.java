// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.tools.sales.SalesColumn;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code store_sales} from an Albis table, by batches and by rows. */
final class SalesAlbisReader {

  private final String uri;

  SalesAlbisReader(String uri) {
    this.uri = uri;
  }

  /** Computes the exact sum of every column, row by row. */
  List<ColumnSum> exactSums() {
    int columns = SalesColumn.ALL.size();
    long[] sums = new long[columns];
    long[] values = new long[columns];
    try (Table table = Table.open(uri);
        RowCursor cursor = table.scan().rows()) {
      while (cursor.next()) {
        RowView row = cursor.row();
        for (int c = 0; c < columns; c++) {
          if (!row.isNullAt(c)) {
            values[c]++;
            sums[c] +=
                switch (SalesColumn.ALL.get(c).kind()) {
                  case INT -> row.getInt(c);
                  case LONG -> row.getLong(c);
                  case DOUBLE -> Math.round(row.getDouble(c) * 100);
                };
          }
        }
      }
    }
    List<ColumnSum> result = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      result.add(new ColumnSum(SalesColumn.ALL.get(c).name(), sums[c], values[c]));
    }
    return result;
  }

  /**
   * Sums every column batch by batch, as fast as possible.
   *
   * @return the total of all sums, so that no work can be optimized away
   */
  double fastSum() {
    double total = 0;
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches()) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        for (int c = 0; c < batch.columnCount(); c++) {
          ColumnVector column = batch.column(c);
          total +=
              switch (SalesColumn.ALL.get(c).kind()) {
                case INT -> sumInts(column);
                case LONG -> sumLongs(column);
                case DOUBLE -> sumDoubles(column);
              };
        }
      }
    }
    return total;
  }

  // Nulls are stored as 0, so sums need no null tests.

  private static double sumInts(ColumnVector column) {
    long sum = 0;
    int rows = column.rowCount();
    for (int row = 0; row < rows; row++) {
      sum += column.getInt(row);
    }
    return sum;
  }

  private static double sumLongs(ColumnVector column) {
    long sum = 0;
    int rows = column.rowCount();
    for (int row = 0; row < rows; row++) {
      sum += column.getLong(row);
    }
    return sum;
  }

  private static double sumDoubles(ColumnVector column) {
    double sum = 0;
    int rows = column.rowCount();
    for (int row = 0; row < rows; row++) {
      sum += column.getDouble(row);
    }
    return sum;
  }

  /**
   * Sums every column row by row through row views, as fast as possible.
   *
   * @return the sum of all values
   */
  double fastRowSum() {
    long integers = 0;
    double money = 0;
    try (Table table = Table.open(uri);
        RowCursor cursor = table.scan().rows()) {
      while (cursor.next()) {
        RowView row = cursor.row();
        integers +=
            (long) row.getInt(0)
                + row.getInt(1)
                + row.getInt(2)
                + row.getInt(3)
                + row.getInt(4)
                + row.getInt(5)
                + row.getInt(6)
                + row.getInt(7)
                + row.getInt(8)
                + row.getLong(9)
                + row.getInt(10);
        money +=
            row.getDouble(11)
                + row.getDouble(12)
                + row.getDouble(13)
                + row.getDouble(14)
                + row.getDouble(15)
                + row.getDouble(16)
                + row.getDouble(17)
                + row.getDouble(18)
                + row.getDouble(19)
                + row.getDouble(20)
                + row.getDouble(21)
                + row.getDouble(22);
      }
    }
    return integers + money;
  }
}
