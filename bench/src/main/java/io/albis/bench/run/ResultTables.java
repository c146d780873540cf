// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import io.albis.bench.result.WriteResult;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import io.albis.tools.result.Medians;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Prints results as text. */
final class ResultTables {

  private ResultTables() {}

  /**
   * Prints the results of one case.
   *
   * @param out the target; null to print nothing
   */
  static void print(PrintWriter out, ScanCase of, CaseRunner.Outcome outcome) {
    if (out == null) {
      return;
    }
    out.printf(
        "%n%s, %s: %d of %d columns, %s %% of %s rows, %d thread%s%n",
        of.dataSet(),
        of.storage(),
        of.columns(),
        of.columnsTotal(),
        Quantities.threeDigits(of.selectivity()),
        Quantities.count(of.rows()),
        of.threads(),
        of.threads() == 1 ? "" : "s");
    if (!outcome.totals().isEmpty()) {
      out.printf(
          "%d readers agree on the sums and counts of %d columns%n",
          outcome.totals().get(0).readers(), outcome.totals().size());
    }
    TextTable table =
        new TextTable()
            .text("reader")
            .text("files")
            .number("size")
            .number("open ms")
            .number("ns/row")
            .number("spread")
            .number("GB/s")
            .number("of Albis")
            .number("of ceiling")
            .number("cpu ns/row")
            .number("heap B/row")
            .number("gc ms")
            .number("device");
    boolean isCounted =
        outcome.results().stream().anyMatch(result -> result.instructionsPerRow() != null);
    if (isCounted) {
      table.number("instr/row").number("cache misses/row");
    }
    OptionalDouble albis = nanos(outcome.results());
    for (ScanResult result : outcome.results()) {
      List<Object> cells =
          new ArrayList<>(
              Arrays.asList(
                  result.reader(),
                  result.files(),
                  Quantities.bytes(result.fileBytes()),
                  Quantities.threeDigits(result.medianOpenSeconds() * 1e3),
                  Quantities.threeDigits(result.nanosPerRow()),
                  spread(result.seconds()),
                  Quantities.threeDigits(result.goodput() / 1e9),
                  albis.isEmpty() || result.isCeiling()
                      ? null
                      : ratio(albis.getAsDouble() / result.nanosPerRow()),
                  ceiling(result, outcome.results()),
                  Quantities.threeDigits(result.cpuSeconds() * 1e9 / of.rows()),
                  Quantities.threeDigits(result.allocatedBytesPerRow()),
                  Quantities.threeDigits(result.gcSeconds() * 1e3),
                  result.deviceBytes() == null
                      ? null
                      : Quantities.bytes(result.deviceBytes().longValue())));
      if (isCounted) {
        cells.add(digits(result.instructionsPerRow()));
        cells.add(digits(result.cacheMissesPerRow()));
      }
      table.row(cells.toArray());
    }
    table.print(out);
  }

  /** Prints the results of writers, grouped by number of threads. */
  static void print(PrintWriter out, List<WriteResult> results) {
    TextTable table =
        new TextTable()
            .text("writer")
            .number("threads")
            .number("size")
            .number("seconds")
            .number("spread")
            .number("M rows/s")
            .number("ns/row")
            .number("MB/s")
            .number("cpu ns/row")
            .number("of Parquet")
            .number("of device");
    for (WriteResult result : results) {
      table.row(
          result.writer(),
          result.threads(),
          Quantities.bytes(result.fileBytes()),
          Quantities.threeDigits(result.medianSeconds()),
          spread(result.seconds()),
          Quantities.threeDigits(result.rowsPerSecond() / 1e6),
          Quantities.threeDigits(1e9 / result.rowsPerSecond()),
          Quantities.threeDigits(result.bytesPerSecond() / 1e6),
          Quantities.threeDigits(result.cpuSeconds() * 1e9 / result.rows()),
          compared(result, results, "parquet", WriteResult::rowsPerSecond),
          compared(result, results, "raw", WriteResult::bytesPerSecond));
    }
    table.print(out);
  }

  /** Returns the rate relative to another writer with the same number of threads. */
  private static String compared(
      WriteResult result, List<WriteResult> all, String other, ToDoubleFunction<WriteResult> rate) {
    return all.stream()
        .filter(one -> one.writer().equals(other) && one.threads() == result.threads())
        .findFirst()
        .map(one -> ratio(rate.applyAsDouble(result) / rate.applyAsDouble(one)))
        .orElse(null);
  }

  /** Returns the nanoseconds per row of the first Albis reader. */
  private static OptionalDouble nanos(List<ScanResult> results) {
    return results.stream()
        .filter(result -> result.reader().startsWith("albis"))
        .mapToDouble(ScanResult::nanosPerRow)
        .findFirst();
  }

  private static String digits(Double value) {
    return value == null ? null : Quantities.threeDigits(value);
  }

  /** Returns the deviation of the fastest and the slowest round from the median. */
  private static String spread(List<Double> seconds) {
    double median = Medians.of(seconds);
    double least = Collections.min(seconds);
    double most = Collections.max(seconds);
    return String.format(
        Locale.ROOT,
        "-%d+%d %%",
        Math.round(100 - 100 * least / median),
        Math.round(100 * most / median - 100));
  }

  /** Returns the rate at which this reader reads its files, relative to reading bytes only. */
  private static String ceiling(ScanResult result, List<ScanResult> all) {
    boolean isWhole = result.of().projectivity() >= 100 && result.of().selectivity() >= 100;
    OptionalDouble raw =
        all.stream()
            .filter(ScanResult::isCeiling)
            .mapToDouble(one -> one.fileBytes() / one.medianSeconds())
            .max();
    return raw.isEmpty() || !isWhole || result.isCeiling()
        ? null
        : ratio(result.fileBytes() / result.medianSeconds() / raw.getAsDouble());
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, value < 0.1 ? "%.3f" : "%.2f", value);
  }
}
