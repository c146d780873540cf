// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.tools.output.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of experiments with Albis tables only: their directory and the output of results. */
final class ExperimentOptions {

  @Option(
      names = "--dir",
      paramLabel = "DIRECTORY",
      description = "Directory of the tables (default: ${DEFAULT-VALUE}).",
      defaultValue = "albis-bench")
  private Path directory;

  @Option(names = "--json", description = "Print the results as JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Also write the results to a JSON file.")
  private Path file;

  /** What is written as JSON. */
  private record Document(String title, Map<String, String> environment, List<?> results) {}

  /** The directory, which is created. */
  Path directory() throws IOException {
    return Files.createDirectories(directory).toAbsolutePath();
  }

  boolean isJson() {
    return json;
  }

  /** The command line. */
  String title(CommandSpec command) {
    return "albis bench " + String.join(" ", command.commandLine().getParseResult().originalArgs());
  }

  Map<String, String> environment() throws IOException {
    return Environment.describe(directory());
  }

  /**
   * Writes results where they are wanted as JSON.
   *
   * @param command whose command line becomes the title
   */
  void write(PrintWriter out, CommandSpec command, List<?> results) throws IOException {
    Document document = new Document(title(command), environment(), results);
    if (json) {
      Json.print(out, document);
    }
    if (file != null) {
      Json.write(file, document);
    }
  }
}
