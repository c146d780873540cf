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
 * @param files number of data files that have extents of it
 * @param filesAfter that number afterwards
 * @param runs number of pieces that are contiguous in a file; 1 is best
 * @param runsAfter that number afterwards
 * @param requests number of requests that read all of it, in row order
 * @param requestsAfter that number afterwards
 */
public record ColumnGroupPlan(
    int columnGroupId,
    List<String> columns,
    long extents,
    long bytes,
    long rewrittenExtents,
    long rewrittenBytes,
    long files,
    long filesAfter,
    long runs,
    long runsAfter,
    long requests,
    long requestsAfter) {

  /** Copies the list. */
  public ColumnGroupPlan {
    columns = List.copyOf(columns);
  }
}
