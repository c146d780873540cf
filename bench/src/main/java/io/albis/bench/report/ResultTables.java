// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanResult;
import io.albis.bench.result.StreamsResult;
import io.albis.bench.result.StreamsResult.Neighbour;
import io.albis.bench.result.StreamsResult.QueryTime;
import io.albis.bench.result.WriteResult;
import io.albis.tools.result.Medians;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The tables of results, on the terminal and in reports. A dash marks unavailable figures. */
public final class ResultTables {

  private static final double MEBI = 1 << 20;

  private ResultTables() {}

  /** Readers. Ratios are those to the fastest reader of Albis, and of bytes, in the same case. */
  public static DataTable scans(String title, List<ScanResult> results) {
    return new DataTable.Columns<ScanResult>()
        .text("reader", ScanResult::reader)
        .text("files", ScanResult::files)
        .figure("threads", result -> Figures.count(result.of().threads()))
        .number("% of columns", result -> result.of().projectivity())
        .number("% of rows", result -> result.of().selectivity())
        .number("MB", result -> Figures.mega((double) result.fileBytes()))
        .number("open ms", result -> result.medianOpenSeconds() * 1e3)
        .number("ns/row", ScanResult::nanosPerRow)
        .figure("spread", result -> spread(result.seconds()))
        .number("GB/s", result -> Figures.giga(result.goodput()))
        .figure("Albis is faster", result -> timesOfAlbis(result, results))
        .figure("of ceiling", result -> shareOfCeiling(result, results))
        .number("cpu ns/row", result -> result.cpuSeconds() * 1e9 / result.of().rows())
        .number("heap B/row", ScanResult::allocatedBytesPerRow)
        .number("gc ms", result -> result.gcSeconds() * 1e3)
        .figure("from device MB", result -> Figures.megabytes(result.deviceBytes()))
        .figure("page cache MB", result -> Figures.megabytes(result.pageCacheGrowth()))
        .number("instr/row", ScanResult::instructionsPerRow)
        .number("cache misses/row", ScanResult::cacheMissesPerRow)
        .table(title, results);
  }

  private static String timesOfAlbis(ScanResult result, List<ScanResult> all) {
    ScanResult albis = fastest(result, all, one -> one.reader().startsWith(SeriesNames.ALBIS));
    return albis == null || result.isCeiling()
        ? Figures.NONE
        : Figures.times(albis.goodput() / result.goodput());
  }

  private static String shareOfCeiling(ScanResult result, List<ScanResult> all) {
    ScanResult ceiling = fastest(result, all, ScanResult::isCeiling);
    return ceiling == null || result.isCeiling() || !result.of().readsAll()
        ? Figures.NONE
        : Figures.percent(result.fileBytes() / result.medianSeconds() / ceiling.goodput());
  }

  /** The fastest of some readers in the same case. */
  private static ScanResult fastest(
      ScanResult compared, List<ScanResult> all, Predicate<ScanResult> which) {
    return all.stream()
        .filter(which.and(other -> other.of().equals(compared.of())))
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
    return new DataTable.Columns<WriteResult>()
        .text("writer", WriteResult::writer)
        .figure("threads", result -> Figures.count(result.threads()))
        .number("MB", result -> Figures.mega((double) result.fileBytes()))
        .number("s", WriteResult::medianSeconds)
        .figure("spread", result -> spread(result.seconds()))
        .number("M rows/s", result -> Figures.mega(result.rowsPerSecond()))
        .number("ns/row", result -> 1e9 / result.rowsPerSecond())
        .number("GB/s", result -> Figures.giga(result.bytesPerSecond()))
        .number("bytes/row", result -> (double) result.fileBytes() / result.rows())
        .number("cpu ns/row", result -> result.cpuSeconds() * 1e9 / result.rows())
        .number(
            "of Parquet",
            result -> compared(result, results, "parquet", WriteResult::rowsPerSecond))
        .number(
            "of device", result -> compared(result, results, "raw", WriteResult::bytesPerSecond))
        .table(title, results);
  }

  private static Double compared(
      WriteResult result, List<WriteResult> all, String other, ToDoubleFunction<WriteResult> rate) {
    return all.stream()
        .filter(one -> one.writer().equals(other) && one.threads() == result.threads())
        .findFirst()
        .map(one -> rate.applyAsDouble(result) / rate.applyAsDouble(one))
        .orElse(null);
  }

  /** Ways to read under streams of queries. */
  public static DataTable streams(List<StreamsResult> results) {
    return new DataTable.Columns<StreamsResult>()
        .text("reader", StreamsResult::contestant)
        .number("s", StreamsResult::seconds)
        .figure("from devices MiB", result -> mebi(result.deviceBytes()))
        .figure("by the process MiB", result -> mebi(result.processDeviceBytes()))
        .figure("by the reader MiB", result -> mebi(result.readerBytes()))
        .number("gc s", StreamsResult::gcSeconds)
        .figure("peak memory MiB", result -> mebi(result.peakBytes()))
        .figure("peak resident MiB", result -> mebi(result.peakResidentBytes()))
        .figure("second program: pages MiB", ofNeighbour(one -> mebi(one.residentBytes())))
        .figure("its MB/s", ofNeighbour(one -> Figures.plain(Figures.mega(one.bytesPerSecond()))))
        .figure("its device reads MiB", ofNeighbour(one -> mebi(one.deviceBytes())))
        .table("", results);
  }

  private static Function<StreamsResult, String> ofNeighbour(Function<Neighbour, String> figure) {
    return result -> result.neighbour() == null ? Figures.NONE : figure.apply(result.neighbour());
  }

  /** Milliseconds of each query, and how many times as fast it is as with another way to read. */
  public static DataTable queries(List<StreamsResult> results, String other) {
    StreamsResult compared =
        results.stream().filter(one -> one.contestant().equals(other)).findFirst().orElse(null);
    DataTable.Columns<QueryTime> columns = new DataTable.Columns<>();
    columns.text("query", QueryTime::query);
    for (StreamsResult result : results) {
      columns.number(result.contestant() + " ms", time -> result.seconds(time.query()) * 1e3);
      if (compared != null && !result.equals(compared)) {
        columns.number("× " + other, time -> result.speed(time.query(), compared));
      }
    }
    return columns.table("", results.get(0).queries());
  }

  static String mebi(double bytes) {
    return bytes < 0 ? Figures.NONE : Figures.plain(bytes / MEBI);
  }
}
