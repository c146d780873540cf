// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

/**
 * One case: what all readers read.
 *
 * @param dataSet name of the data
 * @param storage {@code warm} (files in the page cache), {@code cold} (page cache dropped before,
 *     read through it) or {@code direct} (page cache dropped before, and read past it by those who
 *     can)
 * @param threads how many threads read
 * @param rows rows of the data
 * @param columns columns that were read
 * @param columnsTotal columns of the data
 * @param projectivity columns that were read, in percent of all
 * @param selectivity rows that were asked for, in percent of all
 */
public record ScanCase(
    String dataSet,
    String storage,
    int threads,
    long rows,
    int columns,
    int columnsTotal,
    double projectivity,
    double selectivity) {}
