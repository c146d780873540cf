// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

/**
 * The result of a commit.
 *
 * @param snapshotId id of the snapshot
 * @param rowCount rows of the table after the commit
 * @param writtenRows rows that this commit added
 * @param writtenRowGroups row groups that it added
 * @param writtenBytes length of the data files that it added, in bytes
 */
public record CommitResult(
    long snapshotId, long rowCount, long writtenRows, int writtenRowGroups, long writtenBytes) {}
