// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.PartitionTuple;

/**
 * A row group of a table.
 *
 * @param number identifies the row group and its rows in all snapshots of the table
 * @param firstRow number in the table of its first row, from 0
 * @param rowCount its rows
 * @param partition its partition, or {@link PartitionTuple#NONE}
 * @param sortOrderId id of the order of its rows; 0 if they have none
 * @param bytes length of its extents in data files
 */
public record RowGroupInfo(
    long number,
    long firstRow,
    long rowCount,
    PartitionTuple partition,
    int sortOrderId,
    long bytes) {}
