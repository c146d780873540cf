// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanResult;
import io.albis.bench.result.StreamsResult;
import io.albis.bench.result.StreamsResult.Neighbour;
import io.albis.bench.result.StreamsResult.QueryTime;
import io.albis.bench.result.WriteResult;
import io.albis.tools.result.Medians;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The tables of results, on the terminal and in reports. A dash marks unavailable figures. */
public final class ResultTables {

  private static final double MEBI = 1 << 20;

  private ResultTables() {}

  /** Readers. Ratios are those to the fastest reader of Albis, and of bytes, in the same case. */
  public static DataTable scans(String title, List<ScanResult> results) {
    DataTable.Builder table =
        new DataTable.Builder(
            title,
            2,
            "reader",
            "files",
            "threads",
            "% of columns",
            "% of rows",
            "MB",
            "open ms",
            "ns/row",
            "spread",
            "GB/s",
            "Albis is faster",
            "of ceiling",
            "cpu ns/row",
            "heap B/row",
            "gc ms",
            "from device MB",
            "page cache MB",
            "instr/row",
            "cache misses/row");
    for (ScanResult result : results) {
      Predicate<ScanResult> isSameCase = other -> other.of().equals(result.of());
      ScanResult albis =
          fastest(results, isSameCase.and(one -> one.reader().startsWith(SeriesNames.ALBIS)));
      ScanResult ceiling = fastest(results, isSameCase.and(ScanResult::isCeiling));
      double ofFiles = result.fileBytes() / result.medianSeconds();
      boolean isCompared = !result.isCeiling();
      table.row(
          result.reader(),
          result.files(),
          Figures.count(result.of().threads()),
          Figures.plain(result.of().projectivity()),
          Figures.plain(result.of().selectivity()),
          Figures.plain(Figures.mega((double) result.fileBytes())),
          Figures.plain(result.medianOpenSeconds() * 1e3),
          Figures.plain(result.nanosPerRow()),
          spread(result.seconds()),
          Figures.plain(Figures.giga(result.goodput())),
          albis == null || !isCompared
              ? Figures.NONE
              : Figures.times(albis.goodput() / result.goodput()),
          ceiling == null || !isCompared || !result.of().readsAll()
              ? Figures.NONE
              : Figures.percent(ofFiles / ceiling.goodput()),
          Figures.plain(result.cpuSeconds() * 1e9 / result.of().rows()),
          Figures.plain(result.allocatedBytesPerRow()),
          Figures.plain(result.gcSeconds() * 1e3),
          Figures.megabytes(result.deviceBytes()),
          Figures.megabytes(result.pageCacheGrowth()),
          Figures.optional(result.instructionsPerRow()),
          Figures.optional(result.cacheMissesPerRow()));
    }
    return table.build();
  }

  private static ScanResult fastest(List<ScanResult> some, Predicate<ScanResult> which) {
    return some.stream()
        .filter(which)
        .max(Comparator.comparingDouble(ScanResult::goodput))
        .orElse(null);
  }

  /** The deviation of the fastest and the slowest round from the median. */
  private static String spread(List<Double> seconds) {
    double median = Medians.of(seconds);
    return String.format(
        Locale.ROOT,
        "-%d+%d %%",
        Math.round(100 - 100 * Collections.min(seconds) / median),
        Math.round(100 * Collections.max(seconds) / median - 100));
  }

  /** Writers, compared with parquet-java and the device with the same number of threads. */
  public static DataTable writes(String title, List<WriteResult> results) {
    DataTable.Builder table =
        new DataTable.Builder(
            title,
            1,
            "writer",
            "threads",
            "MB",
            "s",
            "spread",
            "M rows/s",
            "ns/row",
            "GB/s",
            "bytes/row",
            "cpu ns/row",
            "of Parquet",
            "of device");
    for (WriteResult result : results) {
      table.row(
          result.writer(),
          Figures.count(result.threads()),
          Figures.plain(Figures.mega((double) result.fileBytes())),
          Figures.plain(result.medianSeconds()),
          spread(result.seconds()),
          Figures.plain(Figures.mega(result.rowsPerSecond())),
          Figures.plain(1e9 / result.rowsPerSecond()),
          Figures.plain(Figures.giga(result.bytesPerSecond())),
          Figures.plain((double) result.fileBytes() / result.rows()),
          Figures.plain(result.cpuSeconds() * 1e9 / result.rows()),
          compared(result, results, "parquet", WriteResult::rowsPerSecond),
          compared(result, results, "raw", WriteResult::bytesPerSecond));
    }
    return table.build();
  }

  private static String compared(
      WriteResult result, List<WriteResult> all, String other, ToDoubleFunction<WriteResult> rate) {
    return all.stream()
        .filter(one -> one.writer().equals(other) && one.threads() == result.threads())
        .findFirst()
        .map(one -> Figures.plain(rate.applyAsDouble(result) / rate.applyAsDouble(one)))
        .orElse(Figures.NONE);
  }

  /** Ways to read under streams of queries. */
  public static DataTable streams(List<StreamsResult> results) {
    DataTable.Builder table =
        new DataTable.Builder(
            "",
            1,
            "reader",
            "s",
            "from devices MiB",
            "by the process MiB",
            "by the reader MiB",
            "gc s",
            "peak memory MiB",
            "peak resident MiB",
            "second program: pages MiB",
            "its MB/s",
            "its device reads MiB");
    for (StreamsResult result : results) {
      Neighbour neighbour = result.neighbour();
      table.row(
          result.contestant(),
          Figures.plain(result.seconds()),
          mebi(result.deviceBytes()),
          mebi(result.processDeviceBytes()),
          mebi(result.readerBytes()),
          Figures.plain(result.gcSeconds()),
          mebi(result.peakBytes()),
          mebi(result.peakResidentBytes()),
          neighbour == null ? Figures.NONE : mebi(neighbour.residentBytes()),
          neighbour == null
              ? Figures.NONE
              : Figures.plain(Figures.mega(neighbour.bytesPerSecond())),
          neighbour == null ? Figures.NONE : mebi(neighbour.deviceBytes()));
    }
    return table.build();
  }

  /** Milliseconds of each query, and how many times as fast it is as with another way to read. */
  public static DataTable queries(List<StreamsResult> results, String other) {
    StreamsResult compared =
        results.stream().filter(one -> one.contestant().equals(other)).findFirst().orElse(null);
    List<String> header = new ArrayList<>(List.of("query"));
    for (StreamsResult result : results) {
      header.add(result.contestant() + " ms");
      if (compared != null && !result.equals(compared)) {
        header.add("× " + other);
      }
    }
    DataTable.Builder table = new DataTable.Builder("", 1, header.toArray(String[]::new));
    for (QueryTime time : results.get(0).queries()) {
      List<String> row = new ArrayList<>(List.of(time.query()));
      for (StreamsResult result : results) {
        row.add(Figures.plain(result.seconds(time.query()) * 1e3));
        if (compared != null && !result.equals(compared)) {
          row.add(Figures.plain(result.speed(time.query(), compared)));
        }
      }
      table.row(row.toArray(String[]::new));
    }
    return table.build();
  }

  static String mebi(double bytes) {
    return bytes < 0 ? Figures.NONE : Figures.plain(bytes / MEBI);
  }
}
