// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

/**
 * What has become part of a table.
 *
 * @param snapshotId the snapshot that was committed; 0 if nothing was
 * @param files number of data files
 * @param rowGroups number of their row groups
 * @param rows number of their rows
 * @param bytes length of the files
 */
public record AddFilesResult(long snapshotId, int files, long rowGroups, long rows, long bytes) {}
