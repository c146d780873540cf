// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.cli.command.StorageArguments;
import io.albis.maintenance.TableMaintenance;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that maintains a table and prints what it has done as text or JSON. */
abstract class MaintenanceCommand extends AlbisCommand {

  @Mixin private StorageArguments storageOptions;

  @Parameters(index = "0", paramLabel = "TABLE", description = "The table: a path or URI.")
  private String uri;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public final Integer call() {
    try (TableMaintenance table = TableMaintenance.open(uri, storageOptions.asMap())) {
      Object result = run(table);
      if (json) {
        Json.printResult(out(), result);
      }
      out().flush();
      return ExitCodes.OK;
    }
  }

  /**
   * Runs the command. Prints text unless {@link #isJson}.
   *
   * @return the result, printed as JSON
   */
  abstract Object run(TableMaintenance table);

  /** The table. */
  final String uri() {
    return uri;
  }

  final boolean isJson() {
    return json;
  }
}
