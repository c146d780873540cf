// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisException;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.plan.RegisteredPlan;
import io.albis.reader.cache.policy.CachePolicies;
import io.albis.reader.cache.policy.MemoryPressure;
import io.albis.storage.memory.MemoryBudget;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scans of several threads, with and without a cache and plans, while memory is refused, reads fail
 * and threads are interrupted. Each scan gets the right rows, or ends in an exception that says
 * why; a single refusal of memory ends none. Nobody waits for ever, and nothing is left behind.
 *
 * <p>A failure names its seed; {@code -Dalbis.seed=N} repeats it, {@code -Dalbis.seeds=N} sets the
 * number of seeds.
 */
class RefusalTest {

  private static final int ROWS = PriceTable.ROWS;

  /** No thread may wait for longer. */
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    String path = directory.resolve("t").toString();
    PriceTable.write(path);
    uri = "faulty:" + path;
  }

  @AfterEach
  void repair() {
    FaultyStorageProvider.setFaults(Faults.NONE);
  }

  static LongStream seeds() {
    Long seed = Long.getLong("albis.seed");
    return seed == null
        ? LongStream.range(0, Integer.getInteger("albis.seeds", 120))
        : LongStream.of(seed);
  }

  /** A budget that refuses, or fails. */
  private static final class Budget implements MemoryBudget {
    private final Faults faults;
    private final AtomicLong granted = new AtomicLong();

    Budget(Faults faults) {
      this.faults = faults;
    }

    @Override
    public boolean tryReserve(long bytes) {
      if (faults.isRefused()) {
        return false;
      }
      granted.addAndGet(bytes);
      return true;
    }

    @Override
    public void release(long bytes) {
      granted.addAndGet(-bytes);
    }
  }

  /** A thread that scans a part of the table, several times. */
  private static final class Scanner extends Thread {
    private final Table table;
    private final Budget budget;
    private final long first;
    private final long count;
    private volatile long moved = System.nanoTime();
    private volatile Throwable failure;

    Scanner(Table table, Budget budget, SplittableRandom random) {
      super("scanner");
      this.table = table;
      this.budget = budget;
      this.first = random.nextInt(ROWS / 2);
      this.count = 1 + random.nextLong(ROWS - first);
    }

    @Override
    public void run() {
      try {
        for (int i = 0; i < 2; i++) {
          scan();
        }
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    private void scan() {
      long row = first;
      try (BatchCursor batches = table.scan().memoryBudget(budget).batches(first, count)) {
        while (batches.next()) {
          moved = System.nanoTime();
          row += check(batches.batch(), row);
        }
      }
      assertThat(row).isEqualTo(first + count);
    }

    private static int check(ColumnBatch batch, long from) {
      for (int i = 0; i < batch.rowCount(); i++) {
        long row = from + i;
        boolean isNamed = row % 5 != 0;
        if (batch.column(0).getLong(i) != row
            || batch.column(1).isNullAt(i) == isNamed
            || batch.column(2).getDouble(i) != row / 2.0) {
          throw new AssertionError("Wrong values in row " + row);
        }
      }
      return batch.rowCount();
    }

    boolean isStuck() {
      return System.nanoTime() - moved > MAX_WAIT_NANOS && getState() != State.RUNNABLE;
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @SuppressWarnings("try") // the plan is only there
  void everyScanEndsAndNothingIsLeft(long seed) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    boolean isCached = random.nextInt(4) > 0;
    Faults ofMemory = random.nextInt(4) > 0 ? Faults.random(random) : Faults.NONE;
    Faults ofReads = random.nextInt(3) == 0 ? Faults.random(random) : Faults.NONE;
    boolean isInterrupted = random.nextInt(5) == 0;
    String state =
        String.format(
            "seed %d, memory: %s, reads: %s, cached: %s, interrupted: %s",
            seed, ofMemory, ofReads, isCached, isInterrupted);
    Budget budget = new Budget(ofMemory);
    List<Scanner> scanners = new ArrayList<>();
    try (ColumnCache cache = cache(random);
        Table table = Table.open(uri, options(random, isCached ? cache : null));
        RegisteredPlan plan = plan(cache, table, isCached && random.nextBoolean())) {
      FaultyStorageProvider.setFaults(ofReads);
      for (int i = 0; i <= random.nextInt(8); i++) {
        scanners.add(new Scanner(table, budget, random));
      }
      scanners.forEach(Thread::start);
      if (isInterrupted) {
        scanners.get(random.nextInt(scanners.size())).interrupt();
      }
      await(scanners, state);
      FaultyStorageProvider.setFaults(Faults.NONE);
      boolean mustSucceed = ofMemory.isAtMostOneRefusal() && ofReads == Faults.NONE;
      for (Scanner scanner : scanners) {
        requireEnd(scanner, mustSucceed && !isInterrupted, state);
      }
      assertThat(budget.granted.get()).as(state).isZero();
      requireIdle(cache, state);
      Scanner again = new Scanner(table, new Budget(Faults.NONE), random);
      again.start();
      await(List.of(again), state);
      requireEnd(again, true, state);
    }
  }

  private static ColumnCache cache(SplittableRandom random) {
    List<String> policies = List.of("scan-count", "lru", "cost", "lazy");
    return ColumnCache.builder()
        .limit(64L << 10 << random.nextInt(8))
        .policy(CachePolicies.byName(policies.get(random.nextInt(policies.size()))))
        .accessInterval(Duration.ofMillis(random.nextInt(2) * 600_000L))
        .pressure(MemoryPressure.none())
        .build();
  }

  private static ReadOptions options(SplittableRandom random, ColumnCache cache) {
    ReadOptions options =
        ReadOptions.defaults()
            .readSize(16 << 10 << random.nextInt(5))
            .requestsAhead(1 + random.nextInt(5));
    return cache == null ? options : options.cache(cache);
  }

  private static RegisteredPlan plan(ColumnCache cache, Table table, boolean isPlanned) {
    RegisteredPlan plan = cache.plan(table.scan().planned("q", isPlanned ? 3 : 0));
    if (isPlanned) {
      plan.prefetch(ROWS);
    }
    return plan;
  }

  /** Requires that nothing is loaded or used any more, as soon as the end of a prefetch is over. */
  private static void requireIdle(ColumnCache cache, String state) throws InterruptedException {
    long start = System.nanoTime();
    while (cache.statistics().loadingBytes() + cache.statistics().leasedBytes() > 0) {
      assertThat(System.nanoTime() - start)
          .as("%s: %s", state, cache.statistics())
          .isLessThan(MAX_WAIT_NANOS);
      Thread.sleep(1);
    }
  }

  /** Waits for all threads; fails if one of them waits too long. */
  private static void await(List<Scanner> scanners, String state) throws InterruptedException {
    for (Scanner scanner : scanners) {
      for (scanner.join(100); scanner.isAlive(); scanner.join(100)) {
        if (scanner.isStuck()) {
          StringBuilder threads = new StringBuilder("A thread waits too long, " + state);
          for (Map.Entry<Thread, StackTraceElement[]> one : Thread.getAllStackTraces().entrySet()) {
            threads.append("\n\n").append(one.getKey()).append(one.getKey().getState());
            Arrays.stream(one.getValue()).forEach(frame -> threads.append("\n  at ").append(frame));
          }
          throw new AssertionError(threads);
        }
      }
    }
  }

  private static void requireEnd(Scanner scanner, boolean mustSucceed, String state) {
    Throwable failure = scanner.failure;
    if (failure == null) {
      return;
    }
    boolean isTyped =
        failure instanceof AlbisException
            || failure instanceof OutOfOffHeapMemoryException
            || failure instanceof Faults.InjectedException
            || failure instanceof Faults.InjectedError;
    if (mustSucceed || !isTyped) {
      throw new AssertionError("A scan has failed, " + state, failure);
    }
  }
}
