// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Values of {@link StoreSales}, generated in advance so that generation is not measured. */
final class SalesValues {

  /** The number of rows in a batch. */
  static final int BATCH = 1 << 12;

  private static final int BATCHES = 4;

  /** The number of generated rows, which are written repeatedly. */
  static final int ROWS = BATCH * BATCHES;

  /** Values by row, then column. */
  final int[][] keys = new int[ROWS][StoreSales.INTS];

  final double[][] amounts = new double[ROWS][StoreSales.DOUBLES];

  /** For each row, a bit for each null column. */
  final int[] nulls = new int[ROWS];

  /** The same values by batch, then column. */
  final int[][][] keyColumns = new int[BATCHES][StoreSales.INTS][BATCH];

  final double[][][] amountColumns = new double[BATCHES][StoreSales.DOUBLES][BATCH];
  final boolean[][][] nullColumns = new boolean[BATCHES][StoreSales.COLUMNS][BATCH];

  SalesValues() {
    SplittableRandom random = new SplittableRandom(42);
    for (int row = 0; row < ROWS; row++) {
      int batch = row / BATCH;
      int at = row % BATCH;
      for (int i = 0; i < StoreSales.COLUMNS; i++) {
        nullColumns[batch][i][at] = random.nextInt(1000) < 45;
        nulls[row] |= nullColumns[batch][i][at] ? 1 << i : 0;
      }
      for (int i = 0; i < StoreSales.INTS; i++) {
        keys[row][i] = random.nextInt(1, 1_000_000);
        keyColumns[batch][i][at] = keys[row][i];
      }
      for (int i = 0; i < StoreSales.DOUBLES; i++) {
        amounts[row][i] = random.nextInt(20_000) / 100.0;
        amountColumns[batch][i][at] = amounts[row][i];
      }
    }
  }

  /** Writes rows with its own row writer or batch writer. */
  @FunctionalInterface
  interface Part {
    void write(TableWriter writer, int position);
  }

  /** Writes a table with several threads, each with its share of rows, and commits. */
  static long writeTable(String uri, String groups, int threads, Part part)
      throws ExecutionException, InterruptedException {
    try (TableWriter writer =
        TableWriter.create(uri, StoreSales.schema())
            .columnGroups(ColumnGroupSpec.parse(groups))
            .memoryLimit(threads * (256L << 20))
            .threads(threads)
            .open()) {
      if (threads == 1) {
        part.write(writer, 0);
      } else {
        inParallel(threads, position -> part.write(writer, position));
      }
      return writer.commit().snapshotId();
    }
  }

  private static void inParallel(int threads, java.util.function.IntConsumer task)
      throws ExecutionException, InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int position = i;
        running.add(executor.submit(() -> task.accept(position)));
      }
      for (Future<?> part : running) {
        part.get();
      }
    } finally {
      executor.shutdown();
    }
  }
}
