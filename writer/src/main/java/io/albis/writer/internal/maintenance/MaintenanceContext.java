// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.maintenance;

import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.storage.Storage;
import io.albis.writer.internal.commit.Commit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The table that is maintained.
 *
 * @param storage its directory
 * @param uuids generates unique identifiers
 * @param clock the time in milliseconds since 1970-01-01T00:00Z
 * @param createdBy name and version of the program
 */
public record MaintenanceContext(
    Storage storage, Supplier<UUID> uuids, LongSupplier clock, String createdBy) {

  /**
   * Commits a change on top of the latest snapshot.
   *
   * @param change called with each parent that is tried; throws if it conflicts with that
   */
  Snapshot commit(SnapshotFile base, String operation, UnaryOperator<Snapshot> change) {
    return new Commit(storage)
        .publish(
            base,
            Commit.OnConflict.REAPPLY,
            Optional.empty(),
            parent ->
                change.apply(parent).toBuilder()
                    .timestampMillis(clock.getAsLong())
                    .operation(operation)
                    .createdBy(createdBy)
                    .build());
  }
}
