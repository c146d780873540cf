// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.ColumnList;
import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.cli.command.TerminalProgress;
import io.albis.convert.Conversion;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis convert}: converts files of other formats to a table or to one Albis file. */
@Command(
    name = "convert",
    description = {
      "Converts Parquet, ORC, Arrow IPC (Feather), CSV and JSON lines files to a table, in one"
          + " atomic",
      "commit, or to one Albis file.",
      "The target is a file if its name ends in .albis, unless a directory of that name exists",
      "or --table is given."
    },
    footer = {
      "",
      "All inputs must have the same columns. On failure the table is unchanged, and no file is",
      "created.",
      "Uses --memory off-heap, and Java heap for what the input's reader decodes at a time in each",
      "thread (environment variable ALBIS_HEAP). Sorting spills to temporary files what exceeds"
          + " half of",
      "--memory; these never outlive the command."
    })
public final class ConvertCommand extends AlbisCommand {

  private enum Int96 {
    AUTO,
    INSTANT,
    LOCAL
  }

  @Mixin private StorageArguments storageOptions;

  @Mixin private TextOptions textOptions;

  @Mixin private LayoutOptions layoutOptions;

  @Mixin private OrderOptions orderOptions;

  private static final class Existing {
    @Option(names = "--overwrite", description = "Replace an existing table.")
    private boolean overwrite;

    @Option(
        names = "--append",
        description =
            "Append to a table: by name, in any order, also to wider types. Columns that the"
                + " inputs lack are null or have their default.")
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
      long dataBytes,
      long totalRows,
      int shortRowGroups,
      int unorderedRowGroups,
      long verifiedRows,
      double seconds) {}

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... TARGET",
      hideParamSyntax = true,
      description =
          "Parquet, ORC, Arrow, CSV or JSON lines files, directories or globs, or - for standard"
              + " input, followed by the table or file to write.")
  private List<String> arguments = new ArrayList<>();

  @Option(names = "--table", description = "Write a table, whatever its name is.")
  private boolean table;

  @ArgGroup private Existing existing = new Existing();

  @Option(
      names = "--add-columns",
      description = "With --append: add the columns that the table lacks, in the same commit.")
  private boolean addColumns;

  @Option(
      names = "--columns",
      converter = ColumnList.Converter.class,
      paramLabel = "COLUMN,...",
      description =
          "Columns to convert, in this order (default: all). Paths name fields of structs; a name"
              + " with commas or dots is written in backquotes.")
  private ColumnList columns = new ColumnList(List.of());

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
      names = "--int96",
      paramLabel = "MEANING",
      description =
          "What Parquet INT96 timestamps are, in files of which Spark does not say it: instant,"
              + " local (without zone), or auto (default: local of Impala, otherwise instant).")
  private Int96 int96 = Int96.AUTO;

  @Option(
      names = "--verify",
      description = "Read the rows back and compare every value with the input, before the commit.")
  private boolean verify;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    String target = arguments.get(arguments.size() - 1);
    boolean toFile = !table && Datasets.isNewFile(target, storageOptions);
    if (toFile) {
      requireFileOptions(target);
    }
    if (addColumns && !existing.append) {
      throw usageError("Invalid --add-columns: only --append uses it");
    }
    Conversion conversion = conversion(target);
    if (toFile) {
      print(ofFile(target, conversion.createFile(target)));
      return ExitCodes.OK;
    }
    Conversion.Result<CommitResult> result =
        existing.append
            ? conversion.appendTo(target)
            : existing.overwrite
                ? conversion.overwriteTable(target)
                : conversion.createTable(target);
    print(ofTable(target, result));
    if (!result.addedColumns().isEmpty()) {
      note("added to the table: " + String.join(", ", result.addedColumns()));
    }
    return ExitCodes.OK;
  }

  private Conversion conversion(String target) {
    Conversion conversion =
        Conversion.of(arguments.subList(0, arguments.size() - 1))
            .columns(columns.paths())
            .timestamps(timestamps)
            .hiveTypes(hiveTypes())
            .notices(this::note)
            .progress(new TerminalProgress());
    if (int96 == Int96.INSTANT) {
      conversion.int96WithZone();
    } else if (int96 == Int96.LOCAL) {
      conversion.int96WithoutZone();
    }
    textOptions.applyTo(conversion);
    if (noHive) {
      conversion.withoutHiveColumns();
    }
    if (addColumns) {
      conversion.addColumns();
    }
    if (verify) {
      conversion.verify();
    }
    orderOptions.apply(conversion, target, existing.append);
    layoutOptions.apply(conversion, orderOptions.isSorted());
    storageOptions.asMap().forEach(conversion::option);
    return conversion;
  }

  private Map<String, Type> hiveTypes() {
    if (hiveTypes == null) {
      return Map.of();
    }
    if (noHive) {
      throw usageError("Invalid --hive-types: --no-hive ignores directories");
    }
    try {
      return ColumnLists.types(hiveTypes);
    } catch (InvalidArgumentException e) {
      throw usageError("Invalid --hive-types: " + e.getMessage());
    }
  }

  private void requireFileOptions(String target) {
    String name =
        existing.overwrite
            ? "--overwrite"
            : existing.append ? "--append" : layoutOptions.tableOption().orElse(null);
    if (name != null) {
      throw usageError(
          "Invalid "
              + name
              + ": "
              + target
              + " is one file, which is written once by one thread (--table writes a table)");
    }
  }

  private Result ofTable(String uri, Conversion.Result<CommitResult> result) {
    CommitResult commit = result.written();
    return new Result(
        uri,
        commit.snapshotId(),
        null,
        commit.writtenRows(),
        result.inputs(),
        commit.writtenRowGroups(),
        commit.writtenBytes(),
        commit.rowCount(),
        shortRowGroups(commit.shortRowGroups()),
        commit.unorderedRowGroups(),
        result.verifiedRows(),
        result.seconds());
  }

  /** Of sorted rows, a row group that makes room for another partition has all rows of its own. */
  private int shortRowGroups(int ended) {
    return orderOptions.isSorted() ? 0 : ended;
  }

  private Result ofFile(String uri, Conversion.Result<FileResult> result) {
    FileResult file = result.written();
    return new Result(
        uri,
        null,
        file.fileId().toString(),
        file.rowCount(),
        result.inputs(),
        file.rowGroupCount(),
        file.length(),
        file.rowCount(),
        shortRowGroups(file.shortRowGroups()),
        0,
        result.verifiedRows(),
        result.seconds());
  }

  private void print(Result result) {
    if (json) {
      Json.printResult(out(), result);
      return;
    }
    line(
        "Wrote %s rows of %d file%s to %s: %s, %d row group%s, %s, in %s (%s rows/s)",
        Quantities.count(result.rows()),
        result.inputs(),
        result.inputs() == 1 ? "" : "s",
        result.target(),
        result.snapshotId() == null ? "one file" : "snapshot " + result.snapshotId(),
        result.rowGroups(),
        result.rowGroups() == 1 ? "" : "s",
        Quantities.bytes(result.dataBytes()),
        Quantities.duration(Duration.ofMillis((long) (result.seconds() * 1000))),
        Quantities.count((long) (result.rows() / result.seconds())));
    if (verify) {
      line("Verified: all values of %s rows are equal", Quantities.count(result.verifiedRows()));
    }
    out().flush();
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
