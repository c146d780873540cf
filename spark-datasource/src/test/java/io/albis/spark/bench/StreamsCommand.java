// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.tpc.GeneratedTable;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.OptionalSizeConverter;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.limit.MemoryLimit;
import io.albis.tools.output.Json;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code measure streams}: concurrent streams of queries in little memory. */
@Command(
    name = "streams",
    description =
        "Runs concurrent streams of queries of TPC-DS, by Spark's fair scheduler, in a control"
            + " group with less memory than the tables need. The limit includes the page cache."
            + " Each contestant has a process of its own, runs each query once without being"
            + " measured, and begins each pass with empty caches. A job that shuffles whole rows"
            + " can run beside the streams (--job).")
public final class StreamsCommand extends AlbisCommand {

  private static final String MEMBER = "streams";

  /** What a JVM with Spark needs beside its heap and Spark's memory. */
  private static final long JVM_BYTES = 512L << 20;

  /** Part of the memory above which the column cache gives memory back. */
  private static final double PRESSURE = 0.95;

  @Mixin private SuiteTables suite;

  @Option(
      names = "--contestants",
      split = ",",
      paramLabel = "NAME",
      description =
          "Ways to read: parquet, orc, albis-buffered, albis-direct, and albis-lru, albis-lazy,"
              + " albis-cost, albis-scan-count with a cache and the plugin (default: all).")
  private List<String> contestants = List.of();

  @Option(
      names = "--queries",
      split = ",",
      paramLabel = "NAME",
      description = "Queries of each stream (default: ${DEFAULT-VALUE}).",
      defaultValue = "q3,q7,q9,q12,q19,q20,q27,q28,q36,q42,q43,q52,q53,q55,q62,q88,q90,q96,q98,q99")
  private List<String> queries;

  @Option(
      names = "--streams",
      split = ",",
      paramLabel = "COUNT",
      description = "Numbers of concurrent streams, each a pass (default: ${DEFAULT-VALUE}).",
      defaultValue = "1,7")
  private List<Integer> streams;

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description =
          "Job that shuffles all of store_sales, uncompressed, beside the streams: none, sort or"
              + " join (default: ${DEFAULT-VALUE}).",
      defaultValue = "none")
  private ShuffleJob job;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the orders of queries (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--cores",
      paramLabel = "COUNT",
      description = "Cores of the session (default: ${DEFAULT-VALUE}).",
      defaultValue = "2")
  private int cores;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Java heap, which is in memory from the start (default: ${DEFAULT-VALUE}).",
      defaultValue = "1g")
  private String heap;

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "PERCENT",
      description =
          "Sizes of the column cache, in percent of the tables of Albis, each with a limit of its"
              + " own (default: ${DEFAULT-VALUE}).",
      defaultValue = "20")
  private List<Integer> caches;

  @Option(
      names = "--task-memory",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Off-heap memory of Spark beside the cache (default: ${DEFAULT-VALUE}).",
      defaultValue = "256MiB")
  private long taskBytes;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = OptionalSizeConverter.class,
      description =
          "Limit of memory, page cache included; 0: none (default: 1.25 times the heap, 512 MiB for"
              + " the JVM, and Spark's off-heap memory with the cache).")
  private Long memory;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Rounds, each in new processes; medians count (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int rounds;

  @Option(names = "--output", paramLabel = "FILE", description = "Also write JSON to a file.")
  private Path output;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also write the tables to a Markdown file.")
  private Path markdown;

  /** Called by the command-line parser. */
  public StreamsCommand() {}

  @Override
  public Integer call() throws Exception {
    List<StreamContestant> chosen = StreamContestant.of(contestants);
    if (!suite.texts("tpcds").names().containsAll(queries)) {
      throw usageError("Invalid queries: " + queries);
    }
    List<TableFormat> formats = chosen.stream().map(StreamContestant::format).distinct().toList();
    List<GeneratedTable> needed = suite.needed("tpcds", queries);
    BenchmarkTables tables =
        suite.create("tpcds", BenchmarkSession.startAdaptive(cores), needed, formats);
    List<String> names = needed.stream().map(GeneratedTable::name).toList();
    long dataBytes = tables.bytes(TableFormat.ALBIS, names);
    List<StreamFigures> figures = new ArrayList<>();
    StreamReport report =
        new StreamReport(
            "spark-datasource/measure "
                + String.join(" ", spec().commandLine().getParseResult().originalArgs()),
            "TPC-DS, scale " + suite.scale() + ": " + tables.sizes(formats, names));
    try (Progress progress =
        Progress.start(
            "streams",
            (long) caches.size() * rounds * chosen.size() * (1 + streams.size()),
            "passes")) {
      Map<String, String> results = null;
      for (int round = 0; round < rounds; round++) {
        for (int share : caches) {
          for (StreamContestant contestant : chosen) {
            StreamTask task = task(contestant, names, dataBytes * share / 100);
            results = measure(task, share, figures, results, progress);
            if (output != null) {
              Json.write(output, report.document(figures));
            }
          }
        }
      }
    }
    report.print(out(), markdown, figures);
    return 0;
  }

  private StreamTask task(StreamContestant contestant, List<String> names, long cacheBytes) {
    return new StreamTask(
        contestant,
        suite.directory("tpcds").toString(),
        names,
        suite.module().toString(),
        queries,
        seed,
        cores,
        cacheBytes,
        // The cache leaves a sixteenth free.
        cacheBytes + Math.max(taskBytes, cacheBytes / 8),
        job);
  }

  private long limit(StreamTask task) {
    return memory != null
        ? memory
        : (long) ((Quantities.parseBytes(heap) + JVM_BYTES + task.offHeapBytes()) / PRESSURE);
  }

  /** Returns the results of the queries, which are those of all contestants. */
  private Map<String, String> measure(
      StreamTask task,
      int share,
      List<StreamFigures> figures,
      Map<String, String> expected,
      Progress progress)
      throws Exception {
    long limit = limit(task);
    try (MemoryLimit group = limit == 0 ? null : MemoryLimit.create(limit)) {
      if (group != null && !group.isLimited()) {
        throw new CommandFailedException(
            "Cannot limit memory to " + Quantities.bytes(limit) + ": " + group.description());
      }
      List<String> launcher = group == null ? List.of() : group.launcher(MEMBER);
      try (StreamProcess process = new StreamProcess(launcher, task, heap)) {
        Map<String, String> results = new LinkedHashMap<>(process.run(0).results());
        progress.add(1);
        if (expected != null && !expected.equals(results)) {
          throw new CommandFailedException("Results differ by " + task.contestant().label());
        }
        for (int count : streams) {
          StreamPass pass = process.run(count);
          long pages = group == null ? -1 : group.pageCacheBytes(MEMBER);
          figures.add(
              new StreamFigures(
                  task.contestant().label(), share, task.cacheBytes(), limit, count, pages, pass));
          progress.add(1);
        }
        return results;
      }
    }
  }
}
