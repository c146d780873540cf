// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.reader.Dataset;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.output.Json;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that reads one snapshot of a table, or a file, and prints results as text or JSON. */
abstract class DatasetCommand extends AlbisCommand {

  @Mixin private StorageArguments storageOptions;

  @Parameters(
      paramLabel = "TABLE",
      description = "The table, or an Albis file without a table: a path or URI.")
  private String uri;

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "Snapshot of the table to read (default: the latest).")
  private Long snapshot;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public final Integer call() throws IOException {
    try (Dataset dataset = Datasets.open(uri, snapshot, storageOptions)) {
      int exitCode = run(dataset);
      out().flush();
      return exitCode;
    }
  }

  /**
   * Runs the command.
   *
   * @return the exit code
   */
  abstract int run(Dataset dataset) throws IOException;

  /** The URI or path of the argument. */
  final String uri() {
    return uri;
  }

  /** The options of the storage. */
  final StorageArguments storageOptions() {
    return storageOptions;
  }

  final boolean isJson() {
    return json;
  }

  final void printJson(Object value) {
    Json.printResult(out(), value);
  }
}
