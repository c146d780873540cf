// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.format.schema.Tag;
import io.albis.maintenance.TableMaintenance;
import io.albis.tools.output.TextTable;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis tag}: names snapshots, which keeps them from expiry. */
@Command(
    name = "tag",
    description = {
      "Gives a snapshot a name, which keeps it from expiry; or removes a name.",
      "Then lists all tags."
    })
public final class TagCommand extends MaintenanceCommand {

  /** A tag, printed as JSON. */
  private record Line(String name, long snapshotId, String timestamp) {}

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The tag (default: list the tags only).")
  private String name;

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "Snapshot to tag (default: the latest).")
  private Long snapshot;

  @Option(names = "--delete", description = "Remove the tag.")
  private boolean delete;

  @Override
  Object run(TableMaintenance table) {
    if ((delete && snapshot != null) || (name == null && (delete || snapshot != null))) {
      throw usageError("--snapshot is for a NAME to set, and --delete for one to remove");
    }
    if (snapshot != null && snapshot < 1) {
      throw usageError("Invalid --snapshot: " + snapshot + " (expected at least 1)");
    }
    if (delete) {
      table.untag(name);
    } else if (name != null) {
      table.tag(name, snapshot == null ? 0 : snapshot);
    }
    List<Line> lines = table.tags().stream().map(TagCommand::line).toList();
    if (!isJson()) {
      print(lines);
    }
    return lines;
  }

  private static Line line(Tag tag) {
    return new Line(
        tag.name(), tag.snapshotId(), Instant.ofEpochMilli(tag.timestampMillis()).toString());
  }

  private void print(List<Line> lines) {
    if (lines.isEmpty()) {
      out().println("No tags");
      return;
    }
    TextTable text = new TextTable().text("tag").number("snapshot").text("set");
    lines.forEach(line -> text.row(line.name(), line.snapshotId(), line.timestamp()));
    text.print(out());
  }
}
