// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.output.RowFormat;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.tools.command.ExitCodes;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that prints some rows. */
abstract class RowsCommand extends DatasetCommand {

  /** Receives rows. */
  interface RowSink {
    /**
     * Receives a row in the form of {@link io.albis.cli.row.RowValues}.
     *
     * @return whether to continue
     */
    boolean row(List<Object> row);
  }

  @Mixin private RowSelection selection;

  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      description = "Number of rows (default: ${DEFAULT-VALUE}).",
      defaultValue = "10")
  private long rows;

  @Option(names = "--vertical", description = "Print each value on a line of its own, in full.")
  private boolean vertical;

  @Override
  final int run(Dataset dataset) {
    if (rows < 0) {
      throw usageError("Invalid --rows: " + rows + " (expected at least 0)");
    }
    if (vertical && isJson()) {
      throw usageError("Invalid options: --vertical and --json exclude each other");
    }
    DatasetScan scan = selection.scan(dataset);
    RowFormat format = isJson() ? RowFormat.JSON : vertical ? RowFormat.VERTICAL : RowFormat.TABLE;
    PrintedRows printer = selection.printed(uri(), scan, format, out());
    read(dataset, scan, printer::row);
    printer.end();
    return ExitCodes.OK;
  }

  /**
   * Reads the rows to print.
   *
   * @param scan of the selected columns and rows
   */
  abstract void read(Dataset dataset, DatasetScan scan, RowSink sink);

  /** The number of rows to print. */
  final long rows() {
    return rows;
  }

  final boolean hasCondition() {
    return selection.hasCondition();
  }
}
