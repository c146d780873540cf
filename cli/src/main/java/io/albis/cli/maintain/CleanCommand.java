// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.maintenance.TableMaintenance;
import io.albis.storage.FileInfo;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis clean}: deletes files to which no snapshot refers. */
@Command(
    name = "clean",
    description = {
      "Deletes files to which no snapshot refers, such as those of writers that were killed,",
      "from the directories _albis and data of the table."
    })
public final class CleanCommand extends MaintenanceCommand {

  /** A file, printed as JSON. */
  private record Line(String file, long length, String modified) {}

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      defaultValue = "24h",
      converter = DurationConverter.class,
      description =
          "Leave files alone that were modified in this time (default: ${DEFAULT-VALUE}). Nothing"
              + " else protects the files of a writer that has not committed yet, so it must be"
              + " longer than any write takes.")
  private Duration grace;

  @Option(names = "--dry-run", description = "Only print the files.")
  private boolean dryRun;

  @Override
  Object run(TableMaintenance table) {
    List<FileInfo> files = dryRun ? table.findUnusedFiles(grace) : table.clean(grace);
    if (!isJson()) {
      print(files);
    }
    return files.stream()
        .map(file -> new Line(file.name(), file.length(), file.modified().toString()))
        .toList();
  }

  private void print(List<FileInfo> files) {
    if (!files.isEmpty()) {
      TextTable text = new TextTable().text("file").number("length").text("modified");
      for (FileInfo file : files) {
        text.row(file.name(), Quantities.bytes(file.length()), file.modified());
      }
      text.print(out());
    }
    out()
        .printf(
            "%s %s files, %s%n",
            dryRun ? "Would delete" : "Deleted",
            Quantities.count(files.size()),
            Quantities.bytes(files.stream().mapToLong(FileInfo::length).sum()));
  }
}
