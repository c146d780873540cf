// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import io.albis.storage.internal.backend.InvalidSettingException;
import java.time.Duration;
import java.util.List;

/**
 * Decides which segments a cache keeps, and in which order it evicts them.
 *
 * <p>Called by many threads at a time, under no lock that a hit takes; must be fast and must not
 * block. {@link #admits} is called when a segment is about to be loaded and when its last lease
 * ends, {@link #rank} for all segments when memory is short. Segments under a lease are never
 * evicted, whatever the policy says.
 */
public interface CachePolicy {

  /** A short name for statistics, such as {@code scan-count}. */
  String name();

  /**
   * Whether a segment stays in memory after its last lease. If not, its memory is released then, or
   * it is read without the cache if there is no free memory.
   */
  boolean admits(CachedSegment segment);

  /**
   * The order of eviction: the segment with the least rank goes first, among equals the one that
   * has not been used for the longest time.
   */
  double rank(CachedSegment segment);

  /**
   * Whether a segment in memory may be evicted to load another one.
   *
   * @param ranked rank of the segment in memory
   * @param candidate rank of the other one
   */
  default boolean mayReplace(double ranked, double candidate) {
    return ranked <= candidate;
  }

  /**
   * Keeps what planned scans will read, and evicts the segments with the fewest remaining scans
   * first (Column Cache, section III-E), among equals those that were requested least often lately,
   * and then the one that was used least recently. There is no step between the first and the last
   * in Column Cache; with it, concurrent streams of queries on few columns read up to an eighth
   * less in replays of a cache of half the size of these columns. Segments without remaining scans
   * go before all others. A segment that has been read once and is not planned again is not kept.
   */
  static CachePolicy scanCount() {
    return new ScanCountPolicy();
  }

  /** Keeps everything, and evicts what was used least recently. */
  static CachePolicy lru() {
    return new LruPolicy();
  }

  /**
   * Like {@link #scanCount}, but evicts the segments first that cost the least time to load again:
   * remaining scans, or recent uses if there are more, times the measured nanoseconds of loading,
   * divided by bytes. A segment replaces only those that cost less.
   */
  static CachePolicy cost() {
    return new CostPolicy();
  }

  /**
   * Keeps the column chunks with the most requests per byte of the long-term workload, among those
   * that were requested more than once, and replaces them only when the workload has changed
   * (Pixels, section 4.2). The selection is made anew every minute.
   */
  static CachePolicy lazy() {
    return lazy(Duration.ofMinutes(1));
  }

  /**
   * Like {@link #lazy()}.
   *
   * @param interval between selections; zero to select only by {@code ColumnCache.select}
   */
  static CachePolicy lazy(Duration interval) {
    return new LazyPolicy(interval);
  }

  /**
   * Returns the policy of a name: {@code scan-count}, {@code lru}, {@code cost} or {@code lazy}.
   *
   * @throws IllegalArgumentException if there is none
   */
  static CachePolicy byName(String name) {
    return List.of(scanCount(), lru(), cost(), lazy()).stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "Invalid cache policy: " + name + " (expected scan-count, lru, cost or lazy)"));
  }
}
