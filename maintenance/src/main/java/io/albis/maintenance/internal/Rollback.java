// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.internal.metadata.Snapshot;

/** Makes the content of an earlier snapshot that of the table again. */
public final class Rollback {

  private static final String OPERATION = "rollback";

  private final MaintenanceContext table;

  /** Rollbacks of a table. */
  public Rollback(MaintenanceContext table) {
    this.table = table;
  }

  /**
   * Commits a snapshot with rows, columns, partitions and properties of an earlier one. Tags and
   * expired snapshots stay, and no id that a later snapshot has given is given again.
   *
   * @param snapshotId id of the earlier snapshot
   * @return id of the new snapshot
   */
  public long to(long snapshotId) {
    return table
        .commit(table.snapshots().require(), OPERATION, parent -> change(parent, snapshotId))
        .id();
  }

  private Snapshot change(Snapshot parent, long snapshotId) {
    if (snapshotId < 1 || snapshotId > parent.id()) {
      throw new TableNotFoundException(
          "Cannot roll back "
              + table.storage().root()
              + " to snapshot "
              + snapshotId
              + ": there is none (expected 1 to "
              + parent.id()
              + ")");
    }
    if (parent.hasExpired(snapshotId)) {
      throw new SnapshotExpiredException(
          "Cannot roll back "
              + table.storage().root()
              + " to snapshot "
              + snapshotId
              + ": it has expired");
    }
    return table.snapshots().base(snapshotId).snapshot().toBuilder()
        .id(parent.id())
        .parentId(parent.parentId())
        .nextId(parent.nextId())
        .nextRowGroupId(parent.nextRowGroupId())
        // All that there ever were, so that their ids are not given again.
        .specsAndOrdersOf(parent)
        .tags(parent.tags())
        .expiredBefore(parent.expiredBefore())
        .build();
  }
}
