// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.format.schema.Tag;
import io.albis.maintenance.TableMaintenance;
import io.albis.tools.command.CommandFailedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code albis rollback}: makes an earlier snapshot the table again. */
@Command(
    name = "rollback",
    description = {
      "Makes the rows, columns and properties of an earlier snapshot those of the table again.",
      "Adds a snapshot; those in between stay until they expire."
    })
public final class RollbackCommand extends MaintenanceCommand {

  /** The result, printed as JSON. */
  private record Result(String table, long rolledBackTo, long snapshotId) {}

  @Parameters(
      index = "1",
      paramLabel = "SNAPSHOT",
      description = "Id or tag of the earlier snapshot.")
  private String snapshot;

  @Override
  Object run(TableMaintenance table) {
    long earlier = id(table);
    long added = table.rollback(earlier);
    if (!isJson()) {
      out().printf("Rolled back to snapshot %d, as snapshot %d%n", earlier, added);
    }
    return new Result(uri(), earlier, added);
  }

  private long id(TableMaintenance table) {
    for (Tag tag : table.tags()) {
      if (tag.name().equals(snapshot)) {
        return tag.snapshotId();
      }
    }
    try {
      return Long.parseLong(snapshot);
    } catch (NumberFormatException e) {
      throw new CommandFailedException(
          "Cannot roll back " + uri() + ": there is no tag " + snapshot, e);
    }
  }
}
