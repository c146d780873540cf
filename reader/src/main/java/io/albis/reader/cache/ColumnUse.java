// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.io.Serializable;
import java.util.UUID;

/**
 * How a column group of a table was requested from a cache, and what the cache did with it; or the
 * scans of one plan in it, with 0 for the other numbers.
 *
 * @param tableId of the table
 * @param table URI that the table was first opened with
 * @param columnGroup id of the column group, unique in the table
 * @param columns paths of its columns, separated by commas; empty if they are not known
 * @param hits requests of segments that were in memory
 * @param misses requests of segments that were not
 * @param hitBytes bytes of the hits
 * @param missBytes bytes of the misses
 * @param plannedScans scans of single segments that were planned
 * @param finishedScans planned scans that were counted down
 * @param withdrawnScans planned scans that were taken back or replaced, of a plan; {@link
 *     CacheStatistics#withdrawnScans} has those of the cache
 * @param evictions segments that have left the cache
 */
public record ColumnUse(
    UUID tableId,
    String table,
    int columnGroup,
    String columns,
    long hits,
    long misses,
    long hitBytes,
    long missBytes,
    long plannedScans,
    long finishedScans,
    long withdrawnScans,
    long evictions)
    implements Serializable {

  private static final long serialVersionUID = 1L;
}
