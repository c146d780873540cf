// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Sums all columns of rows in memory with one thread, through each read path and with hand-written
 * loops. Times are per row of 23 columns.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WarmScan.ROWS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class WarmScan {

  static final int ROW_GROUPS = 8;

  static final int ROWS = ROW_GROUPS * StoreSales.ROW_GROUP_ROWS;

  /** All columns in one group of the row layout. */
  @State(Scope.Benchmark)
  public static class Rows {
    private WarmTable table;
    private long[] addresses;

    /** Writes and loads the table. */
    @Setup
    public void load() {
      table = new WarmTable(ColumnGroupSpec.all(), ROW_GROUPS);
      addresses = table.rowAddresses();
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      table.close();
    }
  }

  /** Each column in its own group, in the column layout. */
  @State(Scope.Benchmark)
  public static class Columns {
    private WarmTable table;

    /** Writes and loads the table. */
    @Setup
    public void load() {
      table = new WarmTable(ColumnGroupSpec.single(), ROW_GROUPS);
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      table.close();
    }
  }

  /** Each column in its own group, in a column cache. */
  @State(Scope.Benchmark)
  public static class CachedColumns {
    private CachedTable table;

    /** Writes and loads the table. */
    @Setup
    public void load() {
      table = new CachedTable(ColumnGroupSpec.single(), ROW_GROUPS);
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      table.close();
    }
  }

  /** All columns in one group of the row layout, in a column cache. */
  @State(Scope.Benchmark)
  public static class CachedRows {
    private CachedTable table;

    /** Writes and loads the table. */
    @Setup
    public void load() {
      table = new CachedTable(ColumnGroupSpec.all(), ROW_GROUPS);
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      table.close();
    }
  }

  /** A scan from its start, of batches in the column cache. */
  @Benchmark
  public double cachedColumnBatches(CachedColumns columns) {
    double sum = 0;
    try (BatchCursor cursor = columns.table.table().scan().batches()) {
      while (cursor.next()) {
        sum += ReaderSums.columns(cursor.batch());
      }
    }
    return sum;
  }

  /** A scan from its start, of rows in the column cache. */
  @Benchmark
  public double cachedRowView(CachedRows rows) {
    double sum = 0;
    try (RowCursor cursor = rows.table.table().scan().rows()) {
      sum += ReaderSums.rows(cursor);
    }
    return sum;
  }

  /** Straight-line code over rows by address. */
  @Benchmark
  public double rowsByHand(Rows rows) {
    double sum = 0;
    List<ColumnBatch> batches = rows.table.batches();
    for (int i = 0; i < batches.size(); i++) {
      sum += HandWritten.rows(rows.addresses[i], batches.get(i).rowCount());
    }
    return sum;
  }

  /** The same through the row view. */
  @Benchmark
  public double rowView(Rows rows) {
    double sum = 0;
    for (ColumnBatch batch : rows.table.batches()) {
      try (RowCursor cursor = batch.rows()) {
        sum += ReaderSums.rows(cursor);
      }
    }
    return sum;
  }

  /** The row view over a table of columns. */
  @Benchmark
  public double rowViewOfColumns(Columns columns) {
    double sum = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      try (RowCursor cursor = batch.rows()) {
        sum += ReaderSums.rows(cursor);
      }
    }
    return sum;
  }

  /** Loops over arrays; nulls are stored as zero. */
  @Benchmark
  public double columnsByHand(Columns columns) {
    double sum = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      sum += HandWritten.columns(batch);
    }
    return sum;
  }

  /** The same through column batches. */
  @Benchmark
  public double columnBatches(Columns columns) {
    double sum = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      sum += ReaderSums.columns(batch);
    }
    return sum;
  }

  /** Loops over arrays, with a null test for each value. */
  @Benchmark
  public double columnsWithNullTestByHand(Columns columns) {
    double sum = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      sum += HandWritten.validColumns(batch);
    }
    return sum;
  }

  /** The same through column batches. */
  @Benchmark
  public double columnBatchesWithNullTest(Columns columns) {
    double sum = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      sum += ReaderSums.validColumns(batch);
    }
    return sum;
  }
}
