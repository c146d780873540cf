// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.BenchResults;
import io.albis.tools.output.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options for the directory of benchmark files and the output of results. */
final class OutputOptions {

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

  Path directory() {
    return directory;
  }

  boolean isJson() {
    return json;
  }

  void write(PrintWriter out, BenchResults results) throws IOException {
    if (json) {
      Json.print(out, results);
    }
    if (file != null) {
      Json.write(file, results);
    }
  }
}
