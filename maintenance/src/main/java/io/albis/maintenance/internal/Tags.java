// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.Tag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Sets and removes tags of snapshots. */
public final class Tags {

  private static final String OPERATION = "tag";

  private final MaintenanceContext table;

  /** Tags of a table. */
  public Tags(MaintenanceContext table) {
    this.table = table;
  }

  /** All tags. */
  public List<Tag> list() {
    return table.snapshots().require().snapshot().tags();
  }

  /**
   * Sets a tag.
   *
   * @param snapshotId id of the snapshot; 0 for the latest
   * @return the tag
   */
  public Tag add(String name, long snapshotId) {
    if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidArgumentException(
          "Invalid tag: '" + name + "' (expected a name without control characters)");
    }
    Tag[] added = new Tag[1];
    table.commit(
        table.snapshots().require(),
        OPERATION,
        parent -> {
          long id = snapshotId == 0 ? parent.id() : snapshotId;
          requireExists(parent, id);
          List<Tag> tags = new ArrayList<>(parent.tags());
          if (tags.stream().anyMatch(tag -> tag.name().equals(name))) {
            throw new InvalidArgumentException("Cannot set tag " + name + ": it exists");
          }
          added[0] = new Tag(name, id, table.environment().millis());
          tags.add(added[0]);
          return parent.toBuilder().tags(tags).build();
        });
    return added[0];
  }

  private void requireExists(Snapshot latest, long id) {
    if (id < 1 || id > latest.id()) {
      throw new TableNotFoundException(
          "Cannot tag snapshot " + id + " of " + table.storage().root() + ": there is none");
    }
    try {
      if (latest.hasExpired(id) || !table.storage().exists(TablePaths.snapshot(id))) {
        throw new SnapshotExpiredException(
            "Cannot tag snapshot " + id + " of " + table.storage().root() + ": it has expired");
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to check for snapshot " + id + ": " + e.getMessage(), e);
    }
  }

  /**
   * Removes a tag.
   *
   * @throws InvalidArgumentException if there is none of the name
   */
  public void remove(String name) {
    table.commit(
        table.snapshots().require(),
        OPERATION,
        parent -> {
          List<Tag> tags = new ArrayList<>(parent.tags());
          if (!tags.removeIf(tag -> tag.name().equals(name))) {
            throw new InvalidArgumentException("Cannot remove tag " + name + ": there is none");
          }
          return parent.toBuilder().tags(tags).build();
        });
  }
}
