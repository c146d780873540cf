// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.metadata.AppendExperiment;
import io.albis.bench.metadata.AppendResult;
import io.albis.bench.metadata.PlanExperiment;
import io.albis.bench.metadata.PlanResult;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench metadata}: tables of many row groups and many commits. */
@Command(
    name = "metadata",
    description = {
      "Opens a table of many row groups and plans scans of three of its columns; the table has",
      "metadata but no data, and is sorted by one column. Then appends a few rows to another table",
      "many times, each in a commit of its own."
    })
public final class MetadataCommand extends AlbisCommand {

  @Mixin private ExperimentOptions output;

  @Option(
      names = "--row-groups",
      paramLabel = "N",
      description = "Number of row groups; 0: no scans are planned (default: ${DEFAULT-VALUE}).",
      defaultValue = "1000000")
  private int rowGroups;

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "Number of columns, each in its own column group (default: ${DEFAULT-VALUE}).",
      defaultValue = "10")
  private int columns;

  @Option(
      names = "--appends",
      paramLabel = "N",
      description = "Number of appends (default: ${DEFAULT-VALUE}).",
      defaultValue = "10000")
  private int appends;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each scan is planned (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int rounds;

  /** Called by the command-line parser. */
  public MetadataCommand() {}

  /**
   * All results.
   *
   * @param metadataBytes length of the snapshot and the manifests of the table of many row groups
   * @param plans of scans of that table
   * @param appends by ranges
   */
  record Result(long metadataBytes, List<PlanResult> plans, List<AppendResult> appends) {}

  @Override
  public Integer call() throws Exception {
    if (rounds < 1) {
      throw usageError("Invalid --rounds: " + rounds + " (expected at least 1)");
    }
    Path directory = Files.createTempDirectory(output.directory(), "metadata");
    Result result;
    try {
      result = measure(directory);
    } finally {
      TemporaryFiles.delete(directory);
    }
    if (!output.isJson()) {
      print(result);
    }
    output.write(out(), spec(), List.of(result));
    return ExitCodes.OK;
  }

  private Result measure(Path directory) throws IOException {
    long metadataBytes = 0;
    List<PlanResult> plans = new ArrayList<>();
    if (rowGroups > 0) {
      PlanExperiment experiment =
          new PlanExperiment(directory.resolve("large"), columns, rowGroups);
      metadataBytes = experiment.write();
      plans.addAll(experiment.run(rounds));
    }
    List<AppendResult> appended =
        appends > 0
            ? new AppendExperiment(directory.resolve("appended").toString(), appends).run()
            : List.of();
    return new Result(metadataBytes, plans, appended);
  }

  private void print(Result result) {
    if (!result.plans().isEmpty()) {
      printPlans(result);
    }
    if (!result.appends().isEmpty()) {
      printAppends(result.appends());
    }
  }

  private void printPlans(Result result) {
    out()
        .printf(
            "%s row groups of %d columns: %s of metadata%n",
            Quantities.count(rowGroups), columns, Quantities.bytes(result.metadataBytes()));
    TextTable table =
        new TextTable()
            .text("filter")
            .number("row groups")
            .number("splits")
            .number("open ms")
            .number("plan ms")
            .number("first ms")
            .number("metadata read")
            .number("requests")
            .number("allocated")
            .number("held");
    for (PlanResult plan : result.plans()) {
      table.row(
          plan.filter(),
          Quantities.count(plan.rowGroups()),
          Quantities.count(plan.splits()),
          Quantities.threeDigits(plan.openMillis()),
          Quantities.threeDigits(plan.planMillis()),
          Quantities.threeDigits(plan.firstMillis()),
          Quantities.bytes(plan.bytesRead()),
          Quantities.count(plan.requests()),
          Quantities.bytes(plan.allocatedBytes()),
          Quantities.bytes(plan.heldBytes()));
    }
    table.print(out());
  }

  private void printAppends(List<AppendResult> results) {
    out().printf("%n%s appends%n", Quantities.count(appends));
    TextTable table =
        new TextTable()
            .text("appends")
            .number("median ms")
            .number("mean ms")
            .number("max ms")
            .number("x first line");
    double first = results.get(0).medianMillis();
    for (AppendResult block : results) {
      table.row(
          Quantities.count(block.first()) + " to " + Quantities.count(block.last()),
          Quantities.threeDigits(block.medianMillis()),
          Quantities.threeDigits(block.meanMillis()),
          Quantities.threeDigits(block.maxMillis()),
          Quantities.threeDigits(block.medianMillis() / first));
    }
    table.print(out());
  }
}
