// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import io.albis.storage.InvalidSettingException;
import java.time.Duration;
import java.util.List;

/** The policies that Albis provides. All are thread-safe and can be shared by several caches. */
public final class CachePolicies {

  private CachePolicies() {}

  /**
   * Keeps what planned scans will read, and evicts the segments with the fewest remaining scans
   * first (Column Cache, section III-E), among equals those that were requested least often lately,
   * and then the one that was used least recently. There is no step between the first and the last
   * in Column Cache; with it, concurrent streams of queries on few columns read up to an eighth
   * less in replays of a cache of half the size of these columns. Segments without remaining scans
   * go before all others. A segment that has been read once and is not planned again is not kept.
   */
  public static CachePolicy scanCount() {
    return new ScanCountPolicy();
  }

  /** Keeps everything, and evicts what was used least recently. */
  public static CachePolicy lru() {
    return new LruPolicy();
  }

  /**
   * Like {@link #scanCount}, but evicts the segments first that cost the least time to load again:
   * remaining scans, or recent uses if there are more, times the measured nanoseconds of loading,
   * divided by bytes. A segment replaces only those that cost less.
   */
  public static CachePolicy cost() {
    return new CostPolicy();
  }

  /**
   * Keeps the column chunks with the most requests per byte of the long-term workload, among those
   * that were requested more than once, and replaces them only when the workload has changed
   * (Pixels, section 4.2). The selection is made anew every minute.
   */
  public static CachePolicy lazy() {
    return lazy(Duration.ofMinutes(1));
  }

  /**
   * Like {@link #lazy()}.
   *
   * @param interval between selections; zero to select only by {@code ColumnCache.select}
   */
  public static CachePolicy lazy(Duration interval) {
    return new LazyPolicy(interval);
  }

  /**
   * Returns the policy of a name: {@code scan-count}, {@code lru}, {@code cost} or {@code lazy}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static CachePolicy byName(String name) {
    return List.of(scanCount(), lru(), cost(), lazy()).stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "Invalid cache policy: " + name + " (expected scan-count, lru, cost or lazy)"));
  }
}
