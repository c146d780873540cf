// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.scan;

import io.albis.reader.Split;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.metric.ScanCounters;
import io.albis.reader.internal.plan.CandidateRowGroups;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.SplitOptions;
import io.albis.reader.internal.plan.Splits;
import io.albis.reader.internal.table.ReadContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Reads the splits of a scan in several threads. */
public final class ParallelScan {

  private static final int MIN_READ_SIZE = 64 * 1024;

  /** For each thread. */
  private static final int MAX_SPLITS = 6;

  private static final int MIN_SPLITS = 2;

  private static final long MIN_SPLIT = 8 << 20;

  /** Reads one split in one of the threads. */
  public interface SplitReader {

    /**
     * Reads it.
     *
     * @param loader loader of its batches, to be closed
     * @param isStopped whether to stop before the next batch
     */
    void read(BatchLoader loader, BooleanSupplier isStopped);
  }

  private ParallelScan() {}

  public static void run(
      ReadContext context, Supplier<ScanPlan> plans, int threads, SplitReader reader) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "Invalid number of threads: " + threads + " (expected at least 1)");
    }
    ScanPlan first = plans.get();
    if (first.limit() >= 0) {
      throw new IllegalArgumentException(
          "Cannot apply a limit to a parallel scan: its rows have no order");
    }
    Sizes sizes = sizes(context, first);
    List<Split> splits = Splits.of(context, first, SplitOptions.ofBytes(splitSize(sizes, threads)));
    int readSize = readSize(context, first, sizes, threads);
    ReadLimits limits = ReadLimits.of(context, first, readSize, threads);
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
                    read(context, plans, splits, limits, next, failed, reader);
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
   * What a scan reads.
   *
   * @param bytes of all row groups
   * @param largest bytes of the largest row group
   */
  private record Sizes(long bytes, long largest) {}

  private static Sizes sizes(ReadContext context, ScanPlan plan) {
    long bytes = 0;
    long largest = 0;
    // Counted when the splits are made.
    ReadContext uncounted = context.withCounters(ScanCounters.ofScan());
    List<Long> sizes = new ArrayList<>();
    new CandidateRowGroups(uncounted, plan)
        .visit((range, stored) -> sizes.add(stored.loadedBytes()));
    for (long size : sizes) {
      bytes += size;
      largest = Math.max(largest, size);
    }
    return new Sizes(bytes, largest);
  }

  /**
   * Returns the target size of splits: small enough for several splits per thread, so that all
   * threads stay busy until the end, but large enough that opening row groups does not dominate.
   */
  private static long splitSize(Sizes sizes, int threads) {
    long share = sizes.bytes / threads;
    return Math.max(1, Math.max(share / MAX_SPLITS, Math.min(MIN_SPLIT, share / MIN_SPLITS)));
  }

  /**
   * A quarter of the limit is reserved for copies and for rounding up to pages. A thread holds one
   * request for each column group, and not more than a row group with what it reads ahead.
   */
  private static int readSize(ReadContext context, ScanPlan plan, Sizes sizes, int threads) {
    long available = context.allocator().limit() / 4 * 3 / threads;
    int wanted = context.settings().readSize();
    if (sizes.largest <= available / 2) {
      return (int) Math.max(MIN_READ_SIZE, Math.min(wanted, available / 2));
    }
    long share = available / Math.max(1, plan.groups().size());
    return (int) Math.max(MIN_READ_SIZE, Math.min(wanted, share));
  }

  private static void read(
      ReadContext context,
      Supplier<ScanPlan> plans,
      List<Split> splits,
      ReadLimits limits,
      AtomicInteger next,
      AtomicBoolean failed,
      SplitReader reader) {
    ScanPlan plan = plans.get();
    for (int i = next.getAndIncrement(); i < splits.size(); i = next.getAndIncrement()) {
      Split split = splits.get(i);
      ReadAhead ahead = ReadAhead.of(context, plan.groups().size(), limits.readSize());
      BatchLoader loader =
          new BatchLoader(context, plan, split.firstRow(), split.rowCount(), ahead, limits);
      reader.read(loader, failed::get);
    }
  }

  /** Waits until no thread reads any more, also after an error, so that the table can be closed. */
  private static void await(
      List<Future<?>> threads, ExecutorService executor, AtomicBoolean failed) {
    Throwable error = null;
    InterruptedException interrupted = null;
    for (int i = 0; i < threads.size(); ) {
      try {
        threads.get(i).get();
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
      throw new IllegalStateException("Interrupted during a parallel scan", interrupted);
    }
    if (error instanceof Error serious) {
      throw serious;
    }
    if (error != null) {
      throw (RuntimeException) error;
    }
  }
}
