// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import io.albis.format.schema.TypeKind;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.DatasetScan;
import io.albis.reader.Table;
import io.albis.reader.vector.BytesView;
import io.albis.reader.vector.ColumnVector;
import io.albis.storage.StorageMetrics;
import java.util.List;

/**
 * What reading some columns has taken.
 *
 * @param seconds from the first request to the last value
 * @param requests to the storage
 * @param bytes that they have read
 * @param sum of all values
 */
record QueryRun(double seconds, long requests, long bytes, long sum) {

  /**
   * Reads all values of some columns and adds them up. The metadata that describes them is read
   * before the clock starts.
   */
  static QueryRun of(Table table, List<String> columns) {
    DatasetScan scan = table.scan().select(columns);
    scan.segments();
    StorageMetrics before = table.metrics();
    long start = System.nanoTime();
    long sum = 0;
    try (BatchCursor cursor = scan.batches()) {
      while (cursor.next()) {
        sum += sum(cursor.batch());
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    StorageMetrics after = table.metrics();
    return new QueryRun(
        seconds, after.readRequests() - before.readRequests(), bytes(after) - bytes(before), sum);
  }

  private static long bytes(StorageMetrics metrics) {
    return metrics.directBytesRead() + metrics.bufferedBytesRead();
  }

  private static long sum(ColumnBatch batch) {
    long sum = 0;
    for (int i = 0; i < batch.columnCount(); i++) {
      ColumnVector column = batch.column(i);
      TypeKind kind = column.type().kind();
      sum +=
          switch (kind) {
            case INT64 -> longs(column);
            case DOUBLE -> doubles(column);
            case INT32 -> ints(column);
            case STRING -> lengths(column);
            case BOOLEAN,
                INT8,
                INT16,
                FLOAT,
                DECIMAL,
                DATE,
                TIME,
                TIMESTAMP,
                BINARY,
                FIXED_BINARY,
                UUID,
                YEAR_MONTH_INTERVAL,
                DAY_TIME_INTERVAL,
                STRUCT,
                LIST,
                MAP ->
                throw new IllegalStateException("Unexpected type: " + kind);
          };
    }
    return sum;
  }

  private static long longs(ColumnVector column) {
    long sum = 0;
    for (int row = 0, rows = column.rowCount(); row < rows; row++) {
      sum += column.getLong(row);
    }
    return sum;
  }

  private static long doubles(ColumnVector column) {
    double sum = 0;
    for (int row = 0, rows = column.rowCount(); row < rows; row++) {
      sum += column.getDouble(row);
    }
    return Double.doubleToLongBits(sum);
  }

  private static long ints(ColumnVector column) {
    long sum = 0;
    for (int row = 0, rows = column.rowCount(); row < rows; row++) {
      sum += column.getInt(row);
    }
    return sum;
  }

  private static long lengths(ColumnVector column) {
    BytesView view = new BytesView();
    long sum = 0;
    for (int row = 0, rows = column.rowCount(); row < rows; row++) {
      BytesView value = column.getBytes(row, view);
      sum += value.length() + value.byteAt(value.length() - 1);
    }
    return sum;
  }
}
