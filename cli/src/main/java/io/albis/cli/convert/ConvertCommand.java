// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageOptions;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.TimeUnit;
import io.albis.reader.AlbisFile;
import io.albis.reader.Table;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import io.albis.writer.Packing;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis convert}: converts Parquet and ORC files to a table or to one Albis file. */
@Command(
    name = "convert",
    description = {
      "Converts Parquet and ORC files to a table, in one atomic commit, or to one Albis file.",
      "The target is a file if its name ends in .albis, unless a directory of that name exists",
      "or --table is given."
    },
    footer = {
      "",
      "All inputs must have the same columns. On failure the table is unchanged, and no file is",
      "created.",
      "Uses --memory off-heap, and Java heap for one input row group per thread",
      "(environment variable ALBIS_HEAP)."
    })
public final class ConvertCommand extends AlbisCommand {

  @Mixin private StorageOptions storageOptions;

  private static final class Existing {
    @Option(names = "--overwrite", description = "Replace an existing table.")
    private boolean overwrite;

    @Option(names = "--append", description = "Append to a table with the same columns.")
    private boolean append;
  }

  /** The result, printed as JSON: of a table with a snapshot, or of a file with an id. */
  private record Result(
      String target,
      Long snapshotId,
      String fileId,
      long rows,
      int inputs,
      int rowGroups,
      long bytes,
      long totalRows,
      long verifiedRows,
      double seconds) {}

