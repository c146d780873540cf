// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.tools.output.Progress;
import io.albis.tools.result.QueryResult;
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
   */
  QueryRounds(int warmUps, int rounds) {
    this.warmUps = warmUps;
    this.rounds = rounds;
  }

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
   * @return the seconds of each format by round
   */
  Map<TableFormat, List<Double>> measure(
      Map<TableFormat, Runnable> queries, Consumer<TableFormat> prepare, Progress progress) {
    List<TableFormat> formats = List.copyOf(queries.keySet());
    Map<TableFormat, List<Double>> seconds = new LinkedHashMap<>();
    formats.forEach(format -> seconds.put(format, new ArrayList<>()));
    for (int round = -warmUps; round < rounds; round++) {
      for (int turn = 0; turn < formats.size(); turn++) {
        TableFormat format = formats.get(Math.floorMod(turn + round, formats.size()));
        prepare.accept(format);
        long start = System.nanoTime();
        queries.get(format).run();
        double time = (System.nanoTime() - start) / 1e9;
        if (round >= 0) {
          seconds.get(format).add(time);
        }
        progress.add(1);
      }
    }
    return seconds;
  }

  /**
   * Creates the results of a query.
   *
   * @param seconds by format
   * @param allocated bytes per row by format; empty if not measured
   * @param results of the query by format, as text; the first one is compared with the others
   */
  static List<QueryResult> results(
      String workload,
      String query,
      Map<TableFormat, List<Double>> seconds,
      Map<TableFormat, Double> allocated,
      Map<TableFormat, List<String>> results) {
    List<String> expected = results.values().iterator().next();
    List<QueryResult> all = new ArrayList<>();
    seconds.forEach(
        (format, times) ->
            all.add(
                new QueryResult(
                    workload,
                    query,
                    format.label(),
                    times,
                    allocated.get(format),
                    results.get(format).equals(expected))));
    return all;
  }
}
