// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.reader.Dataset;
import io.albis.tools.command.ExitCodes;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code albis count}: prints the number of rows. */
@Command(name = "count", description = "Prints the number of rows of a table or file.")
public final class CountCommand extends DatasetCommand {

  /** Called by the command-line parser. */
  public CountCommand() {}

  @Override
  int run(Dataset dataset) {
    if (isJson()) {
      printJson(Map.of("rows", dataset.rowCount()));
    } else {
      out().println(dataset.rowCount());
    }
    return ExitCodes.OK;
  }
}
