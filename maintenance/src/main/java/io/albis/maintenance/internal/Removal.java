// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.Storage;
import io.albis.table.TableSnapshots;
import java.io.IOException;
import java.util.List;

/** Deletes tables. */
public final class Removal {

  private Removal() {}

  /**
   * Deletes the table in a directory, and the directory.
   *
   * @param storage the directory
   * @return whether there was a table
   */
  public static boolean run(Storage storage) {
    TableSnapshots snapshots = new TableSnapshots(storage);
    List<Long> ids = snapshots.ids();
    if (ids.isEmpty()) {
      return false;
    }
    try {
      // The latest snapshot last: an older one would otherwise be taken for it. Again, if a writer
      // has added one.
      while (!ids.isEmpty()) {
        for (long id : ids) {
          storage.delete(TablePaths.snapshot(id));
        }
        ids = snapshots.ids();
      }
      storage.deleteRecursively("");
      return true;
    } catch (IOException e) {
      throw new AlbisIOException(
          "Failed to drop table " + storage.root() + ": " + e.getMessage(), e);
    }
  }
}
