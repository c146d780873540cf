// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.writer.batch.BatchWriter;
import java.util.concurrent.ExecutionException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * Writes a table by batches of arrays, including statistics, checksums, durability and commit.
 * Times are per row of 23 columns, of all threads together; the arrays are generated in advance.
 * {@link WriteBounds} measures lower bounds.
 */
public class WriteBatches extends WriteBenchmark {

  /** The column groups of the table. */
  @Param({"all", "single", "auto"})
  public String groups;

  /** The number of threads, each with its own batch writer. */
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
          try (BatchWriter batches = writer.newBatchWriter(position)) {
            for (int batch = 0; batch < ROWS / threads / SalesValues.BATCH; batch++) {
              write(batches, batch % values.keyColumns.length);
            }
          }
        });
  }

  private void write(BatchWriter batches, int batch) {
    for (int i = 0; i < StoreSales.COLUMNS; i++) {
      if (i < StoreSales.INTS) {
        batches.setInts(i, values.keyColumns[batch][i]);
      } else {
        batches.setDoubles(i, values.amountColumns[batch][i - StoreSales.INTS]);
      }
      batches.setNulls(i, values.nullColumns[batch][i]);
    }
    batches.endBatch(SalesValues.BATCH);
  }
}
