// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.io.Serializable;
import java.util.UUID;

/**
 * The planned scans of a plan in one column group of a table.
 *
 * @param tableId of the table
 * @param table URI that the table was first opened with
 * @param columnGroup id of the column group, unique in the table
 * @param columns paths of its columns, separated by commas; empty if they are not known
 * @param plannedScans scans of single segments that were planned
 * @param finishedScans planned scans that were counted down
 * @param withdrawnScans planned scans that were taken back or replaced
 */
public record ColumnScans(
    UUID tableId,
    String table,
    int columnGroup,
    String columns,
    long plannedScans,
    long finishedScans,
    long withdrawnScans)
    implements Serializable {

  private static final long serialVersionUID = 1L;
}
