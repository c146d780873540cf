// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import java.util.List;

/**
 * What an optimization does, or would do.
 *
 * @param snapshotId the snapshot that was looked at
 * @param columnGroups those that were selected, in the order of their extents
 * @param newFiles number of data files to write
 * @param bytes bytes to copy
 * @param droppedBytes length of the extents of dropped columns, to which manifests refer no longer
 */
public record OptimizePlan(
    long snapshotId,
    List<ColumnGroupPlan> columnGroups,
    long newFiles,
    long bytes,
    long droppedBytes) {

  /** Copies the list. */
  public OptimizePlan {
    columnGroups = List.copyOf(columnGroups);
  }

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return newFiles == 0 && droppedBytes == 0;
  }
}
