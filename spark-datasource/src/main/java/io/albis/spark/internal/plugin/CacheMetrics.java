// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.spark.internal.cache.CachedFrames;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** The numbers of a cache in Spark's metrics system. Thread-safe. */
final class CacheMetrics {

  /** All numbers of one report are of one look at the cache, which visits all segments. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ColumnCache cache;

  /** Guarded by this, as is the next field. Null before the first look. */
  private CacheStatistics last;

  private long lookedAt;

  private CacheMetrics(ColumnCache cache) {
    this.cache = cache;
  }

  /** Registers the numbers. */
  static void register(MetricRegistry registry, ColumnCache cache, CacheBooks books) {
    CacheMetrics metrics = new CacheMetrics(cache);
    metrics.add(registry, "cache.heldBytes", CacheStatistics::heldBytes);
    metrics.add(registry, "cache.limitBytes", CacheStatistics::limitBytes);
    metrics.add(registry, "cache.reservedBytes", CacheStatistics::reservedBytes);
    metrics.add(registry, "cache.cachedBytes", CacheStatistics::cachedBytes);
    metrics.add(registry, "cache.hitBytes", CacheStatistics::hitBytes);
    metrics.add(registry, "cache.missBytes", CacheStatistics::missBytes);
    metrics.add(registry, "cache.plannedScans", CacheStatistics::plannedScans);
    metrics.add(registry, "cache.finishedScans", CacheStatistics::finishedScans);
    metrics.add(registry, "cache.withdrawnScans", CacheStatistics::withdrawnScans);
    metrics.add(registry, "cache.evictedBytes", CacheMetrics::evictedBytes);
    registry.register("cache.storageMemoryBytes", (Gauge<Long>) books::booked);
    registry.register("cache.givenBackBytes", (Gauge<Long>) books::givenBack);
  }

  /** Registers the numbers of cached data frames: Spark counts no mapped files. */
  static void registerFrames(MetricRegistry registry) {
    registry.register("frames.memoryBytes", (Gauge<Long>) CachedFrames::memoryBytes);
    registry.register("frames.mappedBytes", (Gauge<Long>) CachedFrames::mappedBytes);
  }

  private void add(MetricRegistry registry, String name, ToLongFunction<CacheStatistics> number) {
    registry.register(name, (Gauge<Long>) () -> number.applyAsLong(statistics()));
  }

  private static long evictedBytes(CacheStatistics statistics) {
    return statistics.evictedBytes().values().stream().mapToLong(Long::longValue).sum();
  }

  private synchronized CacheStatistics statistics() {
    if (last == null || System.nanoTime() - lookedAt >= FRESH_NANOS) {
      last = cache.statistics();
      lookedAt = System.nanoTime();
    }
    return last;
  }
}
