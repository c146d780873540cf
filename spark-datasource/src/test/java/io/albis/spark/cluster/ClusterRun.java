// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkPrograms;
import io.albis.spark.TestTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs scenarios in a process of their own, as only one Spark context may be in a process. */
final class ClusterRun {

  static final int ROWS = 60_000;

  private static final int APPENDS = 6;

  private ClusterRun() {}

  /**
   * Requires that scenarios succeed with a local table.
   *
   * @param classPath of the driver and of the executors
   * @param directory empty
   */
  static void require(String classPath, Path directory, Scenario... scenarios) throws Exception {
    Path table = directory.resolve("table");
    for (int i = 0; i < APPENDS; i++) {
      TestTables.append(table, (long) i * ROWS / APPENDS, ROWS / APPENDS);
    }
    require(classPath, directory, table.toString(), Map.of(), scenarios);
  }

  /**
   * Requires that scenarios succeed.
   *
   * @param classPath of the driver and of the executors
   * @param directory for temporary files
   * @param table URI of a table with {@link #ROWS} rows
   * @param settings of Spark
   */
  static void require(
      String classPath,
      Path directory,
      String table,
      Map<String, String> settings,
      Scenario... scenarios)
      throws Exception {
    List<String> command = SparkPrograms.command(classPath, ClusterProgram.class);
    command.addAll(
        List.of(table, Integer.toString(ROWS), directory.resolve("markers").toString(), classPath));
    settings.forEach((key, value) -> command.add(key + '=' + value));
    Arrays.stream(scenarios).map(Scenario::name).forEach(command::add);
    Path output = directory.resolve("output");
    Process process =
        SparkPrograms.clusterProgram(command, directory)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exitCode = process.waitFor();

    String driver = Files.readString(output);
    // Why the driver failed comes first, and what it did last: reports keep the ends of a text.
    String errors =
        driver
            .lines()
            .filter(line -> line.startsWith("Exception in") || line.startsWith("Caused by"))
            .collect(Collectors.joining("\n"));
    String log = errors + SparkPrograms.executorLogs(directory) + "\n==== driver\n" + driver;
    assertThat(exitCode).as(log).isZero();
    assertThat(log.lines())
        .filteredOn(line -> line.startsWith(ClusterProgram.SUCCEEDED))
        .containsExactly(
            Arrays.stream(scenarios)
                .map(scenario -> ClusterProgram.SUCCEEDED + scenario)
                .toArray(String[]::new));
    assertThat(log).doesNotContain("Managed memory leak detected");
  }
}
