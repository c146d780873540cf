// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

/**
 * What a merge has done, or would do.
 *
 * @param snapshotId the latest snapshot that it has committed, 0 if there was nothing to do; in a
 *     plan, the snapshot that was looked at
 * @param commits number of commits; 0 in a plan
 * @param rowGroups number of row groups that the table had
 * @param replacedRowGroups number of these that are replaced, which are small
 * @param newRowGroups number of row groups that are written in their place; in a plan, at least
 *     that many
 * @param unorderedRowGroups number of these whose rows are not in the sort order of the table; 0 in
 *     a plan
 * @param rows number of rows that are rewritten
 * @param bytes length of the new data files; in a plan, of the extents to rewrite
 * @param rowGroupSize size at which a new row group ends, in bytes
 */
public record MergeResult(
    long snapshotId,
    int commits,
    long rowGroups,
    long replacedRowGroups,
    long newRowGroups,
    long unorderedRowGroups,
    long rows,
    long bytes,
    long rowGroupSize) {

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return replacedRowGroups == 0;
  }
}
