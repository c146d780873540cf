// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.util.Map;

/**
 * A cache in JMX, as {@code io.albis:type=ColumnCache,name=...}. See {@link
 * io.albis.reader.cache.CacheStatistics} for the numbers.
 */
public interface ColumnCacheMXBean {

  /** Returns the name of the policy. */
  String getPolicy();

  /** Returns the bound of the memory, in bytes. */
  long getLimitBytes();

  /** Changes the bound of the memory, in bytes. */
  void setLimitBytes(long bytes);

  /** Returns the numbers of the statistics by their names. */
  Map<String, Long> getStatistics();

  /** Returns the hits of each column, by URI of the table and paths of the columns. */
  Map<String, Long> getColumnHits();

  /** Returns the misses of each column, by URI of the table and paths of the columns. */
  Map<String, Long> getColumnMisses();

  /** Returns the planned scans of each column, by URI of the table and paths of the columns. */
  Map<String, Long> getColumnPlannedScans();

  /** Returns the planned scans of each column that were finished, in the same way. */
  Map<String, Long> getColumnFinishedScans();

  /** Returns the evicted segments of each column, in the same way. */
  Map<String, Long> getColumnEvictions();

  /**
   * Releases memory now.
   *
   * @param bytes to release
   * @return the bytes that were released
   */
  long reclaim(long bytes);
}
