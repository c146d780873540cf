// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.data.DataSets;
import io.albis.bench.files.FileCount;
import io.albis.bench.files.FileCounter;
import io.albis.bench.hdfs.HdfsCluster;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import io.albis.writer.Packing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code albis bench files}: files, blocks, calls of the name node, and requests. */
@Command(
    name = "files",
    description = {
      "Counts the data files, HDFS blocks, calls of the name node and requests to read that tables",
      "take, with data files that hold all column groups and data files of a single one. HDFS is a",
      "cluster on this machine."
    })
public final class FilesCommand extends AlbisCommand {

  @Mixin private ExperimentOptions output;

  @Option(
      names = "--data",
      split = ",",
      paramLabel = "NAME",
      description = "Data sets (default: ${DEFAULT-VALUE}).",
      defaultValue = "store_sales,ints,wide")
  private List<String> data;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale of the data; of TPC-DS for store_sales (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--packing",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which column groups share a data file: all-groups, single-group (default:"
              + " ${DEFAULT-VALUE}).",
      defaultValue = "all-groups,single-group")
  private List<String> packings;

  /** Called by the command-line parser. */
  public FilesCommand() {}

  @Override
  public Integer call() throws Exception {
    List<DataSet> sets = data.stream().map(DataSets::named).toList();
    List<Packing> chosen = packings.stream().map(this::packing).toList();
    List<FileCount> counts = new ArrayList<>();
    Path directory = Files.createTempDirectory(output.directory(), "files");
    try (HdfsCluster cluster = HdfsCluster.start(directory.resolve("cluster"));
        Progress progress = Progress.start("count", (long) sets.size() * chosen.size(), "tables")) {
      FileCounter counter = new FileCounter(cluster, directory.resolve("local"));
      for (DataSet set : sets) {
        for (Packing packing : chosen) {
          counts.add(counter.count(set, set.rows(scale), packing));
          progress.add(1);
        }
      }
    } finally {
      TemporaryFiles.delete(directory);
    }
    if (!output.isJson()) {
      print(counts);
    }
    output.write(out(), spec(), counts);
    return ExitCodes.OK;
  }

  private Packing packing(String name) {
    return Arrays.stream(Packing.values())
        .filter(packing -> FileCounter.label(packing).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                usageError(
                    "Invalid --packing: " + name + " (expected all-groups or single-group)"));
  }

  private void print(List<FileCount> counts) {
    TextTable tables =
        new TextTable()
            .text("data")
            .text("packing")
            .number("row groups")
            .number("column groups")
            .number("data files")
            .number("HDFS data files")
            .number("HDFS blocks")
            .number("calls to write");
    TextTable reads =
        new TextTable()
            .text("data")
            .text("packing")
            .number("columns")
            .number("name-node calls")
            .number("HDFS requests")
            .number("local requests")
            .number("object-store requests");
    for (FileCount count : counts) {
      tables.row(
          count.dataSet(),
          count.packing(),
          Quantities.count(count.rowGroups()),
          Quantities.count(count.columnGroups()),
          Quantities.count(count.localFiles()),
          Quantities.count(count.dataFiles()),
          Quantities.count(count.blocks()),
          Quantities.count(sum(count.writeCalls())));
      for (FileCount.ReadCount read : count.reads()) {
        reads.row(
            count.dataSet(),
            count.packing(),
            Quantities.count(read.columns()),
            Quantities.count(sum(read.nameNodeCalls())),
            Quantities.count(read.hdfsRequests()),
            Quantities.count(read.localRequests()),
            Quantities.count(read.objectStoreRequests()));
      }
    }
    out().printf("Tables%n");
    tables.print(out());
    out().printf("%nTo open a table and read columns%n");
    reads.print(out());
  }

  private static long sum(Map<String, Long> calls) {
    return calls.values().stream().mapToLong(Long::longValue).sum();
  }
}
