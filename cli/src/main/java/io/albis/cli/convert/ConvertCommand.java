// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.StorageOptions;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.TimeUnit;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.writer.CommitResult;
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

/** {@code albis convert}: converts Parquet and ORC files to a table. */
@Command(
    name = "convert",
    description = "Converts Parquet and ORC files to a table, in one atomic commit.",
    footer = {
      "",
      "All inputs must have the same columns. On failure the table is unchanged.",
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

  /** The result, printed as JSON. */
  private record Result(
      String table,
      long snapshotId,
      long rows,
      int files,
      int rowGroups,
      long bytes,
      long tableRows,
      long verifiedRows,
      double seconds) {}

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... TABLE",
      description = "Parquet or ORC files, directories or globs, followed by the table.")
  private List<String> arguments = new ArrayList<>();

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
    String table = arguments.get(arguments.size() - 1);
    List<RowSource> sources =
        Inputs.open(arguments.subList(0, arguments.size() - 1), columns, timestamps);
    long start = System.nanoTime();
    CommitResult commit = Conversion.run(sources, table, settings());
    double seconds = (System.nanoTime() - start) / 1e9;
    long verified =
        verify
            ? Verification.run(sources, table, storageOptions.readOptions(commit.snapshotId()))
            : 0;
    print(
        new Result(
            table,
            commit.snapshotId(),
            commit.writtenRows(),
            sources.size(),
            commit.writtenRowGroups(),
            commit.writtenBytes(),
            commit.rowCount(),
            verified,
            seconds));
    return ExitCodes.OK;
  }

  private Conversion.Settings settings() {
    if (threads != null && threads < 1) {
      throw usageError("Invalid --threads: " + threads + " (expected at least 1)");
    }
    Conversion.Mode mode =
        existing.overwrite
            ? Conversion.Mode.OVERWRITE
            : existing.append ? Conversion.Mode.APPEND : Conversion.Mode.CREATE;
    int processors = Math.min(8, Runtime.getRuntime().availableProcessors());
    int count = threads != null ? threads : processors;
    return new Conversion.Settings(
        mode,
        ColumnGroupSpec.parse(columnGroups),
        rowGroupSize,
        memory,
        count,
        storageOptions.asMap());
  }

  private void print(Result result) {
    PrintWriter out = out();
    if (json) {
      Json.print(out, result);
      return;
    }
    out.printf(
        "Wrote %s rows of %d file%s to %s: snapshot %d, %d row group%s, %s, in %s (%s rows/s)%n",
        Quantities.count(result.rows()),
        result.files(),
        result.files() == 1 ? "" : "s",
        result.table(),
        result.snapshotId(),
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
