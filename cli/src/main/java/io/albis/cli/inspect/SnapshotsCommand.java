// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.reader.Dataset;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code albis snapshots}: lists the snapshots of a table. */
@Command(name = "snapshots", description = "Lists the snapshots of a table, oldest first.")
public final class SnapshotsCommand extends DatasetCommand {

  /** A snapshot, printed as JSON. */
  private record Line(
      long snapshotId,
      long parentId,
      String timestamp,
      String operation,
      long rows,
      long rowGroups,
      long dataBytes,
      String createdBy) {}

  @Override
  int run(Dataset dataset) {
    if (!(dataset instanceof Table table)) {
      throw new CommandFailedException(
          "Cannot list the snapshots of " + dataset.uri() + ": a file has no snapshots");
    }
    List<Line> lines = table.snapshots().stream().map(SnapshotsCommand::line).toList();
    if (isJson()) {
      printJson(lines);
      return ExitCodes.OK;
    }
    TextTable text =
        new TextTable()
            .number("id")
            .number("parent")
            .text("committed")
            .text("operation")
            .number("rows")
            .number("row groups")
            .number("data")
            .text("written by");
    for (Line line : lines) {
      text.row(
          line.snapshotId(),
          line.parentId() == 0 ? null : line.parentId(),
          line.timestamp(),
          line.operation(),
          Quantities.count(line.rows()),
          Quantities.count(line.rowGroups()),
          Quantities.bytes(line.dataBytes()),
          line.createdBy());
    }
    text.print(out());
    return ExitCodes.OK;
  }

  private static Line line(SnapshotInfo info) {
    return new Line(
        info.id(),
        info.parentId(),
        info.timestamp().toString(),
        info.operation(),
        info.rowCount(),
        info.rowGroupCount(),
        info.dataBytes(),
        info.createdBy());
  }
}
