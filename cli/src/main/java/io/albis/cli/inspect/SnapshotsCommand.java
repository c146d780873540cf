/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.cli.inspect;

import io.albis.cli.command.ExitCodes;
import io.albis.cli.output.Quantities;
import io.albis.cli.output.TextTable;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code albis snapshots}: lists the snapshots of a table. */
@Command(name = "snapshots", description = "Lists the snapshots of a table, oldest first.")
public final class SnapshotsCommand extends TableCommand {

  /** A snapshot, for programs. */
  private record Line(
      long id,
      long parentId,
      String timestamp,
      String operation,
      long rows,
      long rowGroups,
      long dataBytes,
      String createdBy) {}

  /** Made by the command line parser. */
  public SnapshotsCommand() {}

  @Override
  int run(Table table) {
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
          line.id(),
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
