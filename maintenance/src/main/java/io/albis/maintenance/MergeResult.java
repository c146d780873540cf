// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

/**
 * What a merge has done.
 *
 * @param snapshotId the latest snapshot that it has committed; 0 if there was nothing to do
 * @param commits number of commits
 * @param replacedRowGroups number of row groups that were replaced
 * @param newRowGroups number of row groups that were written in their place
 * @param unorderedRowGroups number of these whose rows are not in the sort order of the table
 * @param rows number of rows that were rewritten
 * @param writtenBytes length of the new data files
 */
public record MergeResult(
    long snapshotId,
    int commits,
    long replacedRowGroups,
    long newRowGroups,
    long unorderedRowGroups,
    long rows,
    long writtenBytes) {}
