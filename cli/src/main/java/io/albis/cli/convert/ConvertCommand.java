// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.ColumnList;
import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.cli.convert.append.AppendCheck.NewField;
import io.albis.cli.convert.text.TextOptions;
import io.albis.cli.convert.value.Int96;
import io.albis.cli.convert.value.TimestampOptions;
import io.albis.format.error.InvalidSchemaException;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
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

  /** Called by the command-line parser. */
  public ConvertCommand() {}

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
    Conversion.Settings settings = settings(target);
    List<String> files = arguments.subList(0, arguments.size() - 1);
    try (StandardInput in = StandardInput.of(files, System.in, settings.order().temporary())) {
      try {
        convert(in.in(files), target, toFile, settings);
      } catch (CommandFailedException e) {
        throw new CommandFailedException(in.named(e.getMessage()), e);
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        throw in.isUsed() ? new IOException(in.named(e.getMessage()), e) : e;
      }
    }
    return ExitCodes.OK;
  }

  private void convert(
      List<String> files, String target, boolean toFile, Conversion.Settings settings)
      throws IOException {
    InputSet inputs =
        Inputs.open(
            files,
            new InputSet.Options(
                columns.paths(),
                new TimestampOptions(timestamps, int96),
                !noHive,
                hiveTypes(),
                textOptions.settings()));
    if (existing.append) {
      append(TolerantAppend.adapt(inputs, target, storageOptions, addColumns), target, settings);
      return;
    }
    inputs.notices().forEach(this::note);
    print(toFile ? toFile(inputs, target, settings) : toTable(inputs, List.of(), target, settings));
  }

  private void append(TolerantAppend.Adapted adapted, String table, Conversion.Settings settings)
      throws IOException {
    adapted.inputs().notices().forEach(this::note);
    print(toTable(adapted.inputs(), adapted.additional(), table, settings));
    if (!adapted.additional().isEmpty()) {
      note("added to the table: " + NewField.paths(adapted.additional()));
    }
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
    } catch (InvalidSchemaException e) {
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

  private Result toTable(
      InputSet inputs, List<NewField> additional, String uri, Conversion.Settings settings)
      throws IOException {
    Conversion.Result<CommitResult> result = Conversion.toTable(inputs, additional, uri, settings);
    CommitResult commit = result.written();
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
        result.verifiedRows(),
        result.seconds());
  }

  /** Of sorted rows, a row group that makes room for another partition has all rows of its own. */
  private static int shortRowGroups(int ended, Conversion.Settings settings) {
    return settings.order().isSorted() ? 0 : ended;
  }

  private Result toFile(InputSet inputs, String uri, Conversion.Settings settings)
      throws IOException {
    Conversion.Result<FileResult> result = Conversion.toFile(inputs, uri, settings);
    FileResult file = result.written();
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
        result.verifiedRows(),
        result.seconds());
  }

  private Conversion.Settings settings(String target) {
    Conversion.Mode mode =
        existing.overwrite
            ? Conversion.Mode.OVERWRITE
            : existing.append ? Conversion.Mode.APPEND : Conversion.Mode.CREATE;
    return layoutOptions.settings(
        mode,
        orderOptions.ordering(target, existing.append, storageOptions),
        verify,
        storageOptions.asMap());
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
