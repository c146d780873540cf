// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.reader.vector.RowView;
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
 * Whole scans of a table whose files are in the page cache: opening the files, copying them into
 * buffers of the reader and verifying checksums, which the reader does ahead with a second thread,
 * and summing all columns. Segments and row groups have the sizes that a writer gives them unless
 * told otherwise. Times are per row of 23 columns.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(CachedScan.ROWS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CachedScan {

  static final int ROWS = 1 << 20;

  /** All columns in one group of the row layout. */
  @State(Scope.Benchmark)
  public static class Rows {
    private StoredTable stored;

    /** Writes the table. */
    @Setup
    public void write() {
      stored = new StoredTable(ColumnGroupSpec.all(), ROWS);
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      stored.close();
    }
  }

  /** Each column in a group of its own, in the column layout. */
  @State(Scope.Benchmark)
  public static class Columns {
    private StoredTable stored;

    /** Writes the table. */
    @Setup
    public void write() {
      stored = new StoredTable(ColumnGroupSpec.single(), ROWS);
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      stored.close();
    }
  }

  /** Loading alone. */
  @Benchmark
  public long loadRows(Rows rows) {
    return load(rows.stored.table().scan().batches());
  }

  /** Loading, and a straight-line loop over the rows by address. */
  @Benchmark
  public double rowsByHand(Rows rows) {
    double sum = 0;
    try (BatchCursor batches = rows.stored.table().scan().batches()) {
      while (batches.next()) {
        ColumnBatch batch = batches.batch();
        try (RowCursor cursor = batch.rows()) {
          cursor.next();
          RowView first = cursor.row();
          HandWritten.requireStride(first.stride());
          sum += HandWritten.rows(first.address(), batch.rowCount());
        }
      }
    }
    return sum;
  }

  /** Loading, and the row view. */
  @Benchmark
  public double rowView(Rows rows) {
    try (RowCursor cursor = rows.stored.table().scan().rows()) {
      return ReaderSums.rows(cursor);
    }
  }

  /** Loading alone. */
  @Benchmark
  public long loadColumns(Columns columns) {
    return load(columns.stored.table().scan().batches());
  }

  /** Loading, and loops over arrays of which nulls are zero. */
  @Benchmark
  public double columnsByHand(Columns columns) {
    double sum = 0;
    try (BatchCursor batches = columns.stored.table().scan().batches()) {
      while (batches.next()) {
        sum += HandWritten.columns(batches.batch());
      }
    }
    return sum;
  }

  /** Loading, and column batches. */
  @Benchmark
  public double columnBatches(Columns columns) {
    double sum = 0;
    try (BatchCursor batches = columns.stored.table().scan().batches()) {
      while (batches.next()) {
        sum += ReaderSums.columns(batches.batch());
      }
    }
    return sum;
  }

  private static long load(BatchCursor batches) {
    long rows = 0;
    try (batches) {
      while (batches.next()) {
        rows += batches.batch().rowCount();
      }
    }
    return rows;
  }
}
