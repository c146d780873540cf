// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.writer.row.RowWriter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Writes a table row by row, including statistics, checksums, durability and commit. Times are per
 * row of 23 columns, of all threads together; the values are generated in advance. {@link
 * WriteBounds} measures lower bounds.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WriteRows.ROWS)
@Fork(1)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public class WriteRows {

  static final int ROWS = 1 << 22;

  private final SalesValues values = new SalesValues();

  /** The column groups of the table. */
  @Param({"all", "single", "auto"})
  public String groups;

  /** The number of threads, each with its own row writer. */
  @Param({"1", "2"})
  public int threads;

  private TemporaryDirectory directory;

  /** Creates a directory for a table. */
  @Setup(Level.Iteration)
  public void open() {
    directory = new TemporaryDirectory();
  }

  /** Deletes it. */
  @TearDown(Level.Iteration)
  public void close() {
    directory.close();
  }

  /** Writes the table. */
  @Benchmark
  public long write() throws ExecutionException, InterruptedException {
    return SalesValues.writeTable(
        directory.path("table"),
        groups,
        threads,
        (writer, position) -> {
          try (RowWriter rows = writer.newRowWriter(position)) {
            for (int row = 0; row < ROWS / threads; row++) {
              write(rows, row % SalesValues.ROWS);
            }
          }
        });
  }

  private void write(RowWriter rows, int row) {
    int nulls = values.nulls[row];
    int[] keys = values.keys[row];
    double[] amounts = values.amounts[row];
    for (int i = 0; i < StoreSales.INTS; i++) {
      if ((nulls & 1 << i) != 0) {
        rows.setNull(i);
      } else {
        rows.setInt(i, keys[i]);
      }
    }
    for (int i = 0; i < StoreSales.DOUBLES; i++) {
      if ((nulls & 1 << StoreSales.INTS + i) != 0) {
        rows.setNull(StoreSales.INTS + i);
      } else {
        rows.setDouble(StoreSales.INTS + i, amounts[i]);
      }
    }
    rows.endRow();
  }
}
