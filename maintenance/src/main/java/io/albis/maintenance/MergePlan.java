// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

/**
 * What a merge would do.
 *
 * @param snapshotId the snapshot that was looked at
 * @param rowGroups number of row groups in the table
 * @param smallRowGroups number of these that would be rewritten
 * @param runs number of sequences of neighbours among them, each of which becomes at least one row
 *     group
 * @param rows number of rows to rewrite
 * @param bytes length of the extents to rewrite
 * @param rowGroupSize size at which a new row group would end, in bytes
 */
public record MergePlan(
    long snapshotId,
    long rowGroups,
    long smallRowGroups,
    long runs,
    long rows,
    long bytes,
    long rowGroupSize) {

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return smallRowGroups == 0;
  }
}
