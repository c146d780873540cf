// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

/**
 * The result of a commit.
 *
 * @param snapshotId the id of the published snapshot
 * @param rowCount the number of rows in the table after the commit
 * @param writtenRows the number of rows that the commit added
 * @param writtenRowGroups the number of row groups that the commit added
 * @param unorderedRowGroups the number of these whose rows are not in the sort order of the table;
 *     0 if it has none
 * @param shortRowGroups the number of these that were ended early, because rows of too many
 *     partitions were written at the same time; see {@link TableWriter.Builder#openPartitions}
 * @param writtenBytes the length of the data files that the commit added, in bytes
 */
public record CommitResult(
    long snapshotId,
    long rowCount,
    long writtenRows,
    int writtenRowGroups,
    int unorderedRowGroups,
    int shortRowGroups,
    long writtenBytes) {}
