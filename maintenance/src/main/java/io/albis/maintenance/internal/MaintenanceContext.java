// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.storage.Storage;
import io.albis.table.Commit;
import io.albis.table.FileRemoval;
import io.albis.table.NewFiles;
import io.albis.table.NewManifests;
import io.albis.table.TableSnapshots;
import io.albis.table.TableStorages;
import io.albis.table.WriteEnvironment;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The table that is maintained.
 *
 * @param storage its directory
 * @param environment identifiers and time
 */
public record MaintenanceContext(Storage storage, WriteEnvironment environment) {

  /** Opens a table for a task. */
  static <T> T with(
      String uri, Map<String, String> storageOptions, Function<MaintenanceContext, T> task) {
    Storage storage = TableStorages.open(uri, storageOptions);
    try {
      return task.apply(new MaintenanceContext(storage, WriteEnvironment.system()));
    } finally {
      Commit.afterwards("close " + storage.root(), storage::close);
    }
  }

  /** Its snapshots. */
  TableSnapshots snapshots() {
    return new TableSnapshots(storage);
  }

  /** Deletes files, and returns those that existed. */
  Set<String> delete(Collection<String> paths) {
    return new FileRemoval(storage).deleteAll(paths, environment.background());
  }

  /** As below, for a change that writes no files. */
  Snapshot commit(SnapshotFile base, String operation, UnaryOperator<Snapshot> change) {
    return commit(new NewFiles(storage), base, operation, change);
  }

  /**
   * Commits a change on top of the latest snapshot.
   *
   * @param files to which the change adds what it writes
   * @param change called with each parent that is tried; throws if it conflicts with that
   */
  Snapshot commit(
      NewFiles files, SnapshotFile base, String operation, UnaryOperator<Snapshot> change) {
    return new Commit(storage, environment)
        .publish(
            new NewManifests(storage, files, Optional.empty()),
            base,
            Commit.OnConflict.REAPPLY,
            parent ->
                change.apply(parent).toBuilder()
                    .timestampMillis(environment.millis())
                    .operation(operation)
                    .createdBy(environment.createdBy())
                    .build());
  }
}
