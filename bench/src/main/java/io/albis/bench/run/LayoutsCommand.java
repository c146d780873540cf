// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.layouts.FactTable;
import io.albis.bench.layouts.LayoutExperiment;
import io.albis.bench.layouts.LayoutResult;
import io.albis.bench.layouts.QueryWorkload;
import io.albis.bench.layouts.StorageCase;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench layouts}: queries on a wide table in different layouts. */
@Command(
    name = "layouts",
    description = {
      "Runs generated queries on a wide table of small row groups in three layouts: plain, in the",
      "order of the schema; ordered, in the order that suits the queries; and compacted, that is",
      "ordered and optimized. The layouts take turns, and the sums of all must agree."
    })
public final class LayoutsCommand extends AlbisCommand {

  private static final int SEED = 1;
  private static final String LOCAL = "local";
  private static final String HDFS = "hdfs";
  private static final String HDFS_CLIENT = "hdfs-client";

  @Mixin private ExperimentOptions output;

  @Option(
      names = "--storage",
      split = ",",
      paramLabel = "NAME",
      description =
          "local: direct I/O; 5ms, or another number: the same, but each request takes that much"
              + " longer; hdfs: a cluster on this machine whose block files are read directly;"
              + " hdfs-client: through its data node (default: ${DEFAULT-VALUE}).",
      defaultValue = "local,5ms,20ms")
  private List<String> storages;

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "Number of columns (default: ${DEFAULT-VALUE}).",
      defaultValue = "" + FactTable.COLUMNS)
  private int columns;

  @Option(
      names = "--row-groups",
      paramLabel = "N",
      description = "Number of row groups of 4,096 rows (default: ${DEFAULT-VALUE}).",
      defaultValue = "40")
  private int rowGroups;

  @Option(
      names = "--queries",
      paramLabel = "N",
      description =
          "Number of queries to run, spread evenly over all "
              + QueryWorkload.QUERIES
              + ", which the search for an order knows (default: ${DEFAULT-VALUE}).",
      defaultValue = "60")
  private int queries;

  @Option(
      names = "--similar",
      paramLabel = "PERCENT",
      description =
          "Queries that take most of their columns from an earlier one (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "50")
  private double similar;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description =
          "Number of requests that wait at the same time if they take longer (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "8")
  private int inFlight;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each query runs (default: ${DEFAULT-VALUE}).",
      defaultValue = "3")
  private int rounds;

  /** Called by the command-line parser. */
  public LayoutsCommand() {}

  @Override
  public Integer call() throws Exception {
    if (rounds < 1 || queries < 1 || rowGroups < 1) {
      throw usageError("Invalid --rounds, --queries or --row-groups (expected at least 1)");
    }
    storages.forEach(this::requireKnown);
    QueryWorkload workload =
        QueryWorkload.generate(SEED, QueryWorkload.QUERIES, columns, similar / 100);
    LayoutExperiment experiment =
        new LayoutExperiment(new FactTable(columns), workload, rowGroups, queries, rounds);
    List<LayoutResult> results = new ArrayList<>();
    String name = "facts-" + columns + "-" + rowGroups + "-" + Math.round(similar);
    Path directory = Files.createDirectories(output.directory().resolve(name));
    try (LocalCluster cluster = new LocalCluster(output.directory())) {
      for (String storage : storages) {
        if (storage.equals(HDFS) || storage.equals(HDFS_CLIENT)) {
          results.addAll(
              experiment.run(cluster.storage(storage.equals(HDFS)), cluster::dropBlocks));
        } else {
          results.addAll(experiment.run(local(directory, storage), () -> {}));
        }
      }
    }
    if (!output.isJson()) {
      print(results);
    }
    output.write(out(), spec(), results);
    return ExitCodes.OK;
  }

  private void requireKnown(String storage) {
    if (!storage.matches("local|hdfs|hdfs-client|[0-9]{1,4}ms")) {
      throw usageError(
          "Invalid --storage: "
              + storage
              + " (expected local, hdfs, hdfs-client, or milliseconds such as 5ms)");
    }
  }

  private StorageCase local(Path directory, String storage) {
    if (storage.equals(LOCAL)) {
      return StorageCase.local(directory);
    }
    int millis = Integer.parseInt(storage.substring(0, storage.length() - 2));
    return StorageCase.delayed(directory, millis, inFlight);
  }

  private void print(List<LayoutResult> results) {
    TextTable table =
        new TextTable()
            .text("storage")
            .text("layout")
            .number("median ms")
            .number("quartiles")
            .number("requests")
            .number("bytes")
            .number("x plain")
            .number("x ordered");
    for (LayoutResult result : results) {
      table.row(
          result.storage(),
          result.layout(),
          Quantities.threeDigits(result.medianMillis()),
          Quantities.threeDigits(result.firstQuartileMillis())
              + " to "
              + Quantities.threeDigits(result.thirdQuartileMillis()),
          Quantities.count(Math.round(result.requests())),
          Quantities.bytes(Math.round(result.bytes())),
          Quantities.threeDigits(result.ofPlain()),
          Quantities.threeDigits(result.ofOrdered()));
    }
    table.print(out());
  }
}
