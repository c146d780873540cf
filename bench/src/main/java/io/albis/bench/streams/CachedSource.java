// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.reader.ReadOptions;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.RegisteredPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Albis tables that are read through a cache of their own, which knows the plans. */
final class CachedSource extends AlbisSource {

  private final ColumnCache cache;
  private final AtomicLong plans = new AtomicLong();

  private CachedSource(StreamTables files, ReadOptions options, ColumnCache cache) {
    super(files, options.cache(cache));
    this.cache = cache;
  }

  /**
   * Opens all tables.
   *
   * @param cache which is closed with the tables
   */
  static CachedSource open(StreamTables files, ReadOptions options, ColumnCache cache) {
    try {
      return new CachedSource(files, options, cache);
    } catch (RuntimeException | Error e) {
      cache.close();
      throw e;
    }
  }

  /** A scan that occurs several times in a query is planned once, with its count. */
  @Override
  public Plan plan(List<ScanSpec> scans) {
    Map<ScanSpec, Integer> counts = new LinkedHashMap<>();
    scans.forEach(scan -> counts.merge(scan, 1, Integer::sum));
    List<RegisteredPlan> registered = new ArrayList<>();
    Plan plan = () -> registered.forEach(RegisteredPlan::close);
    try {
      counts.forEach(
          (scan, count) -> {
            String id = "scan-" + plans.incrementAndGet();
            registered.add(cache.plan(scanOf(scan).planned(id, count)));
          });
    } catch (RuntimeException | Error e) {
      plan.close();
      throw e;
    }
    return plan;
  }

  @Override
  public Map<String, Long> counters() {
    CacheStatistics statistics = cache.statistics();
    Map<String, Long> counters = new TreeMap<>();
    counters.put("hits", statistics.hits());
    counters.put("misses", statistics.misses());
    counters.put("hit-bytes", statistics.hitBytes());
    counters.put("miss-bytes", statistics.missBytes());
    counters.put("loaded-bytes", statistics.loadedBytes());
    counters.put("peak-bytes", statistics.peakBytes());
    counters.put("limit-bytes", cache.limit());
    counters.put("metadata-bytes", statistics.metadataBytes());
    counters.put("entry-bytes", statistics.entryBytes());
    counters.put("bypasses", statistics.bypasses());
    counters.put("wait-millis", statistics.waitNanos() / 1_000_000);
    counters.put("planned-scans", statistics.plannedScans());
    counters.put("finished-scans", statistics.finishedScans());
    counters.put("withdrawn-scans", statistics.withdrawnScans());
    statistics
        .evictions()
        .forEach(
            (reason, count) -> counters.put("evicted-" + reason.toLowerCase(Locale.ROOT), count));
    return counters;
  }

  @Override
  public void close() {
    super.close();
    cache.close();
  }
}
