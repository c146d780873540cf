// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.Table;
import io.albis.tools.sales.SalesColumn;
import io.albis.tools.sales.SalesColumn.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive rows of {@code store_sales} in arrays, as in an application that writes a table. Each
 * column has an array of values and an array of null flags.
 */
public final class SalesChunk {

  /** The maximum number of rows; also the length of Arrow and Albis batches. */
  private static final int ROWS = 12_000;

  private final int rowCount;
  private final List<Object> values;
  private final List<boolean[]> nulls;

  private SalesChunk(int rowCount, List<Object> values, List<boolean[]> nulls) {
    this.rowCount = rowCount;
    this.values = values;
    this.nulls = nulls;
  }

  /** Reads the rows of a {@code store_sales} table. */
  public static List<SalesChunk> read(String table) {
    List<SalesChunk> chunks = new ArrayList<>();
    try (Table opened = Table.open(table);
        BatchCursor cursor = opened.scan().batches()) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        for (int first = 0; first < batch.rowCount(); first += ROWS) {
          chunks.add(of(batch, first, Math.min(ROWS, batch.rowCount() - first)));
        }
      }
    }
    return chunks;
  }

  private static SalesChunk of(ColumnBatch batch, int first, int rows) {
    List<Object> values = new ArrayList<>();
    List<boolean[]> nulls = new ArrayList<>();
    for (int c = 0; c < SalesColumn.ALL.size(); c++) {
      Kind kind = SalesColumn.ALL.get(c).kind();
      int[] ints = kind == Kind.INT ? new int[rows] : null;
      long[] longs = kind == Kind.LONG ? new long[rows] : null;
      double[] doubles = kind == Kind.DOUBLE ? new double[rows] : null;
      boolean[] isNull = new boolean[rows];
      ColumnVector column = batch.column(c);
      for (int row = 0; row < rows; row++) {
        isNull[row] = column.isNullAt(first + row);
        switch (kind) {
          case INT -> ints[row] = column.getInt(first + row);
          case LONG -> longs[row] = column.getLong(first + row);
          case DOUBLE -> doubles[row] = column.getDouble(first + row);
        }
      }
      values.add(kind == Kind.INT ? ints : kind == Kind.LONG ? longs : doubles);
      nulls.add(isNull);
    }
    return new SalesChunk(rows, values, nulls);
  }

  int rowCount() {
    return rowCount;
  }

  int[] ints(int column) {
    return (int[]) values.get(column);
  }

  long[] longs(int column) {
    return (long[]) values.get(column);
  }

  double[] doubles(int column) {
    return (double[]) values.get(column);
  }

  boolean[] nulls(int column) {
    return nulls.get(column);
  }
}
