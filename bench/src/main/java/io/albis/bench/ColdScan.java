// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.split.Split;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Compares scans that bypass the page cache, with one and two threads, with reading the same files
 * through the storage alone and with {@code fio}, in alternating rounds. Then scans the same tables
 * from the page cache. Arguments: a directory on the device, and the size of a table in MiB
 * (default 2048). Exits with code 1 if a scan reaches less than 0.90 of the storage alone, or
 * leaves more than 5 % of the data in the page cache.
 *
 * <p>A ratio is the median of the ratios of each round, so it does not change when the device as a
 * whole becomes slower or faster. The first round, with a cold JVM, is shown separately.
 */
public final class ColdScan {

  private static final int FIO_SIZE = 4 << 20;
  private static final int BATCH_MEMORY = 32 << 20;
  private static final int ROUNDS = Integer.getInteger("albis.bench.rounds", 5);
  private static final double MIN_RATIO = 0.9;
  private static final double MAX_CACHED = 0.05;
  private static final int ROW_BYTES = 8 * StoreSales.DOUBLES + 4 * StoreSales.INTS;

  private static final String CEILING = "the storage alone, 1 request";

  private final Path directory;
  private final Map<String, double[]> rates = new LinkedHashMap<>();
  private final Map<String, double[]> cached = new LinkedHashMap<>();

  /** Nanoseconds per row from the page cache, by layout and number of threads. */
  private final Map<String, double[]> warm = new LinkedHashMap<>();

  private ColdScan(Path directory) {
    this.directory = directory;
  }

  /** Runs the benchmark; see the class description. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 1 || arguments.length > 2) {
      System.err.println("usage: bench/run cold DIRECTORY [MEBIBYTES]");
      System.exit(2);
    }
    long mebibytes = arguments.length > 1 ? Long.parseLong(arguments[1]) : 2048;
    Path directory = Files.createTempDirectory(Path.of(arguments[0]), "albis-cold");
    ExecutorService executor = Executors.newFixedThreadPool(2);
    boolean holds;
    try {
      holds = new ColdScan(directory).run(mebibytes << 20, executor, System.out);
    } finally {
      executor.shutdown();
      TemporaryDirectory.delete(directory);
    }
    System.exit(holds ? 0 : 1);
  }

  private boolean run(long bytes, ExecutorService executor, PrintStream out) throws Exception {
    for (String layout : List.of("all", "single")) {
      write(directory.resolve(layout).toString(), ColumnGroupSpec.parse(layout), bytes);
    }
    RawReads all = RawReads.of(directory.resolve("all"));
    RawReads single = RawReads.of(directory.resolve("single"));
    for (int round = 0; round <= ROUNDS; round++) {
      rate("fio, ordinary pages", round, all.fio(FIO_SIZE));
      rate(CEILING, round, all.storage(FIO_SIZE, FIO_SIZE, 1, executor));
      rate("... 2 requests", round, all.storage(FIO_SIZE / 2, FIO_SIZE, 2, executor));
      rate(
          "... 2 requests, memory of a batch",
          round,
          single.storage(FIO_SIZE / 4, BATCH_MEMORY, 2, executor));
      for (int threads = 1; threads <= 2; threads++) {
        scan("all", all, threads, round, executor);
        scan("single", single, threads, round, executor);
      }
    }
    out.printf(
        "Cold scan of %,d MiB on Java %s, medians of %d rounds (least to greatest)%n",
        bytes >> 20, Runtime.version().feature(), ROUNDS);
    boolean holds = true;
    for (String name : rates.keySet()) {
      holds &= print(name, out);
    }
    for (int round = 0; round <= ROUNDS; round++) {
      for (String layout : List.of("all", "single")) {
        scanPageCache(layout, 1, round, executor);
        scanPageCache(layout, 2, round, executor);
      }
    }
    printPageCache("all", out);
    printPageCache("single", out);
    return holds;
  }

  private void scanPageCache(String layout, int threads, int round, ExecutorService executor)
      throws Exception {
    long start = System.nanoTime();
    ReadOptions options = ReadOptions.defaults().option("io.direct", "never");
    try (Table table = Table.open(directory.resolve(layout).toString(), options)) {
      sum(table, threads, executor);
      warm.computeIfAbsent(layout + threads, key -> new double[ROUNDS + 1])[round] =
          (System.nanoTime() - start) / (double) table.rowCount();
    }
  }

  /** Excludes the first round, which fills the page cache. */
  private void printPageCache(String layout, PrintStream out) {
    double one = median(warm.get(layout + 1));
    double two = median(warm.get(layout + 2));
    out.printf(
        "Albis, %s, page cache: %.2f ns per row with 1 thread, %.2f with 2, %.2f times as fast%n",
        layout, one, two, one / two);
  }

