// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import java.util.List;

/**
 * What a query reads of a table.
 *
 * @param table name in TPC-DS
 * @param columns names of the columns
 * @param range keys of one of the columns, by which row groups are excluded; null for all rows
 */
public record ScanSpec(String table, List<String> columns, KeyRange range) {

  /** Copies the list. */
  public ScanSpec {
    columns = List.copyOf(columns);
  }

  /**
   * Keys that qualify.
   *
   * @param column name of the column
   * @param low the least key
   * @param high the greatest key
   */
  public record KeyRange(String column, int low, int high) {}
}
