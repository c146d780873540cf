// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

/**
 * A case that all readers measure.
 *
 * @param dataSet name of the data set
 * @param storage {@code warm} (files in the page cache), {@code cold} (page cache dropped before,
 *     read through it) or {@code direct} (page cache dropped before, and bypassed by readers that
 *     support it)
 * @param threads number of reading threads
 * @param rows rows of the data set
 * @param columns number of columns that are read
 * @param columnsTotal columns of the data set
 * @param projectivity columns that are read, in percent of all
 * @param selectivity rows that are selected, in percent of all
 */
public record ScanCase(
    String dataSet,
    String storage,
    int threads,
    long rows,
    int columns,
    int columnsTotal,
    double projectivity,
    double selectivity) {

  /** Whether all columns and rows are read. */
  public boolean readsAll() {
    return projectivity >= 100 && selectivity >= 100;
  }
}
