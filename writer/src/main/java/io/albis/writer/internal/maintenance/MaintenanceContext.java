// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.maintenance;

import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.storage.Storage;
import io.albis.writer.internal.commit.Commit;
import io.albis.writer.internal.environment.WriteEnvironment;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The table that is maintained.
 *
 * @param storage its directory
 * @param environment identifiers and time
 */
public record MaintenanceContext(Storage storage, WriteEnvironment environment) {

  /**
   * Commits a change on top of the latest snapshot.
   *
   * @param change called with each parent that is tried; throws if it conflicts with that
   */
  Snapshot commit(SnapshotFile base, String operation, UnaryOperator<Snapshot> change) {
    return new Commit(storage, environment)
        .publish(
            base,
            Commit.OnConflict.REAPPLY,
            Optional.empty(),
            parent ->
                change.apply(parent).toBuilder()
                    .timestampMillis(environment.millis())
                    .operation(operation)
                    .createdBy(environment.createdBy())
                    .build());
  }
}
