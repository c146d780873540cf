// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.reader.Split;
import io.albis.reader.internal.table.TableRowGroups;

/** Checks whether a split belongs to an open table. */
public final class SplitCheck {

  private SplitCheck() {}

  /**
   * Checks a split. Needs the snapshot but no manifest.
   *
   * @param uri of the table, for messages
   * @throws InvalidArgumentException if it belongs to another table or snapshot, or is not a valid
   *     split
   */
  public static void check(Split split, String uri, TableRowGroups rowGroups) {
    Snapshot snapshot = rowGroups.snapshot();
    if (!split.tableId().equals(snapshot.tableId())) {
      throw refusal(
          split,
          uri,
          "it is of another table (id "
              + split.tableId()
              + ", expected "
              + snapshot.tableId()
              + ")");
    }
    if (split.snapshotId() != snapshot.id()) {
      throw refusal(split, uri, "the table is open at snapshot " + snapshot.id());
    }
    if (split.rowCount() > snapshot.rowCount() - split.firstRow()) {
      throw refusal(split, uri, "the snapshot has " + snapshot.rowCount() + " rows");
    }
    if (!split.manifests().equals(rowGroups.manifestPaths(split.firstRow(), split.rowCount()))) {
      throw refusal(split, uri, "the snapshot has its rows in other manifests");
    }
  }

  private static InvalidArgumentException refusal(Split split, String uri, String reason) {
    return new InvalidArgumentException(
        "Cannot read split of rows "
            + split.firstRow()
            + " to "
            + (split.firstRow() + split.rowCount())
            + " of snapshot "
            + split.snapshotId()
            + " from table "
            + uri
            + ": "
            + reason);
  }
}
