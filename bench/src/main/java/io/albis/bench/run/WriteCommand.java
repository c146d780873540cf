// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.data.DataSets;
import io.albis.bench.report.ResultTables;
import io.albis.bench.result.BenchResults;
import io.albis.bench.result.WriteResult;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Progress;
import io.albis.tools.result.Medians;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench write}: writes the same rows in every format. */
@Command(
    name = "write",
    description = {
      "Writes the same rows of store_sales in every format, from arrays in memory, until they are",
      "durable; and converts files to Albis tables and back. Each writer has its own JVM; they",
      "take turns. raw writes the bytes of the values with direct I/O: the rate of the device."
    })
public final class WriteCommand extends AlbisCommand {

  private static final String DATA = "store_sales";

  @Mixin private OutputOptions output;

  @Option(
      names = "--writers",
      split = ",",
      paramLabel = "NAME",
      description = "Names or name prefixes of writers (default: all).")
  private List<String> writers = new ArrayList<>();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Number of writing threads (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private List<Integer> threads;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale factor of TPC-DS (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of measured rounds (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Number of warm-up rounds (default: ${DEFAULT-VALUE}).",
      defaultValue = "2")
  private int warmUp;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Java heap of each JVM (default: ${DEFAULT-VALUE}).",
      defaultValue = "2g")
  private String heap;

  @Override
  public Integer call() throws Exception {
    List<WriteContestant> chosen = chosen();
    DataSet data = DataSets.named(DATA);
    DataSetFiles files =
        new DataSetFiles(output.directory(), data, data.rows(scale), new TablePacking());
    List<WriteResult> results = new ArrayList<>();
    for (int count : threads) {
      results.addAll(run(files, chosen, count));
    }
    if (!output.isJson()) {
      ResultTables.writes("", results).print(out());
    }
    output.write(
        out(),
        new BenchResults(
            output.title(), output.environment(), List.of(), results, List.of(), List.of()));
    return ExitCodes.OK;
  }

  private List<WriteContestant> chosen() {
    List<String> names = WriteContestant.all().stream().map(WriteContestant::name).toList();
    List<String> matching = ReaderNames.matching(writers, names);
    List<WriteContestant> chosen =
        WriteContestant.all().stream().filter(one -> matching.contains(one.name())).toList();
    if (chosen.isEmpty()) {
      throw usageError(
          "Invalid --writers: "
              + writers
              + " (expected prefixes of "
              + WriteContestant.all().stream().map(WriteContestant::name).toList()
              + ")");
    }
    return chosen;
  }

  private List<WriteResult> run(DataSetFiles files, List<WriteContestant> chosen, int count)
      throws Exception {
    List<WorkerProcess<WriteBenchmarkTask.Round>> workers = new ArrayList<>();
    List<List<WriteBenchmarkTask.Round>> found = new ArrayList<>();
    try (Progress progress =
        Progress.start("Writing", (long) chosen.size() * (warmUp + rounds), "rounds")) {
      for (WriteContestant contestant : chosen) {
        Path input = files.make(contestant.isCommand() ? contestant.input() : DataSetFormat.ALBIS);
        WriteBenchmarkTask task =
            new WriteBenchmarkTask(
                contestant.name(),
                files.rows(),
                count,
                output.directory().toString(),
                input.toString());
        workers.add(
            new WorkerProcess<>(
                "write by " + contestant.name(),
                List.of(),
                task,
                WriteBenchmarkTask.Round.class,
                heap));
        found.add(new ArrayList<>());
      }
      for (int round = -warmUp; round < rounds; round++) {
        for (int i = 0; i < workers.size(); i++) {
          WriteBenchmarkTask.Round measured = workers.get(i).round(0);
          if (round >= 0) {
            found.get(i).add(measured);
          }
          progress.add(1);
        }
      }
    } finally {
      for (WorkerProcess<WriteBenchmarkTask.Round> worker : workers) {
        worker.close();
      }
    }
    List<WriteResult> results = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      results.add(
          new WriteResult(
              DATA,
              chosen.get(i).name(),
              chosen.get(i).task(),
              count,
              files.rows(),
              found.get(i).get(0).bytes(),
              found.get(i).stream().map(WriteBenchmarkTask.Round::seconds).toList(),
              Medians.of(found.get(i).stream().map(WriteBenchmarkTask.Round::cpuSeconds).toList()),
              chosen.get(i).isCeiling()));
    }
    return results;
  }
}
