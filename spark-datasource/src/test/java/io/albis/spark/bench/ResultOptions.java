// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.TextTable;
import io.albis.tools.result.QueryComparison;
import io.albis.tools.result.QueryResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.package$;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for the output of results. */
final class ResultOptions {

  @Option(names = "--json", description = "Print the results as JSON instead of a table.")
  private boolean json;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Also write the results to a JSON file, for albis bench report.")
  private Path file;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also write the table to a Markdown file.")
  private Path markdown;

  /**
   * The content of a file for {@code albis bench report}.
   *
   * @param title the command line
   */
  record Results(String title, Map<String, String> environment, List<QueryResult> queries) {}

  /**
   * Prints and writes results.
   *
   * @param command whose command line becomes the title
   * @param sizes of the tables of each workload
   * @return the exit code: a failure if results of formats differ
   */
  int write(
      PrintWriter out, CommandSpec command, Map<String, String> sizes, List<QueryResult> queries)
      throws IOException {
    List<QueryComparison> comparisons = QueryComparison.of(queries);
    if (json) {
      Json.print(out, results(command, sizes, queries));
    }
    save(command, sizes, queries);
    Map<String, TextTable> tables = new LinkedHashMap<>();
    comparisons.forEach(one -> tables.put(one.workload(), one.table()));
    writeMarkdown(tables);
    if (!json) {
      environment(sizes).forEach((name, value) -> out.println(name + ": " + value));
    }
    boolean isEqual = true;
    for (QueryComparison comparison : comparisons) {
      if (!json) {
        out.println(comparison.workload());
        comparison.table().print(out);
        out.println(
            comparison.differing().isEmpty()
                ? "The results of all formats are equal."
                : "Results differ: " + String.join(", ", comparison.differing()));
        out.flush();
      }
      isEqual &= comparison.differing().isEmpty();
    }
    return isEqual ? ExitCodes.OK : ExitCodes.FAILED;
  }

  /** Whether the results are to be JSON, too or instead of a table. */
  boolean isJson() {
    return json || file != null;
  }

  /** Prints and writes a table that has no times, and so no JSON. */
  int write(PrintWriter out, String workload, TextTable table) throws IOException {
    writeMarkdown(Map.of(workload, table));
    out.println(workload);
    table.print(out);
    out.flush();
    return ExitCodes.OK;
  }

  private void writeMarkdown(Map<String, TextTable> tables) throws IOException {
    if (markdown == null) {
      return;
    }
    try (PrintWriter target = new PrintWriter(Files.newBufferedWriter(markdown))) {
      tables.forEach(
          (workload, table) -> {
            target.println(workload + "\n");
            table.printMarkdown(target);
            target.println();
          });
    }
  }

  /** Writes the JSON file, if there is to be one: of a long run, what there is so far. */
  void save(CommandSpec command, Map<String, String> sizes, List<QueryResult> queries)
      throws IOException {
    if (file != null) {
      Json.write(file, results(command, sizes, queries));
    }
  }

  private static Results results(
      CommandSpec command, Map<String, String> sizes, List<QueryResult> queries) {
    String title =
        "spark-datasource/measure "
            + String.join(" ", command.commandLine().getParseResult().originalArgs());
    return new Results(title, environment(sizes), queries);
  }

  private static Map<String, String> environment(Map<String, String> sizes) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
    facts.put("Spark", package$.MODULE$.SPARK_VERSION());
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("Java heap", (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
    facts.putAll(sizes);
    return facts;
  }
}
