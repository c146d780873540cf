// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.util.List;

/**
 * What a scan will read, for planners: of the row groups that partitions, statistics, sample and
 * filter do not rule out. Immutable.
 *
 * @param rowCount maximum number of rows that the scan returns
 * @param isExact whether it returns exactly so many
 * @param rowGroupCount number of row groups
 * @param bytes that the scan reads for the selected columns, and for those of the filter, if no
 *     segment is skipped
 * @param columns statistics of columns over all rows of these row groups, in the order in which
 *     they were asked for; for a struct, those of its fields
 */
public record ScanStatistics(
    long rowCount, boolean isExact, long rowGroupCount, long bytes, List<ColumnSummary> columns) {

  /** Copies the list. */
  public ScanStatistics {
    columns = List.copyOf(columns);
  }
}
