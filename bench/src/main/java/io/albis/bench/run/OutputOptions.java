// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.tools.output.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for the directory of benchmark files and the output of results. */
final class OutputOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--dir",
      paramLabel = "DIRECTORY",
      description =
          "Directory of the files of all formats; missing files are created and kept (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "albis-bench")
  private Path directory;

  @Option(names = "--json", description = "Print the results as JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Also write the results to a JSON file, for albis bench report.")
  private Path file;

  /** The directory, which is created. */
  Path directory() throws IOException {
    return Files.createDirectories(directory).toAbsolutePath();
  }

  /** The command line. */
  String title() {
    return "albis bench " + String.join(" ", command.commandLine().getParseResult().originalArgs());
  }

  Map<String, String> environment() throws IOException {
    return Environment.describe(directory());
  }

  boolean isJson() {
    return json;
  }

  /** Writes results where they are wanted as JSON. */
  void write(PrintWriter out, Object results) throws IOException {
    if (json) {
      Json.print(out, results);
    }
    if (file != null) {
      Json.write(file, results);
    }
  }
}
