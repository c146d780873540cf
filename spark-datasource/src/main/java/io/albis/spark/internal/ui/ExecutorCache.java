// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import io.albis.reader.cache.CacheStatistics;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Map;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * The cache of an executor, as it was last heard of: {@link CacheStatistics} without columns.
 * Spark's event logs contain it as JSON, in which an older version may lack some fields.
 *
 * @param lost whether the executor is gone
 * @param sizeBytes the most that the limit may be
 * @param storageMemoryBytes acquired from Spark
 * @param givenBackBytes that tasks have got back
 */
public record ExecutorCache(
    String executor,
    boolean lost,
    long sizeBytes,
    long limitBytes,
    long heldBytes,
    long loadingBytes,
    long reservedBytes,
    long cachedBytes,
    long leasedBytes,
    long metadataBytes,
    long hits,
    long misses,
    long hitBytes,
    long missBytes,
    long plannedScans,
    long finishedScans,
    long withdrawnScans,
    Map<String, Long> evictions,
    Map<String, Long> evictedBytes,
    long storageMemoryBytes,
    long givenBackBytes)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Spark counts executors up. */
  static final Comparator<ExecutorCache> ORDER =
      Comparator.comparingInt((ExecutorCache cache) -> cache.executor.length())
          .thenComparing(ExecutorCache::executor);

  /** Copies the maps. */
  public ExecutorCache {
    evictions = evictions == null ? Map.of() : Map.copyOf(evictions);
    evictedBytes = evictedBytes == null ? Map.of() : Map.copyOf(evictedBytes);
  }

  /** Returns the state of a cache. */
  public static ExecutorCache of(
      String executor,
      CacheStatistics cache,
      long sizeBytes,
      long storageMemoryBytes,
      long givenBackBytes) {
    return new ExecutorCache(
        executor,
        false,
        sizeBytes,
        cache.limitBytes(),
        cache.heldBytes(),
        cache.loadingBytes(),
        cache.reservedBytes(),
        cache.cachedBytes(),
        cache.leasedBytes(),
        cache.metadataBytes(),
        cache.hits(),
        cache.misses(),
        cache.hitBytes(),
        cache.missBytes(),
        cache.plannedScans(),
        cache.finishedScans(),
        cache.withdrawnScans(),
        cache.evictions(),
        cache.evictedBytes(),
        storageMemoryBytes,
        givenBackBytes);
  }

  /** Returns the last state of an executor that is gone, whose memory is, too. */
  public ExecutorCache asLost() {
    return new ExecutorCache(
        executor,
        true,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        hits,
        misses,
        hitBytes,
        missBytes,
        plannedScans,
        finishedScans,
        withdrawnScans,
        evictions,
        evictedBytes,
        0,
        givenBackBytes);
  }

  /** Identifies the executor in the store. */
  @KVIndex
  @Override
  public String executor() {
    return executor;
  }
}
