// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.output.RowFormat;
import io.albis.cli.row.RowValues;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowCursor;
import io.albis.tools.command.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis cat}: prints all rows. */
@Command(
    name = "cat",
    description = "Prints all rows of a table or file, as JSON lines unless told otherwise.")
public final class CatCommand extends DatasetCommand {

  @Mixin private RowSelection selection;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES} (default: jsonl).")
  private RowFormat format;

  @Override
  int run(Dataset dataset) {
    if (isJson() && format != null && format != RowFormat.JSON) {
      throw usageError("Invalid options: --json and --format exclude each other");
    }
    RowFormat chosen = isJson() ? RowFormat.JSON : format == null ? RowFormat.JSONL : format;
    DatasetScan scan = selection.scan(dataset);
    PrintedRows printer = selection.printed(uri(), scan, chosen, out());
    RowValues values = new RowValues(scan.schema());
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next() && printer.row(values.of(cursor.row()))) {
        // Until the end, or until the reader of the output has gone away.
      }
    }
    printer.end();
    return ExitCodes.OK;
  }
}
