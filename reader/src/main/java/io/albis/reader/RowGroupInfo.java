// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.PartitionTuple;
import java.util.List;

/**
 * A row group of a table, or one that a scan reads. Immutable.
 *
 * @param number identifies the row group and its rows in all snapshots of the table
 * @param firstRow number in the table of its first row, from 0
 * @param rowCount its rows, exactly
 * @param partition its partition, or {@link PartitionTuple#NONE}; of a scan, with values in the
 *     widths of the present types
 * @param sortOrderId id of the order of its rows; 0 if they have none
 * @param bytes length of its extents in data files; of a scan, of those that it reads
 * @param matchesAll whether all its rows surely match the filter of the scan; true without filter.
 *     Statistics of a row group that does not surely match are not those of its matching rows
 * @param columns statistics of the columns that the scan was asked for, in that order; for a
 *     struct, those of its fields. Null counts are exact; see {@link ColumnSummary#exactMin} for
 *     bounds
 */
public record RowGroupInfo(
    long number,
    long firstRow,
    long rowCount,
    PartitionTuple partition,
    int sortOrderId,
    long bytes,
    boolean matchesAll,
    List<ColumnSummary> columns) {

  /** Copies the list. */
  public RowGroupInfo {
    columns = List.copyOf(columns);
  }
}
