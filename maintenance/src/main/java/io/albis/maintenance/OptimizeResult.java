// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import java.util.List;

/**
 * What an optimization has done, or would do.
 *
 * @param snapshotId the latest snapshot that it has committed, 0 if there was nothing to do; in a
 *     plan, the snapshot that was looked at
 * @param commits number of commits; 0 in a plan
 * @param columnGroups those that were selected, in the order of their extents, as they were before
 *     the first commit and would be after the last
 * @param newFiles number of data files that are written
 * @param bytes bytes of extents that are copied
 * @param droppedBytes length of the extents of dropped columns, to which manifests refer no longer
 */
public record OptimizeResult(
    long snapshotId,
    int commits,
    List<ColumnGroupPlan> columnGroups,
    long newFiles,
    long bytes,
    long droppedBytes) {

  /** Copies the list. */
  public OptimizeResult {
    columnGroups = List.copyOf(columnGroups);
  }

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return newFiles == 0 && droppedBytes == 0;
  }
}
