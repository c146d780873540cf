// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryRegions;
import io.albis.storage.memory.MemoryUsage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a cache of buffers of mixed sizes full while many threads replace entries at random, as a
 * column cache of tens of gigabytes does. Arguments: seconds (60), gibibytes of buffers (64), and
 * threads (24). A tenth of the memory is touched: all of one huge page in ten, since a huge page is
 * backed as a whole wherever it is touched.
 *
 * <p>Prints operations, the memory of buffers, the mapped memory of the process, external
 * fragmentation, and the share of time that threads are blocked or parked, which only the
 * allocator's locks can cause. Exit code 1 if threads wait for more than 1 % of the time, if a byte
 * is leaked, or if a buffer's contents changed.
 */
public final class MemoryChurn {

  /** The result of a run. */
  record Result(
      long operations,
      double waiting,
      MemoryUsage full,
      long peakBytes,
      long leakedBytes,
      long damagedBuffers) {

    boolean holds() {
      return waiting <= MAX_WAITING && leakedBytes == 0 && damagedBuffers == 0;
    }
  }

  private static final double MAX_WAITING = 0.01;
  private static final int REPORTS = 10;

  private final long bytes;
  private final int threadCount;
  private final PrintStream out;

  MemoryChurn(long bytes, int threadCount, PrintStream out) {
    this.bytes = bytes;
    this.threadCount = threadCount;
    this.out = out;
  }

  /** Runs the benchmark; see the class description. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 3) {
      System.err.println("usage: bench/run memory [SECONDS [GIBIBYTES [THREADS]]]");
      System.exit(2);
    }
    long seconds = arguments.length > 0 ? Long.parseLong(arguments[0]) : 60;
    long gibibytes = arguments.length > 1 ? Long.parseLong(arguments[1]) : 64;
    int threads = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 24;
    MemoryChurn churn = new MemoryChurn(gibibytes << 30, threads, System.out);
    System.exit(churn.run(TimeUnit.SECONDS.toMillis(seconds)).holds() ? 0 : 1);
  }

  Result run(long milliseconds) throws InterruptedException, IOException {
    MemoryUsage before = MemoryRegions.usage();
    MemoryUsage full;
    List<ChurnThread> threads = new ArrayList<>();
    ThreadTimes times = new ThreadTimes();
    try (BufferAllocator allocator = BufferAllocator.create("churn", bytes)) {
      ChurnCache cache = new ChurnCache(allocator);
      for (int i = 0; i < threadCount; i++) {
        threads.add(new ChurnThread(cache, i));
      }
      // Initialize the classes, since threads would wait for that.
      allocator.allocate(1).release();
      print("start", 0, before);
      long start = System.nanoTime();
      threads.forEach(Thread::start);
      for (int i = 1; i <= REPORTS; i++) {
        awaitUntil(start + TimeUnit.MILLISECONDS.toNanos(milliseconds * i / REPORTS), threads);
        print(
            (System.nanoTime() - start) / 1_000_000 + " ms",
            operations(threads),
            MemoryRegions.usage());
      }
      times.take(threads);
      full = MemoryRegions.usage();
      threads.forEach(ChurnThread::finish);
      for (ChurnThread thread : threads) {
        thread.join();
      }
      long damaged = cache.clear();
      threads.forEach(ChurnThread::check);
      long leaked = allocator.allocatedBytes() + MemoryRegions.usage().used() - before.used();
      print("end", operations(threads), MemoryRegions.usage());
      Result result =
          new Result(
              operations(threads),
              times.waitingShare(),
              full,
              allocator.peakBytes(),
              leaked,
              damaged);
      print(result, times);
      return result;
    }
  }

  private static void awaitUntil(long end, List<ChurnThread> threads) throws InterruptedException {
    // A thread ends early only if it fails.
    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    if (left > 0) {
      threads.get(0).join(left);
    }
  }

  private static long operations(List<ChurnThread> threads) {
    return threads.stream().mapToLong(ChurnThread::operations).sum();
  }

  private void print(String when, long operations, MemoryUsage usage) throws IOException {
    out.printf(
        "%10s: %,12d operations; MiB held %,d, mapped %,d, idle %,d, resident %,d;"
            + " external fragmentation %.2f %%%n",
        when,
        operations,
        usage.used() >> 20,
        usage.mapped() >> 20,
        usage.idle() >> 20,
        residentBytes() >> 20,
        100 * usage.externalFragmentation());
  }

  private void print(Result result, ThreadTimes times) {
    out.printf(
        "%d threads: %,.0f allocations and releases a second (%,.0f a second of processor time)%n",
        threadCount,
        result.operations() / times.seconds(),
        result.operations() / times.processorSeconds());
    out.printf(
        "Threads blocked %.4f %%, parked %.4f %% of the time (at most %.0f %% together)%n",
        100 * times.blockedShare(), 100 * times.parkedShare(), 100 * MAX_WAITING);
    out.printf(
        "Leaked bytes: %d; damaged buffers: %d%n", result.leakedBytes(), result.damagedBuffers());
  }

  private static long residentBytes() throws IOException {
    Path status = Path.of("/proc/self/statm");
    return Files.exists(status)
        ? Long.parseLong(Files.readString(status).split(" ", -1)[1]) * 4096
        : 0;
  }
}
