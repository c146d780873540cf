// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.command.StorageOptions;
import io.albis.reader.Table;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.output.Json;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that reads one snapshot of a table and prints results as text or JSON. */
abstract class TableCommand extends AlbisCommand {

  @Mixin private StorageOptions storageOptions;

  @Parameters(paramLabel = "TABLE", description = "The table: a path or URI.")
  private String uri;

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "Snapshot to read (default: the latest).")
  private Long snapshot;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public final Integer call() {
    try (Table table = Table.open(uri, storageOptions.readOptions(snapshot))) {
      int exitCode = run(table);
      out().flush();
      return exitCode;
    }
  }

  /**
   * Runs the command.
   *
   * @return the exit code
   */
  abstract int run(Table table);

  final boolean isJson() {
    return json;
  }

  final void printJson(Object value) {
    Json.print(out(), value);
  }
}
