// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.writer.row.RowWriter;
import java.util.concurrent.ExecutionException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * Writes a table row by row, including statistics, checksums, durability and commit. Times are per
 * row of 23 columns, of all threads together; the values are generated in advance. {@link
 * WriteBounds} measures lower bounds.
 */
public class WriteRows extends WriteBenchmark {

  /** The column groups of the table. */
  @Param({"all", "single", "auto"})
  public String groups;

  /** The number of threads, each with its own row writer. */
  @Param({"1", "2"})
  public int threads;

  /** Writes the table. */
  @Benchmark
  public long write() throws ExecutionException, InterruptedException {
    return SalesValues.writeTable(
        path("table"),
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
