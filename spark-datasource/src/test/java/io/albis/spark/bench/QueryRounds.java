// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.error.InvalidArgumentException;
import io.albis.tools.output.Progress;
import io.albis.tools.result.QueryResult;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures a query on tables of several formats, which take turns: a machine that slows down slows
 * all of them. Each round begins with another format.
 */
final class QueryRounds {

  private final int warmUps;
  private final int rounds;

  /**
   * Creates an instance.
   *
   * @param warmUps rounds that do not count
   * @param rounds rounds that count
   * @throws InvalidArgumentException if none counts
   */
  QueryRounds(int warmUps, int rounds) {
    if (rounds < 1) {
      throw new InvalidArgumentException(
          "Invalid number of rounds: " + rounds + " (expected at least 1)");
    }
    this.warmUps = warmUps;
    this.rounds = rounds;
  }

  /** The times of a query by round. */
  record Times(List<Double> seconds, List<Double> cpuSeconds) {}

  /** Returns the number of runs of one query in a number of formats. */
  long runs(int formats) {
    return (long) (warmUps + rounds) * formats;
  }

  /**
   * Runs a query in all rounds.
   *
   * @param queries the query by format
   * @param prepare what a format needs before each run, which is not measured
   * @param progress counts the runs
   */
  Map<TableFormat, Times> measure(
      Map<TableFormat, Runnable> queries, Consumer<TableFormat> prepare, Progress progress) {
    List<TableFormat> formats = List.copyOf(queries.keySet());
    Map<TableFormat, Times> times = new LinkedHashMap<>();
    formats.forEach(format -> times.put(format, new Times(new ArrayList<>(), new ArrayList<>())));
    for (int round = -warmUps; round < rounds; round++) {
      for (int turn = 0; turn < formats.size(); turn++) {
        TableFormat format = formats.get(Math.floorMod(turn + round, formats.size()));
        prepare.accept(format);
        long start = System.nanoTime();
        long cpuStart = cpuNanos();
        queries.get(format).run();
        if (round >= 0) {
          times.get(format).seconds().add((System.nanoTime() - start) / 1e9);
          times.get(format).cpuSeconds().add((cpuNanos() - cpuStart) / 1e9);
        }
        progress.add(1);
      }
    }
    return times;
  }

  /** Of all threads of this process, those of the collector and the compiler included. */
  static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /**
   * Creates the results of a query.
   *
   * @param times by format
   * @param allocated bytes per row by format; empty if not measured
   * @param results of the query by format, as text; the first one is compared with the others
   */
  static List<QueryResult> results(
      String workload,
      String query,
      Map<TableFormat, Times> times,
      Map<TableFormat, Double> allocated,
      Map<TableFormat, List<String>> results) {
    List<String> expected = results.values().iterator().next();
    List<QueryResult> all = new ArrayList<>();
    times.forEach(
        (format, ofFormat) ->
            all.add(
                new QueryResult(
                    workload,
                    query,
                    format.label(),
                    ofFormat.seconds(),
                    ofFormat.cpuSeconds(),
                    allocated.get(format),
                    results.get(format).equals(expected))));
    return all;
  }
}
