// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Prints the ratio of the reader's time to that of hand-written loops, measured by {@link
 * WarmScan}. Each measurement runs in its own JVM, and the contestants take turns, so a machine
 * that slows down slows all of them. The argument is the bound of the ratios; exits with code 1 if
 * one is exceeded.
 */
public final class ScanRatios {

  /**
   * The maximum allocation per row in bytes: noise of the harness, and cursors created per scan.
   */
  private static final double LOADED = 0.05;

  /** The same for scans that open the table, plan, and decode footers. */
  private static final double WHOLE_SCAN = 0.5;

  private static final double NO_BOUND = Double.POSITIVE_INFINITY;

  private static final int ROUNDS = Integer.getInteger("albis.bench.rounds", 3);

  /** The pairs that are compared. */
  private enum Contest {
    ROW_VIEW("row view", "rowsByHand", "rowView", LOADED),
    COLUMN_BATCHES("column batches", "columnsByHand", "columnBatches", LOADED),
    CACHED_ROW_VIEW("row view, whole scan in the cache", "rowsByHand", "cachedRowView", WHOLE_SCAN),
    CACHED_COLUMN_BATCHES(
        "column batches, whole scan in the cache",
        "columnsByHand",
        "cachedColumnBatches",
        WHOLE_SCAN),
    COLUMN_BATCHES_NULLS(
        "column batches, null test per value",
        "columnsWithNullTestByHand",
        "columnBatchesWithNullTest",
        LOADED),
    ROW_VIEW_OF_COLUMNS(
        "row view of columns", "columnsWithNullTestByHand", "rowViewOfColumns", NO_BOUND);

    private final String title;
    private final String byHand;
    private final String reader;
    private final double maxBytes;

    Contest(String title, String byHand, String reader, double maxBytes) {
      this.title = title;
      this.byHand = WarmScan.class.getName() + "." + byHand;
      this.reader = WarmScan.class.getName() + "." + reader;
      this.maxBytes = maxBytes;
    }
  }

  private final Map<String, double[]> times = new LinkedHashMap<>();
  private final Map<String, Double> bytes = new LinkedHashMap<>();

  /** The maximum ratio of the reader's time to that of the hand-written loop. */
  private final double bound;

  private ScanRatios(double bound) {
    this.bound = bound;
  }

  /** Runs all benchmarks and prints the ratios. */
  public static void main(String[] arguments) throws RunnerException {
    ScanRatios ratios = new ScanRatios(Double.parseDouble(arguments[0]));
    for (int round = 0; round < ROUNDS; round++) {
      for (Contest contest : Contest.values()) {
        ratios.measure(contest.byHand, round);
        ratios.measure(contest.reader, round);
      }
    }
    System.exit(ratios.print(System.out) ? 0 : 1);
  }

  private void measure(String benchmark, int round) throws RunnerException {
    double[] measured = times.computeIfAbsent(benchmark, name -> new double[ROUNDS]);
    if (measured[round] != 0) {
      return;
    }
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("^" + Pattern.quote(benchmark) + "$")
                    .forks(1)
                    .warmupIterations(5)
                    .warmupTime(TimeValue.milliseconds(500))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.milliseconds(500))
                    .addProfiler(GCProfiler.class)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    RunResult result = results.iterator().next();
    measured[round] = result.getPrimaryResult().getScore();
    double allocated = 0;
    for (String name : result.getSecondaryResults().keySet()) {
      if (name.endsWith("gc.alloc.rate.norm")) {
        allocated = result.getSecondaryResults().get(name).getScore();
      }
    }
    bytes.merge(benchmark, allocated, Math::max);
  }

  private double median(String benchmark) {
    double[] sorted = times.get(benchmark).clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private boolean print(PrintStream out) {
    out.printf(
        "Warm scan on Java %s: sum of %d columns, 1 thread, ns per row (median of %d JVMs)%n",
        Runtime.version().feature(), StoreSales.COLUMNS, ROUNDS);
    out.printf("%-38s %9s %9s %7s %12s%n", "", "hand-written", "reader", "ratio", "bytes/row");
    boolean holds = true;
    for (Contest contest : Contest.values()) {
      double byHand = median(contest.byHand);
      double reader = median(contest.reader);
      double ratio = reader / byHand;
      double allocated = bytes.get(contest.reader);
      boolean isRequired = contest.maxBytes != NO_BOUND;
      boolean isMet = ratio <= bound && allocated < contest.maxBytes;
      holds &= isMet || !isRequired;
      out.printf(
          "%-38s %9.2f %9.2f %7.2f %12.2f  %s%n",
          contest.title,
          byHand,
          reader,
          ratio,
          allocated,
          isRequired ? (isMet ? "holds" : "EXCEEDED") : "(no bound)");
    }
    out.printf(
        "Bounds: ratio %.2f, %.2f bytes per row, %.2f in whole scans%n", bound, LOADED, WHOLE_SCAN);
    return holds;
  }
}
