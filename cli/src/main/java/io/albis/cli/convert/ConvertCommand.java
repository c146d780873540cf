// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageOptions;
import io.albis.cli.convert.text.TextOptions;
import io.albis.format.error.InvalidSchemaException;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.partition.TransformKind;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.Table;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.MemoryConverter;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import io.albis.writer.Packing;
import io.albis.writer.Partitioning;
import io.albis.writer.SortColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis convert}: converts Parquet and ORC files to a table or to one Albis file. */
@Command(
    name = "convert",
    description = {
      "Converts Parquet, ORC, CSV and JSON lines files to a table, in one atomic commit, or to one",
      "Albis file.",
      "The target is a file if its name ends in .albis, unless a directory of that name exists",
      "or --table is given."
    },
    footer = {
      "",
      "All inputs must have the same columns. On failure the table is unchanged, and no file is",
      "created.",
      "Uses --memory off-heap, and Java heap for one input row group per thread",
      "(environment variable ALBIS_HEAP). Sorting spills to temporary files what exceeds half of",
      "--memory; these never outlive the command."
    })
public final class ConvertCommand extends AlbisCommand {

  @Mixin private StorageOptions storageOptions;

  @Mixin private TextOptions textOptions;

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
      int shortRowGroups,
      int unorderedRowGroups,
      long verifiedRows,
      double seconds) {}

  private static final int MAX_DEFAULT_THREADS = 8;

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... TARGET",
      hideParamSyntax = true,
      description =
          "Parquet, ORC, CSV or JSON lines files, directories or globs, followed by the table or"
              + " file to write.")
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
      converter = MemoryConverter.class)
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
      names = "--partition-by",
      paramLabel = "COLUMN[:TRANSFORM],...",
      description =
          "Partition a new table or file by columns, or by transforms of them: identity (default),"
              + " bucket(N), truncate(N), year, month, day, hour. Such as: region,ts:day.")
  private String partitionBy;

  @Option(
      names = "--sort-by",
      paramLabel = "COLUMN [asc|desc] [nulls first|last],...",
      description =
          "Sort the rows, within partitions. Nulls come first, or last with desc, unless stated."
              + " Equal rows keep their order.")
  private String sortBy;

  @Option(
      names = "--temp-dir",
      paramLabel = "DIRECTORY",
      description =
          "Directory of the temporary files of --sort-by (default: that of a local target,"
              + " otherwise the one of the system).")
  private Path temporary;

  @Option(
      names = "--no-hive",
      description =
          "Do not make columns of directories with names such as year=2026. By default, those"
              + " directly above a file become columns.")
  private boolean noHive;

  @Option(
      names = "--hive-types",
      paramLabel = "COLUMN=TYPE,...",
      description =
          "Types of columns that directories stand for (default: int32, int64, decimal, double,"
              + " date, timestamp or string, whatever all values are).")
  private String hiveTypes;

  @Option(
      names = "--timestamps",
      paramLabel = "UNIT",
      description =
          "Unit of ORC timestamps and of Parquet INT96: micros (default), nanos (years 1677 to"
              + " 2262) or millis.")
  private TimeUnit timestamps = TimeUnit.MICROS;

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
    Conversion.Settings settings = settings(target);
    InputSet inputs =
        Inputs.open(
            arguments.subList(0, arguments.size() - 1),
            new InputSet.Options(
                columns, timestamps, !noHive, hiveTypes(), textOptions.settings()));
    inputs.notices().forEach(this::note);
    print(toFile ? toFile(inputs, target, settings) : toTable(inputs, target, settings));
    return ExitCodes.OK;
  }

  private void note(String notice) {
    PrintWriter err = spec().commandLine().getErr();
    err.println("albis: note: " + notice);
    err.flush();
  }

  private Map<String, Type> hiveTypes() {
    if (hiveTypes == null) {
      return Map.of();
    }
    if (noHive) {
      throw usageError("Invalid --hive-types: --no-hive ignores directories");
    }
    return parse("--hive-types", () -> ColumnLists.types(hiveTypes));
  }

  private <T> T parse(String option, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (InvalidSchemaException e) {
      throw usageError("Invalid " + option + ": " + e.getMessage());
    }
  }

  private Ordering ordering(String target) throws IOException {
    List<SortColumn> sort =
        sortBy == null ? List.of() : parse("--sort-by", () -> ColumnLists.sortColumns(sortBy));
    List<Partitioning> partitions =
        partitionBy == null
            ? List.of()
            : parse("--partition-by", () -> ColumnLists.partitioning(partitionBy));
    if (existing.append && partitionBy != null) {
      throw usageError(
          "Invalid --partition-by: " + target + " keeps its partitions when rows are appended");
    }
    if (temporary != null && sort.isEmpty()) {
      throw usageError("Invalid --temp-dir: only --sort-by uses it");
    }
    if (existing.append && !sort.isEmpty()) {
      partitions = partitionsOf(target);
    }
    return new Ordering(
        partitions, sort, temporary == null ? TemporaryFiles.directory(target) : temporary);
  }

  /** How an existing table is partitioned, so that rows of a partition are put together. */
  private List<Partitioning> partitionsOf(String target) {
    try (Table opened = Table.open(target, storageOptions.readOptions(null))) {
      Schema schema = opened.schema();
      return opened.partitionSpec().stream()
          .flatMap(known -> known.fields().stream())
          .filter(field -> field.transform().kind() != TransformKind.UNKNOWN)
          .map(
              field ->
                  new Partitioning(
                      schema.leaf(field.sourceId()).path(), field.transform(), field.name()))
          .toList();
    }
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

  private Result toTable(InputSet inputs, String uri, Conversion.Settings settings)
      throws IOException {
    long start = System.nanoTime();
    CommitResult commit = Conversion.toTable(inputs, uri, settings);
    double seconds = (System.nanoTime() - start) / 1e9;
    long verified = 0;
    if (verify) {
      try (Table written = Table.open(uri, storageOptions.readOptions(commit.snapshotId()))) {
        boolean changesOrder = settings.order().changesOrder() || hasPartitions(written);
        verified = verified(inputs, written, changesOrder);
      }
    }
    return new Result(
        uri,
        commit.snapshotId(),
        null,
        commit.writtenRows(),
        inputs.sources().size(),
        commit.writtenRowGroups(),
        commit.writtenBytes(),
        commit.rowCount(),
        shortRowGroups(commit.shortRowGroups(), settings),
        commit.unorderedRowGroups(),
        verified,
        seconds);
  }

  /** Of sorted rows, a row group that makes room for another partition has all rows of its own. */
  private static int shortRowGroups(int ended, Conversion.Settings settings) {
    return settings.order().isSorted() ? 0 : ended;
  }

  private static boolean hasPartitions(Table written) {
    return written.partitionSpec().isPresent();
  }

  private static long verified(InputSet inputs, Dataset written, boolean changesOrder)
      throws IOException {
    return changesOrder
        ? Verification.runUnordered(inputs.sources(), written)
        : Verification.run(inputs.sources(), written);
  }

  private Result toFile(InputSet inputs, String uri, Conversion.Settings settings)
      throws IOException {
    long start = System.nanoTime();
    FileResult file = Conversion.toFile(inputs, uri, settings);
    double seconds = (System.nanoTime() - start) / 1e9;
    long verified = 0;
    if (verify) {
      try (AlbisFile written = AlbisFile.open(uri, storageOptions.readOptions(null))) {
        verified = verified(inputs, written, settings.order().changesOrder());
      }
    }
    return new Result(
        uri,
        null,
        file.fileId().toString(),
        file.rowCount(),
        inputs.sources().size(),
        file.rowGroupCount(),
        file.length(),
        file.rowCount(),
        shortRowGroups(file.shortRowGroups(), settings),
        0,
        verified,
        seconds);
  }

  private Conversion.Settings settings(String target) throws IOException {
    if (threads != null && threads < 1) {
      throw usageError("Invalid --threads: " + threads + " (expected at least 1)");
    }
    requireSize("--row-group-size", rowGroupSize, 64);
    requireSize("--file-size", fileSize == null ? Long.MAX_VALUE : fileSize, 128);
    requireSize("--memory", memory, sortBy == null ? 256 : 512);
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
        ordering(target),
        storageOptions.asMap());
  }

  private void requireSize(String option, long bytes, int minKib) {
    if (bytes < minKib * 1024L) {
      throw usageError(
          "Invalid " + option + ": " + bytes + " (expected at least " + minKib + " KiB)");
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
    if (result.shortRowGroups() > 0) {
      note(
          result.shortRowGroups()
              + " row groups are shorter than planned, because the memory does not hold one of each"
              + " partition (--sort-by puts the rows of a partition together)");
    }
    if (result.unorderedRowGroups() > 0) {
      note(
          result.unorderedRowGroups()
              + " row groups are not in the sort order of the table (--sort-by sorts rows)");
    }
  }
}
