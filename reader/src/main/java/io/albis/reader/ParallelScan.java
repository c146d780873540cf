// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.RowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads the parts of a scan with several threads. */
final class ParallelScan {

  private static final int MIN_READ_SIZE = 64 * 1024;

  /** For each thread. */
  private static final int MAX_PARTS = 6;

  private static final int MIN_PARTS = 2;

  private static final long MIN_PART = 8 << 20;

  private ParallelScan() {}

  static void run(
      Table table, Supplier<ScanPlan> plans, int threads, Consumer<ColumnBatch> consumer) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "Invalid number of threads: " + threads + " (expected at least 1)");
    }
    ScanPlan first = plans.get();
    if (first.limit() >= 0) {
      throw new IllegalArgumentException(
          "Cannot read with several threads up to a limit: rows have no order then");
    }
    List<Split> parts = Splits.of(table, first, partSize(table, first, threads));
    int readSize = readSize(table, first, threads);
    AtomicInteger next = new AtomicInteger();
    AtomicBoolean failed = new AtomicBoolean();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        running.add(
            executor.submit(
                () -> {
                  try {
                    read(table, plans, parts, readSize, next, failed, consumer);
                  } catch (RuntimeException | Error e) {
                    failed.set(true);
                    throw e;
                  }
                }));
      }
      await(running, executor, failed);
    } finally {
      executor.shutdown();
    }
  }

  /**
   * Bytes of a part: so that there are several for each thread, and all threads are at work until
   * the end. Small tables have fewer, so that opening files is not what takes the time.
   */
  private static long partSize(Table table, ScanPlan plan, int threads) {
    long bytes = 0;
    for (RowGroupRef rowGroup : table.rowGroups().all()) {
      if (RowGroupStatistics.mayMatch(plan, table.rowGroups(), rowGroup)) {
        bytes += Splits.bytes(table, plan, rowGroup);
      }
    }
    long share = bytes / threads;
    return Math.max(1, Math.max(share / MAX_PARTS, Math.min(MIN_PART, share / MIN_PARTS)));
  }

  /** A quarter of the limit stays for what is copied and for rounding up to pages. */
  private static int readSize(Table table, ScanPlan plan, int threads) {
    long shares = (long) threads * Math.max(1, plan.groups().size());
    long share = table.options().memoryLimit() / 4 * 3 / shares;
    return (int) Math.max(MIN_READ_SIZE, Math.min(table.options().readSize(), share));
  }

  private static void read(
      Table table,
      Supplier<ScanPlan> plans,
      List<Split> parts,
      int readSize,
      AtomicInteger next,
      AtomicBoolean failed,
      Consumer<ColumnBatch> consumer) {
    ScanPlan plan = plans.get();
    for (int i = next.getAndIncrement(); i < parts.size(); i = next.getAndIncrement()) {
      ReadAhead none = ReadAhead.none(table.allocator());
      List<RowGroups.Part> rows =
          table.rowGroups().parts(parts.get(i).firstRow(), parts.get(i).rowCount());
      try (BatchCursor cursor = new BatchCursor(table, plan, rows, none, readSize)) {
        while (!failed.get() && cursor.next()) {
          consumer.accept(cursor.batch());
        }
      }
    }
  }

  /** Waits until no thread reads any more, also after an error: the table may be closed then. */
  private static void await(List<Future<?>> parts, ExecutorService executor, AtomicBoolean failed) {
    Throwable error = null;
    InterruptedException interrupted = null;
    for (int i = 0; i < parts.size(); ) {
      try {
        parts.get(i).get();
        i++;
      } catch (ExecutionException e) {
        error = error == null ? e.getCause() : error;
        i++;
      } catch (InterruptedException e) {
        interrupted = e;
        failed.set(true);
        executor.shutdownNow();
      }
    }
    if (interrupted != null) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "Interrupted while reading with several threads", interrupted);
    }
    if (error instanceof Error serious) {
      throw serious;
    }
    if (error != null) {
      throw (RuntimeException) error;
    }
  }
}
