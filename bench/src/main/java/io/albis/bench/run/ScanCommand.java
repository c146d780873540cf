// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.data.DataSets;
import io.albis.bench.report.ResultTables;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import io.albis.bench.result.SummedColumn;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench scan}: reads the same data in every format with every reader. */
@Command(
    name = "scan",
    description = {
      "Reads the same data in every format and adds up every value. The sums of all readers must",
      "agree, or the run fails. Each reader has its own JVM; they take turns.",
      "With several values, options measure every combination."
    },
    footer = {
      "",
      "Data sets: store_sales, ints (for projectivity and selectivity), wide, strings, nested."
    })
public final class ScanCommand extends AlbisCommand {

  @Mixin private OutputOptions output;
  @Mixin private TablePacking packing;

  @Option(
      names = "--data",
      split = ",",
      paramLabel = "NAME",
      description = "Data sets (default: ${DEFAULT-VALUE}).",
      defaultValue = "store_sales")
  private List<String> data;

  @Option(
      names = "--storage",
      split = ",",
      paramLabel = "STATE",
      description =
          "warm: in the page cache; cold: dropped from it before each scan; direct: cold, and read"
              + " with direct I/O by readers that support it (default: ${DEFAULT-VALUE}).",
      defaultValue = "warm")
  private List<String> storages;

  @Option(
      names = "--readers",
      split = ",",
      paramLabel = "NAME",
      description = "Names or name prefixes of readers (default: all that support the case).")
  private List<String> readers = new ArrayList<>();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Number of reading threads (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private List<Integer> threads;

  @Option(
      names = "--projectivity",
      split = ",",
      paramLabel = "PERCENT",
      description = "Columns to read, in percent (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private List<Double> projectivities;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "N",
      description = "Number of columns to read, instead of --projectivity.")
  private List<Integer> columns = new ArrayList<>();

  @Option(
      names = "--selectivity",
      split = ",",
      paramLabel = "PERCENT",
      description =
          "Rows to read, in percent of all; less than 100 for the data set ints only, which is"
              + " sorted (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private List<Double> selectivities;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale of the data; of TPC-DS for store_sales (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of measured rounds (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int rounds;

  @Option(
      names = "--round-seconds",
      paramLabel = "S",
      description = "Minimum duration of a warm round (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double roundSeconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "Duration of the warm-up of each reader (default: ${DEFAULT-VALUE}).",
      defaultValue = "4")
  private double warmUpSeconds;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Java heap of each JVM (default: ${DEFAULT-VALUE}).",
      defaultValue = "2g")
  private String heap;

  @Override
  public Integer call() throws Exception {
    CaseRunner.Settings settings =
        new CaseRunner.Settings(rounds, roundSeconds, warmUpSeconds, heap);
    List<ScanResult> results = new ArrayList<>();
    List<SummedColumn> totals = new ArrayList<>();
    for (String name : data) {
      DataSet set = DataSets.named(name);
      DataSetFiles files = new DataSetFiles(output.directory(), set, set.rows(scale), packing);
      for (ScanCase each : cases(files)) {
        CaseRunner.Outcome outcome = new CaseRunner(files, each, settings).run(chosen(each));
        results.addAll(outcome.results());
        totals.addAll(outcome.totals());
        if (!output.isJson()) {
          print(each, outcome);
        }
      }
    }
    output.write(
        out(),
        new BenchResults(
            output.title(), output.environment(), results, List.of(), List.of(), totals));
    return ExitCodes.OK;
  }

  private void print(ScanCase of, CaseRunner.Outcome outcome) {
    out()
        .printf(
            "%n%s, %s: %d of %d columns, %s %% of %s rows, %d thread%s%n",
            of.dataSet(),
            of.storage(),
            of.columns(),
            of.columnsTotal(),
            Quantities.threeDigits(of.selectivity()),
            Quantities.count(of.rows()),
            of.threads(),
            of.threads() == 1 ? "" : "s");
    if (!outcome.totals().isEmpty()) {
      out()
          .printf(
              "%d readers agree on the sums and counts of %d columns%n",
              outcome.totals().get(0).readers(), outcome.totals().size());
    }
    ResultTables.scans("", outcome.results()).print(out());
  }

  private List<ScanCase> cases(DataSetFiles files) {
    int all = files.data().schema().fields().size();
    List<Integer> widths = new ArrayList<>(columns);
    if (widths.isEmpty()) {
      projectivities.forEach(
          percent -> widths.add((int) Math.max(1, Math.round(all * percent / 100))));
    }
    List<ScanCase> cases = new ArrayList<>();
    for (String storage : storages) {
      if (!List.of("warm", "cold", "direct").contains(storage)) {
        throw usageError("Invalid --storage: " + storage + " (expected warm, cold or direct)");
      }
      for (int width : widths) {
        if (width < 1 || width > all) {
          throw usageError("Invalid number of columns: " + width + " (expected 1 to " + all + ")");
        }
        for (double selectivity : selectivities) {
          if (selectivity < 100 && !files.data().isSorted()) {
            throw usageError("Invalid --selectivity: " + files.data().name() + " is not sorted");
          }
          for (int count : threads) {
            cases.add(
                new ScanCase(
                    files.data().name(),
                    storage,
                    count,
                    files.rows(),
                    width,
                    all,
                    100.0 * width / all,
                    selectivity));
          }
        }
      }
    }
    return cases;
  }

  private List<Contestant> chosen(ScanCase of) {
    List<Contestant> chosen = new ArrayList<>();
    List<String> names =
        ReaderNames.matching(readers, Contestants.all().stream().map(Contestant::name).toList());
    for (Contestant contestant : Contestants.all()) {
      if (names.contains(contestant.name()) && contestant.canRead(of)) {
        chosen.add(contestant);
      }
    }
    if (chosen.isEmpty()) {
      throw usageError(
          "Invalid --readers: "
              + readers
              + " (expected prefixes of "
              + Contestants.all().stream().map(Contestant::name).toList()
              + ")");
    }
    return chosen;
  }
}
