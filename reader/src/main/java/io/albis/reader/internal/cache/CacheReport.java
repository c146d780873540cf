// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnUse;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up what the entries of a cache have counted. For one thread. */
public final class CacheReport {

  private final CacheStore store;
  private long loading;
  private long reserved;
  private long cached;
  private long leased;
  private long entries;
  private final List<ColumnUse> columns = new ArrayList<>();

  private CacheReport(CacheStore store) {
    this.store = store;
  }

  /** Returns the statistics of a cache. */
  public static CacheStatistics of(CacheStore store) {
    return new CacheReport(store).statistics();
  }

  /** Hits of entries that count for themselves, and their bytes. */
  private static final class Hits {
    private long count;
    private long bytes;
  }

  private CacheStatistics statistics() {
    for (CacheScope scope : store.scopes().all()) {
      Map<ColumnCounts, Hits> hits = new HashMap<>();
      for (CacheEntry entry : scope.entries()) {
        SegmentKey key = entry.key();
        Hits ofColumn = hits.computeIfAbsent(scope.column(key), counts -> new Hits());
        long count = entry.hits();
        ofColumn.count += count;
        ofColumn.bytes += count * key.length();
        addState(entry);
      }
      for (ColumnCounts counts : scope.columns()) {
        Hits more = hits.getOrDefault(counts, new Hits());
        columns.add(counts.use(more.count, more.bytes));
      }
    }
    CacheCounters counters = store.counters();
    // Each read once: parts and sum agree while other threads change them.
    long heap = store.memory().heap();
    long metadata = Math.min(heap, store.metadata().heldBytes());
    return new CacheStatistics(
        store.policy().name(),
        store.limit(),
        store.bufferBytes() + heap,
        store.memory().peak(),
        loading,
        reserved,
        cached,
        leased,
        metadata,
        heap - metadata,
        store.metadata().files(),
        store.metadata().hits(),
        store.metadata().reads(),
        entries,
        columns.stream().mapToLong(ColumnUse::hits).sum(),
        columns.stream().mapToLong(ColumnUse::misses).sum(),
        columns.stream().mapToLong(ColumnUse::hitBytes).sum(),
        columns.stream().mapToLong(ColumnUse::missBytes).sum(),
        counters.loads.sum(),
        counters.loadedBytes.sum(),
        counters.failedLoads.sum(),
        counters.loadNanos.sum(),
        counters.bypasses.sum(),
        counters.waitNanos.sum(),
        counters.evictions(),
        counters.evictedBytes(),
        counters.planned(),
        counters.finished(),
        counters.withdrawn(),
        store.plans().openPlans(),
        columns);
  }

  private void addState(CacheEntry entry) {
    long bytes = entry.heldBytes();
    int state = entry.state();
    if (state == EntryWord.LOADING) {
      loading += bytes;
      entries++;
    } else if (state == EntryWord.LOADED) {
      entries++;
      if (entry.plannedScans() > 0) {
        reserved += bytes;
      } else {
        cached += bytes;
      }
      leased += entry.leases() > 0 ? bytes : 0;
    }
  }
}
