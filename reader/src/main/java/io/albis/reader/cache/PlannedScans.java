// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import io.albis.reader.Predicate;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Scans that a query will execute: columns and rows of a snapshot, and how often they will be read.
 * {@link io.albis.reader.DatasetScan#planned} creates it. A driver can send it to many workers,
 * where {@code ColumnCache.plan} registers it. Immutable and serializable.
 *
 * @param id of the plan, unique among those of the process, such as the id of a query and the
 *     number of a scan in it. Planning the same id again replaces the counts
 * @param tableId of the table
 * @param snapshotId of the table; 0 for a data file without a table
 * @param columns paths of the columns that are read, also by the filter
 * @param filter rules out segments by their statistics, with the conditions that only prune; null
 *     if there is none
 * @param rows of the table, in ranges that do not overlap: how many, by the number of the first
 *     one; empty for all rows
 * @param count how often each segment of these rows will be scanned
 */
public record PlannedScans(
    String id,
    UUID tableId,
    long snapshotId,
    List<String> columns,
    Predicate filter,
    Map<Long, Long> rows,
    int count)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Maximum of {@link #count}. */
  public static final int MAX_COUNT = 1_000_000;

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the count is negative or over {@link #MAX_COUNT}, or a
   *     number of a range is negative
   */
  public PlannedScans {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(tableId, "tableId");
    columns = List.copyOf(columns);
    rows = Collections.unmodifiableMap(new TreeMap<>(rows));
    rows.forEach(
        (first, number) -> {
          if (first < 0 || number < 0 || first + number < 0) {
            throw new IllegalArgumentException(
                "Invalid rows: "
                    + number
                    + " from "
                    + first
                    + " on (expected no negative numbers)");
          }
        });
    if (count < 0 || count > MAX_COUNT) {
      throw new IllegalArgumentException(
          "Invalid number of planned scans: " + count + " (expected 0 to " + MAX_COUNT + ")");
    }
  }

  /** Returns the same scans with another count. */
  public PlannedScans count(int newCount) {
    return new PlannedScans(id, tableId, snapshotId, columns, filter, rows, newCount);
  }
}
