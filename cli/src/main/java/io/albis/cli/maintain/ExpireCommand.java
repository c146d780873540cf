// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.maintenance.ExpireResult;
import io.albis.maintenance.TableMaintenance;
import io.albis.tools.output.Quantities;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis expire}: deletes old snapshots and the files that only they use. */
@Command(
    name = "expire",
    description = {
      "Lets snapshots expire, and deletes the files that only they use.",
      "The latest snapshot and those with a tag never expire."
    })
public final class ExpireCommand extends MaintenanceCommand {

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      defaultValue = "5d",
      converter = DurationConverter.class,
      description =
          "Keep a snapshot for this long after the next one has been committed (default:"
              + " ${DEFAULT-VALUE}; at least 10 minutes).")
  private Duration olderThan;

  @Option(
      names = "--keep",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of the last snapshots to keep at any age (default: ${DEFAULT-VALUE}).")
  private int keep;

  @Option(names = "--dry-run", description = "Only print what would be deleted.")
  private boolean dryRun;

  @Override
  Object run(TableMaintenance table) {
    if (keep < 1) {
      throw usageError("Invalid --keep: " + keep + " (expected at least 1)");
    }
    ExpireResult result =
        dryRun ? table.planExpire(olderThan, keep) : table.expire(olderThan, keep);
    if (!isJson()) {
      out()
          .printf(
              "%s %d snapshots, %s manifests and %s data files, %s%n",
              dryRun ? "Would delete" : "Deleted",
              result.snapshotIds().size(),
              Quantities.count(result.manifests()),
              Quantities.count(result.dataFiles()),
              Quantities.bytes(result.bytes()));
      if (!result.snapshotIds().isEmpty()) {
        out().println("Snapshots: " + result.snapshotIds());
      }
    }
    return result;
  }
}
