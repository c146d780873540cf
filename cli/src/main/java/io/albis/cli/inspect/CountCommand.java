// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code albis count}: prints the number of rows. */
@Command(name = "count", description = "Prints the number of rows of a table.")
public final class CountCommand extends TableCommand {

  /** Called by the command-line parser. */
  public CountCommand() {}

  @Override
  int run(Table table) {
    if (isJson()) {
      printJson(Map.of("rows", table.rowCount()));
    } else {
      out().println(table.rowCount());
    }
    return ExitCodes.OK;
  }
}
