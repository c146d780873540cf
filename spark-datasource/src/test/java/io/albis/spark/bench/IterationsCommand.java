// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.OptionalSizeConverter;
import io.albis.tools.limit.MemoryLimit;
import io.albis.tools.output.Quantities;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code measure iterations}: algorithms that read a cached data frame again and again. */
@Command(
    name = "iterations",
    description = {
      "Caches a data frame that is larger than the memory, and runs iterations of algorithms over"
          + " it. Each",
      "contestant has a process of its own, in a control group whose limit includes the page cache."
    })
public final class IterationsCommand extends AlbisCommand {

  private static final String MEMBER = "iterations";

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      description = "Rows of 21 numbers, 168 bytes (default: ${DEFAULT-VALUE}).",
      defaultValue = "20000000")
  private long rows;

  @Option(
      names = "--iterations",
      paramLabel = "COUNT",
      description =
          "Iterations of each algorithm (default: ${DEFAULT-VALUE}). Of those of SQL, the median"
              + " counts.",
      defaultValue = "3")
  private int iterations;

  @Option(
      names = "--library",
      paramLabel = "NAME",
      description =
          "What computes, of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}): sums of SQL, of"
              + " which each is one iteration, or spark.ml, whose models are fitted in all of"
              + " them.",
      defaultValue = "SQL")
  private IterationsLibrary library;

  @Option(
      names = "--cores",
      paramLabel = "COUNT",
      description = "Cores of the session (default: ${DEFAULT-VALUE}).",
      defaultValue = "2")
  private int cores;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Java heap (default: ${DEFAULT-VALUE}).",
      defaultValue = "768m")
  private String heap;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = OptionalSizeConverter.class,
      description = "Limit of memory, page cache included; 0: none (default: 1.5 GiB).",
      defaultValue = "1536MiB")
  private Long memory;

  @Option(
      names = "--contestants",
      split = ",",
      paramLabel = "NAME",
      description = "Some of ${COMPLETION-CANDIDATES} (default: all).")
  private List<CacheContestant> contestants = CacheContestant.available();

  @Option(names = "--alone", paramLabel = "NAME", hidden = true)
  private CacheContestant alone;

  /** Called by the command-line parser. */
  public IterationsCommand() {}

  /** What the process has used until now. */
  private record Use(long nanos, long gcMillis, long deviceBytes) {

    static Use now() throws IOException {
      try (Stream<String> lines = Files.lines(Path.of("/proc/self/io"))) {
        long device =
            lines
                .filter(line -> line.startsWith("read_bytes:"))
                .mapToLong(line -> Long.parseLong(line.substring(11).strip()))
                .sum();
        return new Use(System.nanoTime(), CacheCost.gcMillis(), device);
      }
    }
  }

  @Override
  public Integer call() throws Exception {
    if (alone != null) {
      run();
      return 0;
    }
    out()
        .printf(
            "%,d rows, %d cores, heap %s, memory %s%n%-18s %-16s %9s %9s %9s %12s%n",
            rows,
            cores,
            heap,
            memory == 0 ? "not limited" : Quantities.bytes(memory),
            "",
            "",
            "seconds",
            "CPU s",
            "GC s",
            "device MB");
    out().flush();
    for (CacheContestant each : contestants) {
      measure(each);
    }
    return 0;
  }

  private void measure(CacheContestant contestant) throws Exception {
    try (MemoryLimit group = memory == 0 ? null : MemoryLimit.create(memory)) {
      if (group != null && !group.isLimited()) {
        throw new CommandFailedException("Cannot limit memory: " + group.description());
      }
      out()
          .print(
              BenchmarkProcess.run(
                  group == null ? List.of() : group.launcher(MEMBER),
                  heap,
                  List.of(
                      "iterations",
                      "--rows=" + rows,
                      "--cores=" + cores,
                      "--iterations=" + iterations,
                      "--library=" + library.name(),
                      "--alone=" + contestant.name())));
      out().flush();
    }
  }

  private void run() throws IOException {
    SparkSession spark = BenchmarkSession.startAdaptive(cores, alone.settings());
    TaskTimes tasks = new TaskTimes(spark.sparkContext());
    for (IterationsLibrary.Data data : library.data()) {
      Dataset<Row> frame = data.frame(spark.range(0, rows, 1, 8 * cores));
      long heapBefore = usedHeap();
      frame.persist(StorageLevel.MEMORY_AND_DISK());
      print("build " + data.name(), List.of(cost(tasks, frame::count)));
      out()
          .printf(
              "%-18s %-16s %,9.0f MB of heap%n",
              alone.label(), "cached " + data.name(), (usedHeap() - heapBefore) / 1e6);
      for (String algorithm : data.algorithms()) {
        List<double[]> costs = new ArrayList<>();
        for (Runnable step : data.steps(algorithm, frame, iterations)) {
          costs.add(cost(tasks, step));
        }
        print(algorithm, costs);
      }
      frame.unpersist(true);
    }
    spark.stop();
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Seconds, CPU seconds of tasks, seconds of GC, MB from the device. */
  private static double[] cost(TaskTimes tasks, Runnable work) throws IOException {
    tasks.takeSeconds();
    Use before = Use.now();
    work.run();
    Use after = Use.now();
    return new double[] {
      (after.nanos - before.nanos) / 1e9,
      tasks.takeSeconds(),
      (after.gcMillis - before.gcMillis) / 1e3,
      (after.deviceBytes - before.deviceBytes) / 1e6
    };
  }

  private void print(String what, List<double[]> costs) {
    double[] median = new double[4];
    for (int i = 0; i < median.length; i++) {
      int k = i;
      median[i] = costs.stream().mapToDouble(cost -> cost[k]).sorted().toArray()[costs.size() / 2];
    }
    out()
        .printf(
            "%-18s %-16s %9.1f %9.1f %9.1f %,12.0f%n",
            alone.label(), what, median[0], median[1], median[2], median[3]);
    out().flush();
  }
}
