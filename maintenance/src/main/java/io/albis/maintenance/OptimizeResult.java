// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

/**
 * What an optimization has done.
 *
 * @param snapshotId the latest snapshot that it has committed; 0 if there was nothing to do
 * @param commits number of commits
 * @param newFiles number of data files that were written
 * @param copiedBytes bytes of extents that were copied
 */
public record OptimizeResult(long snapshotId, int commits, long newFiles, long copiedBytes) {}
