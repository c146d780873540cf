// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.once;

import io.albis.bench.formats.AlbisColumns;
import io.albis.bench.once.ReadOnceResult.Part;
import io.albis.bench.scan.Totals;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.info.CacheStatistics;
import io.albis.reader.info.TableLayout.RowGroupLayout;
import io.albis.reader.source.SegmentKey;
import io.albis.tools.result.Medians;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads all columns of a table, part by part, with direct I/O: each part once without a cache and
 * once with a cache of the default policy that knows no plans. The first part warms up. The two
 * take turns in going first, since a device may remember what it has read.
 */
public final class ReadOnceExperiment {

  private static final Path STATUS = Path.of("/proc/self/status");

  private final Path table;
  private final long cacheBytes;
  private final int parts;

  /**
   * Creates an experiment.
   *
   * @param cacheBytes limit of the cache
   * @param parts number of parts; at most that of row groups is used
   */
  public ReadOnceExperiment(Path table, long cacheBytes, int parts) {
    this.table = table;
    this.cacheBytes = cacheBytes;
    this.parts = parts;
  }

  /** Reads all parts. */
  public ReadOnceResult run() throws IOException {
    ReadOptions options = ReadOptions.defaults().option("io.direct", "always");
    try (ColumnCache cache = ColumnCache.builder().limit(cacheBytes).build();
        Table direct = Table.open(table.toString(), options.withoutCache());
        Table cached = Table.open(table.toString(), options.cache(cache))) {
      List<Part> results = new ArrayList<>();
      List<long[]> ranges = ranges(direct);
      // Metadata and code first.
      part(direct, cached, cache, ranges.get(0), false);
      for (int i = 1; i < ranges.size(); i++) {
        results.add(part(direct, cached, cache, ranges.get(i), i % 2 == 0));
      }
      return new ReadOnceResult(results, Medians.of(results.stream().map(Part::speed).toList()));
    }
  }

  /** First row and number of rows of each part: whole row groups. */
  private List<long[]> ranges(Table open) {
    List<RowGroupLayout> rowGroups = open.layout().rowGroups();
    int count = Math.min(parts + 1, rowGroups.size());
    if (count < 2) {
      throw new IllegalArgumentException(
          "Invalid table " + table + ": one row group (expected two or more)");
    }
    List<long[]> ranges = new ArrayList<>();
    long row = 0;
    for (int i = 0; i < count; i++) {
      long rows = 0;
      int end = (int) ((long) rowGroups.size() * (i + 1) / count);
      for (int j = (int) ((long) rowGroups.size() * i / count); j < end; j++) {
        rows += rowGroups.get(j).rowCount();
      }
      ranges.add(new long[] {row, rows});
      row += rows;
    }
    return ranges;
  }

  private static Part part(
      Table direct, Table cached, ColumnCache cache, long[] range, boolean isCachedFirst)
      throws IOException {
    Scan without = isCachedFirst ? null : scan(direct.scan(), range);
    long before = residentBytes();
    Scan with = scan(cached.scan(), range);
    CacheStatistics held = cache.statistics();
    long resident = residentBytes();
    if (isCachedFirst) {
      without = scan(direct.scan(), range);
    }
    without
        .totals()
        .difference(with.totals())
        .ifPresent(
            difference -> {
              throw new IllegalStateException("Scans of the same rows differ: " + difference);
            });
    return new Part(
        bytes(direct, range),
        without.millis(),
        with.millis(),
        held.loadingBytes() + held.reservedBytes() + held.cachedBytes(),
        held.heldBytes(),
        held.peakBytes(),
        resident,
        before);
  }

  private static long bytes(Table table, long[] range) {
    long rows = table.rowCount();
    long all = table.scan().segments().stream().mapToLong(SegmentKey::length).sum();
    return Math.round(all * (range[1] / (double) rows));
  }

  private record Scan(double millis, Totals totals) {}

  private static Scan scan(DatasetScan scan, long[] range) {
    Totals totals = new Totals(scan.leaves().size());
    long start = System.nanoTime();
    try (BatchCursor cursor = scan.batches(range[0], range[1])) {
      while (cursor.next()) {
        AlbisColumns.add(cursor.batch(), totals);
      }
    }
    return new Scan((System.nanoTime() - start) / 1e6, totals);
  }

  private static long residentBytes() throws IOException {
    if (Files.isReadable(STATUS)) {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.substring("VmRSS:".length()).strip().split(" ", -1)[0]) << 10;
        }
      }
    }
    return -1;
  }
}
