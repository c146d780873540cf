// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisException;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.CachedSegment;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scans of several threads, with and without a cache and plans, while memory is refused or short,
 * reads and policies fail, threads are interrupted, and a table is opened again, also with other
 * data under the names of its files. Each scan gets the right rows, or ends in an exception that
 * says why. No scan fails for the interrupt of another, a single refusal or a policy. No scan waits
 * forever, and nothing is left behind.
 *
 * <p>A failure names its seed; {@code -Dalbis.seed=N} repeats it, {@code -Dalbis.seeds=N} sets the
 * number of seeds.
 */
class RefusalTest {

  /** Memory with which a scan can do. */
  private static final long LEAST_MEMORY = 64 << 10;

  private static final int VERSIONS = 2;

  @TempDir private static Path directory;

  @BeforeAll
  static void write() throws IOException {
    for (int version = 0; version < VERSIONS; version++) {
      PriceTable.replace(table().toString(), version);
      copy(table(), version(version));
    }
    Files.move(table(), directory.resolve("last"));
  }

  private static Path table() {
    return directory.resolve("t");
  }

  private static Path version(int version) {
    return directory.resolve("t" + version);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  @AfterEach
  void repair() {
    FaultyStorageProvider.setFaults(Faults.NONE);
  }

  static LongStream seeds() {
    Long seed = Long.getLong("albis.seed");
    return seed == null
        ? LongStream.range(0, Integer.getInteger("albis.seeds", 60))
        : LongStream.of(seed);
  }

  /** An open version of the table, and the memory of the scans of it. */
  record Opened(Table table, int version, SharedMemory memory, Faults faults) {
    SharedMemory.Task newTask() {
      return memory.task(faults);
    }
  }

  /** Decides as another policy, unless it fails. */
  private record FaultyPolicy(CachePolicy policy, Faults faults) implements CachePolicy {
    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public boolean admits(CachedSegment segment) {
      faults.maybeThrow();
      return policy.admits(segment);
    }

    @Override
    public double rank(CachedSegment segment) {
      faults.maybeThrow();
      return policy.rank(segment);
    }
  }

  /** What a seed decides. */
  private static final class Run {
    private final SplittableRandom random;
    private final boolean isCached;

    /** Whether scans have to wait for the memory of others. */
    private final boolean isShort;

    private final Faults ofMemory;
    private final Faults ofReads;
    private final Faults ofPolicy;
    private final int scanners;
    private final boolean hasInterrupts;
    private final SharedMemory memory;
    private final String text;

    Run(long seed) {
      random = new SplittableRandom(seed);
      isCached = random.nextInt(4) > 0;
      isShort = random.nextBoolean();
      ofMemory = random.nextInt(isShort ? 3 : 4) > 1 ? Faults.random(random) : Faults.NONE;
      ofReads = random.nextInt(3) == 0 ? Faults.random(random) : Faults.NONE;
      ofPolicy = random.nextInt(3) == 0 ? Faults.random(random) : Faults.NONE;
      scanners = 1 + random.nextInt(8);
      hasInterrupts = random.nextInt(3) == 0;
      long bytes = isShort ? 2 * LEAST_MEMORY * scanners : 1L << 40;
      memory = new SharedMemory(bytes);
      text =
          String.format(
              "seed %d, memory: %s%s, reads: %s, policy: %s, cached: %s, interrupts: %s",
              seed, isShort ? "short, " : "", ofMemory, ofReads, ofPolicy, isCached, hasInterrupts);
    }

    /** Whether each scan that is not interrupted must succeed. */
    boolean mustSucceed() {
      boolean hasMemory = isShort ? ofMemory == Faults.NONE : ofMemory.isAtMostOneRefusal();
      return hasMemory && ofReads == Faults.NONE && ofPolicy.hasNoError();
    }

    ColumnCache cache() {
      List<String> policies = List.of("scan-count", "lru", "cost", "lazy");
      CachePolicy policy = CachePolicy.byName(policies.get(random.nextInt(policies.size())));
      return ColumnCache.builder()
          .limit(32L << 10 << random.nextInt(7))
          .policy(new FaultyPolicy(policy, ofPolicy))
          .accessInterval(Duration.ofMillis(random.nextInt(2) * 600_000L))
          .pressure(MemoryPressure.none())
          .build();
    }

    ReadOptions options(ColumnCache cache) {
      ReadOptions options =
          ReadOptions.defaults()
              .readSize(16 << 10 << random.nextInt(5))
              .requestsAhead(1 + random.nextInt(8));
      return isCached ? options.cache(cache) : options;
    }

    RegisteredPlan plan(ColumnCache cache, Table table, String id) {
      int count = isCached ? random.nextInt(3) : 0;
      RegisteredPlan plan = cache.plan(table.scan().planned(id, count));
      if (random.nextBoolean()) {
        plan.prefetch(PriceTable.ROWS);
      }
      return plan;
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyScanEndsAndNothingIsLeft(long seed) throws Exception {
    Run run = new Run(seed);
    try (ColumnCache cache = run.cache()) {
      RegisteredPlan plan = scan(run, cache, 0, 0, null);
      scan(run, cache, run.random.nextInt(VERSIONS), plan.remainingScans(), plan).close();
      plan.close();
    }
  }

  /**
   * Opens a version of the table, lets threads scan it, and returns what was planned.
   *
   * @param before an earlier plan, of which this many scans are left; null if there is none
   */
  private static RegisteredPlan scan(
      Run run, ColumnCache cache, int version, long left, RegisteredPlan before) throws Exception {
    Files.move(version(version), table());
    try (Table table = Table.open("faulty:" + table(), run.options(cache))) {
      if (before != null) {
        assertThat(before.remainingScans()).as(run.text).isLessThanOrEqualTo(left);
      }
      RegisteredPlan plan = run.plan(cache, table, before == null ? "first" : "second");
      Opened opened = new Opened(table, version, run.memory, run.ofMemory);
      FaultyStorageProvider.setFaults(run.ofReads);
      scan(run, opened, run.scanners);
      FaultyStorageProvider.setFaults(Faults.NONE);
      requireIdle(cache, run);
      Opened repaired = new Opened(table, version, run.memory, Faults.NONE);
      PriceScanner again = new PriceScanner(repaired, run.random, 0, PriceTable.ROWS);
      again.start();
      Watchdog.await(List.of(again), run.text);
      requireEnd(again, run.ofPolicy.hasNoError(), run.text);
      if (run.random.nextBoolean()) {
        cache.clear();
      }
      return plan;
    } finally {
      Files.move(table(), version(version));
    }
  }

  private static void scan(Run run, Opened opened, int count) throws InterruptedException {
    List<PriceScanner> scanners = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      scanners.add(PriceScanner.ofPart(opened, run.random));
      if (run.hasInterrupts && run.random.nextBoolean()) {
        scanners.get(i).interruptOnce(run.random);
      }
    }
    scanners.forEach(Thread::start);
    Watchdog.await(scanners, run.text);
    for (PriceScanner scanner : scanners) {
      requireEnd(scanner, run.mustSucceed() && !scanner.wasInterrupted(), run.text);
    }
  }

  /** Requires that nothing is loaded or used any more, as soon as the last reads have ended. */
  private static void requireIdle(ColumnCache cache, Run run) throws InterruptedException {
    long start = System.nanoTime();
    while (run.memory.heldBytes()
            + cache.statistics().loadingBytes()
            + cache.statistics().leasedBytes()
        > 0) {
      assertThat(System.nanoTime() - start)
          .as("%s: %d, %s", run.text, run.memory.heldBytes(), cache.statistics())
          .isLessThan(Watchdog.MAX_WAIT_NANOS);
      Thread.sleep(1);
    }
  }

  private static void requireEnd(PriceScanner scanner, boolean mustSucceed, String state) {
    Throwable failure = scanner.failure();
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
