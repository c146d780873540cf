// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.util.List;
import java.util.Map;

/**
 * What a cache holds and what it has done since it was created. A snapshot: taken while other
 * threads work, so its numbers need not fit together exactly.
 *
 * @param policy name of the policy
 * @param limitBytes bound of the memory, in bytes
 * @param heldBytes memory that is allocated, in bytes: that of segments in whole pages, also of
 *     evicted ones whose vectors are retained, and Java heap
 * @param peakBytes the most that was ever allocated
 * @param loadingBytes memory of segments that are being loaded
 * @param reservedBytes memory of segments that planned scans will read
 * @param cachedBytes memory of segments without planned scans
 * @param leasedBytes memory of reserved and cached segments that are under a lease
 * @param metadataBytes Java heap of parsed metadata, an estimate
 * @param entryBytes Java heap of entries, plans and counts, an estimate
 * @param metadataFiles manifests and data files whose metadata is in memory
 * @param metadataHits requests of the metadata of a file that were served from memory
 * @param metadataReads requests that were not
 * @param entries segments that are loading, reserved or cached
 * @param hits requests of segments that were in memory, or being loaded for another request
 * @param misses requests of segments that were not
 * @param hitBytes bytes of the hits
 * @param missBytes bytes of the misses
 * @param loads requests to storage; each loads neighbouring segments
 * @param loadedBytes bytes that were loaded
 * @param failedLoads requests that failed
 * @param loadNanos time from the start of each load to its end
 * @param bypasses segments that were read without the cache for lack of memory
 * @param waitNanos time for which requests waited for loads of others
 * @param evictions evicted segments by reason: {@code REPLACED} by other segments; {@code
 *     NOT_ADMITTED} by the policy after the last lease; {@code LIMIT}, which was lowered; {@code
 *     PRESSURE} of the system's memory; {@code REQUESTED} by {@link ColumnCache#reclaim}; {@code
 *     NOT_SELECTED} by the policy, which chose other chunks; {@code CLEARED} or closed
 * @param evictedBytes memory of evicted segments, by the same reasons
 * @param plannedScans scans of single segments that were planned
 * @param finishedScans planned scans that were counted down
 * @param withdrawnScans planned scans that were taken back or replaced
 * @param openPlans plans that are registered
 * @param columns use by table and column group
 */
public record CacheStatistics(
    String policy,
    long limitBytes,
    long heldBytes,
    long peakBytes,
    long loadingBytes,
    long reservedBytes,
    long cachedBytes,
    long leasedBytes,
    long metadataBytes,
    long entryBytes,
    long metadataFiles,
    long metadataHits,
    long metadataReads,
    long entries,
    long hits,
    long misses,
    long hitBytes,
    long missBytes,
    long loads,
    long loadedBytes,
    long failedLoads,
    long loadNanos,
    long bypasses,
    long waitNanos,
    Map<String, Long> evictions,
    Map<String, Long> evictedBytes,
    long plannedScans,
    long finishedScans,
    long withdrawnScans,
    int openPlans,
    List<ColumnUse> columns) {

  /** Copies the collections. */
  public CacheStatistics {
    evictions = Map.copyOf(evictions);
    evictedBytes = Map.copyOf(evictedBytes);
    columns = List.copyOf(columns);
  }
}