  private void rate(String name, int round, double rate) {
    rates.computeIfAbsent(name, key -> new double[ROUNDS + 1])[round] = rate;
  }

  private boolean print(String name, PrintStream out) {
    double[] rounds = rates.get(name);
    double[] sorted = sorted(rounds);
    double[] ratios = new double[rounds.length];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] = rounds[round] / rates.get(CEILING)[round];
    }
    double ratio = median(ratios);
    out.printf(
        "%-36s %5.2f GB/s (%.2f to %.2f, first %.2f), %.2f of one request",
        name,
        median(rounds) / 1e9,
        sorted[0] / 1e9,
        sorted[sorted.length - 1] / 1e9,
        rounds[0] / 1e9,
        ratio);
    if (!cached.containsKey(name)) {
      out.println();
      return true;
    }
    double left = median(cached.get(name));
    boolean isMet = ratio >= MIN_RATIO && left <= MAX_CACHED;
    out.printf("; %.1f %% left in the page cache  %s%n", left * 100, isMet ? "holds" : "MISSED");
    return isMet;
  }

  /** Excludes the first round. */
  private static double[] sorted(double[] rounds) {
    double[] sorted = Arrays.copyOfRange(rounds, 1, rounds.length);
    Arrays.sort(sorted);
    return sorted;
  }

  private static double median(double[] rounds) {
    double[] sorted = sorted(rounds);
    return sorted[sorted.length / 2];
  }

  private void scan(String layout, RawReads files, int threads, int round, ExecutorService executor)
      throws Exception {
    String name = "Albis, " + layout + ", threads: " + threads;
    long before = files.cachedBytes();
    long start = System.nanoTime();
    long read;
    ReadOptions options = ReadOptions.defaults().option("io.direct", "always");
    try (Table table = Table.open(directory.resolve(layout).toString(), options)) {
      if (sum(table, threads, executor) == 0) {
        throw new IllegalStateException("The sum of " + layout + " is 0");
      }
      read = table.metrics().directBytesRead();
    }
    rate(name, round, read / ((System.nanoTime() - start) / 1e9));
    cached.computeIfAbsent(name, key -> new double[ROUNDS + 1])[round] =
        Math.max(0, files.cachedBytes() - before) / (double) read;
  }

  /** Sums all columns; each thread reads splits. */
  private static double sum(Table table, int threads, ExecutorService executor) throws Exception {
    DatasetScan scan = table.scan();
    long bytes = scan.splits(Long.MAX_VALUE).stream().mapToLong(Split::bytes).sum();
    List<Callable<Double>> parts = new ArrayList<>();
    for (Split split : scan.splits(bytes / threads + 1)) {
      parts.add(() -> sum(table, split));
    }
    double total = 0;
    for (Future<Double> part : executor.invokeAll(parts)) {
      total += part.get();
    }
    return total;
  }

  /** Sums by rows if the table has the row layout. */
  private static double sum(Table table, Split split) {
    if (table.columnGroups().size() == 1) {
      try (RowCursor rows = table.scan().rows(split)) {
        return ReaderSums.rows(rows);
      }
    }
    double total = 0;
    try (BatchCursor batches = table.scan().batches(split)) {
      while (batches.next()) {
        total += ReaderSums.columns(batches.batch());
      }
    }
    return total;
  }

  /** Writes a table of non-null numbers of about the given size, in bytes. */
  static void write(String uri, ColumnGroupSpec groups, long bytes) {
    long count = bytes / ROW_BYTES;
    SplittableRandom random = new SplittableRandom(1);
    try (TableWriter writer =
        TableWriter.create(uri, StoreSales.schema()).columnGroups(groups).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long row = 0; row < count; row++) {
          int value = random.nextInt(1_000_000);
          for (int i = 0; i < StoreSales.COLUMNS; i++) {
            if (i < StoreSales.INTS) {
              rows.setInt(i, value + i);
            } else {
              rows.setDouble(i, (value + i) / 100.0);
            }
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }
}
