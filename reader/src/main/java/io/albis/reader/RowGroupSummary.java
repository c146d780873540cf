// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.PartitionTuple;
import java.util.List;

/**
 * A row group that a scan reads, for aggregates from statistics. Immutable.
 *
 * @param number identifies the row group in all snapshots of the table
 * @param firstRow number in the table of its first row, from 0
 * @param rowCount its rows, exactly
 * @param matchesAll whether all its rows surely match the filter of the scan; true without filter.
 *     Statistics of a row group that does not surely match are not those of its matching rows
 * @param partition its partition, with values in the widths of the present types, or {@link
 *     PartitionTuple#NONE}
 * @param sortOrderId id of the order of its rows; 0 if they have none
 * @param columns statistics of the columns that were asked for, in that order; for a struct, those
 *     of its fields. Null counts are exact; see {@link ColumnSummary#exactMin} for bounds
 */
public record RowGroupSummary(
    long number,
    long firstRow,
    long rowCount,
    boolean matchesAll,
    PartitionTuple partition,
    int sortOrderId,
    List<ColumnSummary> columns) {

  /** Copies the list. */
  public RowGroupSummary {
    columns = List.copyOf(columns);
  }
}
