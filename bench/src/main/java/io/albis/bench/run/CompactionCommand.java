// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.compaction.CompactionExperiment;
import io.albis.bench.compaction.CompactionRound;
import io.albis.bench.layouts.FactTable;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import io.albis.tools.result.Medians;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench compaction}: the rate of an optimization, and scans beside it. */
@Command(
    name = "compaction",
    description = {
      "Optimizes a table of small row groups with direct I/O, and copies its files as bytes for",
      "comparison. Then scans the table alone and beside an optimization. A reader of the same",
      "bytes shows how much of the difference is due to sharing the device."
    })
public final class CompactionCommand extends AlbisCommand {

  @Mixin private ExperimentOptions output;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "Size of the table (default: ${DEFAULT-VALUE}).",
      defaultValue = "2GiB",
      converter = SizeConverter.class)
  private Long size;

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "Number of columns (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private int columns;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of measured rounds, after one to warm up (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int rounds;

  @Option(
      names = "--round-seconds",
      paramLabel = "S",
      description = "Duration of reading alone in each round (default: ${DEFAULT-VALUE}).",
      defaultValue = "2")
  private double roundSeconds;

  /** Called by the command-line parser. */
  public CompactionCommand() {}

  @Override
  public Integer call() throws Exception {
    if (rounds < 1) {
      throw usageError("Invalid --rounds: " + rounds + " (expected at least 1)");
    }
    FactTable facts = new FactTable(columns);
    int rowGroups = (int) Math.max(2, size / facts.rowGroupBytes());
    List<CompactionRound> done = new ArrayList<>();
    Path directory = Files.createTempDirectory(output.directory(), "compaction");
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      CompactionExperiment experiment =
          new CompactionExperiment(
              directory.resolve("table"), facts, rowGroups, roundSeconds, executor);
      experiment.write();
      for (int round = 0; round <= rounds; round++) {
        CompactionRound measured = experiment.run(round);
        if (round > 0) {
          done.add(measured);
        }
      }
    } finally {
      executor.shutdown();
      TemporaryFiles.delete(directory);
    }
    if (!output.isJson()) {
      out()
          .printf(
              "%s row groups of %d columns, %s; medians of %d rounds%n",
              Quantities.count(rowGroups),
              columns,
              Quantities.bytes(rowGroups * facts.rowGroupBytes()),
              rounds);
      print(done);
    }
    output.write(out(), spec(), done);
    return ExitCodes.OK;
  }

  private void print(List<CompactionRound> done) {
    TextTable table = new TextTable().text("").number("GB/s").number("ratio").text("of");
    row(table, "copy of the files", done, CompactionRound::copy, null, "");
    row(
        table,
        "optimization",
        done,
        CompactionRound::optimize,
        CompactionRound::optimizeOfCopy,
        "the copy");
    row(table, "scan", done, CompactionRound::scan, null, "");
    row(
        table,
        "scan beside an optimization",
        done,
        CompactionRound::scanBeside,
        CompactionRound::scanKept,
        "the scan alone");
    row(table, "reader of bytes", done, CompactionRound::read, null, "");
    row(
        table,
        "reader of bytes beside an optimization",
        done,
        CompactionRound::readBeside,
        CompactionRound::readKept,
        "the reader alone");
    table.print(out());
    double explained = median(done, round -> round.scanKept() / round.readKept());
    out()
        .printf(
            "A scan keeps %s of what sharing the device leaves to a reader of bytes%n",
            Quantities.threeDigits(explained));
    out().flush();
  }

  private static void row(
      TextTable table,
      String name,
      List<CompactionRound> done,
      ToDoubleFunction<CompactionRound> rate,
      ToDoubleFunction<CompactionRound> ratio,
      String of) {
    table.row(
        name,
        Quantities.threeDigits(median(done, rate) / 1e9),
        ratio == null ? "" : Quantities.threeDigits(median(done, ratio)),
        of);
  }

  private static double median(
      List<CompactionRound> done, ToDoubleFunction<CompactionRound> figure) {
    return Medians.of(done.stream().mapToDouble(figure).boxed().toList());
  }
}
