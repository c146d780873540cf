// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import java.util.List;

/**
 * Snapshots that expire, and the files that only they use.
 *
 * @param snapshotIds ids of the snapshots, ascending
 * @param manifests number of manifests
 * @param dataFiles number of data files
 * @param bytes length of all these files, without that of the snapshots
 */
public record ExpireResult(List<Long> snapshotIds, long manifests, long dataFiles, long bytes) {

  /** Copies the list. */
  public ExpireResult {
    snapshotIds = List.copyOf(snapshotIds);
  }
}
