// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import java.util.List;

/**
 * What an optimization does for a column group.
 *
 * @param columnGroupId id of the group
 * @param columns paths of its columns
 * @param extents number of its extents, that is of row groups that store it
 * @param bytes length of all its extents
 * @param rewrittenExtents number of extents that are copied
 * @param rewrittenBytes their length
 * @param before how they lie now
 * @param after how they lie afterwards
 */
public record ColumnGroupPlan(
    int columnGroupId,
    List<String> columns,
    long extents,
    long bytes,
    long rewrittenExtents,
    long rewrittenBytes,
    ColumnGroupLayout before,
    ColumnGroupLayout after) {

  /** Copies the list. */
  public ColumnGroupPlan {
    columns = List.copyOf(columns);
  }
}