  private static final int MAX_DEFAULT_THREADS = 8;

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... TARGET",
      description =
          "Parquet or ORC files, directories or globs, followed by the table or file to write.")
  private List<String> arguments = new ArrayList<>();

  @Option(names = "--table", description = "Write a table, whatever its name is.")
  private boolean table;

  @ArgGroup private Existing existing = new Existing();

  @Option(
      names = "--column-groups",
      paramLabel = "GROUPS",
      description =
          "all, single, auto (default), or explicit groups: a,b;c,d. Each other column gets a"
              + " group of its own.")
  private String columnGroups = "auto";

  @Option(
      names = "--row-group-size",
      paramLabel = "SIZE",
      description = "Size of a row group (default: ${DEFAULT-VALUE}).",
      defaultValue = "128MiB",
      converter = SizeConverter.class)
  private long rowGroupSize;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      description =
          "Length of the data files of a table, which hold whole row groups (default: what suits"
              + " the storage, such as the block size of HDFS, otherwise 128MiB).",
      converter = SizeConverter.class)
  private Long fileSize;

  @Option(
      names = "--packing",
      paramLabel = "PACKING",
      description =
          "Which column groups of a table share a data file: all-groups (default), or single-group"
              + " if columns are often added or rewritten one by one.",
      converter = PackingConverter.class)
  private Packing packing;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Off-heap memory of all threads together (default: ${DEFAULT-VALUE}).",
      defaultValue = "256MiB",
      converter = SizeConverter.class)
  private long memory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads (default: one per processor, at most 8). Row order is preserved.")
  private Integer threads;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns to convert, in this order (default: all).")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--timestamps",
      paramLabel = "UNIT",
      description =
          "Unit of ORC timestamps and of Parquet INT96: nanos (default; years 1677 to"
              + " 2262), micros or millis.")
  private TimeUnit timestamps = TimeUnit.NANOS;

  @Option(
      names = "--verify",
      description = "Read the table back and compare every value with the input.")
  private boolean verify;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Called by the command-line parser. */
  public ConvertCommand() {}

  @Override
  public Integer call() throws IOException {
    String target = arguments.get(arguments.size() - 1);
    boolean toFile = !table && Datasets.isNewFile(target, storageOptions);
    if (toFile) {
      requireFileOptions(target);
    }
    Conversion.Settings settings = settings();
    List<RowSource> sources =
        Inputs.open(arguments.subList(0, arguments.size() - 1), columns, timestamps);
    print(toFile ? toFile(sources, target, settings) : toTable(sources, target, settings));
    return ExitCodes.OK;
  }

  private void requireFileOptions(String target) {
    String name =
        existing.overwrite
            ? "--overwrite"
            : existing.append
                ? "--append"
                : fileSize != null
                    ? "--file-size"
                    : packing != null ? "--packing" : threads != null ? "--threads" : null;
    if (name != null) {
      throw usageError(
          "Invalid "
              + name
              + ": "
              + target
              + " is one file, which is written once by one thread (--table writes a table)");
    }
  }

  private Result toTable(List<RowSource> sources, String uri, Conversion.Settings settings)
      throws IOException {
    long start = System.nanoTime();
    CommitResult commit = Conversion.toTable(sources, uri, settings);
    double seconds = (System.nanoTime() - start) / 1e9;
    long verified = 0;
    if (verify) {
      try (Table written = Table.open(uri, storageOptions.readOptions(commit.snapshotId()))) {
        verified = Verification.run(sources, written);
      }
    }
    return new Result(
        uri,
        commit.snapshotId(),
        null,
        commit.writtenRows(),
        sources.size(),
        commit.writtenRowGroups(),
        commit.writtenBytes(),
        commit.rowCount(),
        verified,
        seconds);
  }

  private Result toFile(List<RowSource> sources, String uri, Conversion.Settings settings)
      throws IOException {
    long start = System.nanoTime();
    FileResult file = Conversion.toFile(sources, uri, settings);
    double seconds = (System.nanoTime() - start) / 1e9;
    long verified = 0;
    if (verify) {
      try (AlbisFile written = AlbisFile.open(uri, storageOptions.readOptions(null))) {
        verified = Verification.run(sources, written);
      }
    }
    return new Result(
        uri,
        null,
        file.fileId().toString(),
        file.rowCount(),
        sources.size(),
        file.rowGroupCount(),
        file.length(),
        file.rowCount(),
        verified,
        seconds);
  }

  private Conversion.Settings settings() {
    if (threads != null && threads < 1) {
      throw usageError("Invalid --threads: " + threads + " (expected at least 1)");
    }
    requireSize("--row-group-size", rowGroupSize, 64);
    requireSize("--file-size", fileSize == null ? Long.MAX_VALUE : fileSize, 128);
    requireSize("--memory", memory, 256);
    Conversion.Mode mode =
        existing.overwrite
            ? Conversion.Mode.OVERWRITE
            : existing.append ? Conversion.Mode.APPEND : Conversion.Mode.CREATE;
    int processors = Math.min(MAX_DEFAULT_THREADS, Runtime.getRuntime().availableProcessors());
    return new Conversion.Settings(
        mode,
        ColumnGroupSpec.parse(columnGroups),
        rowGroupSize,
        fileSize == null ? 0 : fileSize,
        packing == null ? Packing.ALL_GROUPS : packing,
        memory,
        threads != null ? threads : processors,
        storageOptions.asMap());
  }

  private void requireSize(String option, long bytes, int minKib) {
    if (bytes < minKib * 1024L) {
      throw usageError(
          "Invalid " + option + ": " + bytes + " (expected at least " + minKib + "KiB)");
    }
  }

  private void print(Result result) {
    PrintWriter out = out();
    if (json) {
      Json.print(out, result);
      return;
    }
    out.printf(
        "Wrote %s rows of %d file%s to %s: %s, %d row group%s, %s, in %s (%s rows/s)%n",
        Quantities.count(result.rows()),
        result.inputs(),
        result.inputs() == 1 ? "" : "s",
        result.target(),
        result.snapshotId() == null ? "one file" : "snapshot " + result.snapshotId(),
        result.rowGroups(),
        result.rowGroups() == 1 ? "" : "s",
        Quantities.bytes(result.bytes()),
        Quantities.duration(Duration.ofMillis((long) (result.seconds() * 1000))),
        Quantities.count((long) (result.rows() / result.seconds())));
    if (verify) {
      out.printf(
          "Verified: all values of %s rows are equal%n", Quantities.count(result.verifiedRows()));
    }
    out.flush();
  }
}
