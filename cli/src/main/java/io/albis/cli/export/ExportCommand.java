// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.command.ColumnList;
import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.cli.command.TerminalProgress;
import io.albis.cli.command.ThreadCount;
import io.albis.convert.Export;
import io.albis.convert.ExportCompression;
import io.albis.convert.ExportFormat;
import io.albis.convert.internal.literal.InvalidUtf8;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.Table;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.command.StandardOutput;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis export}: writes a table or file to files in another format. */
@Command(
    name = "export",
    description =
        "Writes a table or Albis file to a Parquet, ORC, Arrow IPC, CSV or JSON lines file.",
    footer = {
      "",
      "Values that the format cannot represent are rejected, never changed. A file appears",
      "under its name only when it is complete. Pipes and devices are written directly."
    })
public final class ExportCommand extends AlbisCommand {

  @Mixin private StorageArguments storageOptions;

  private static final long MIN_ROW_GROUP = 64L << 10;

  private record Result(
      String table, Long snapshotId, String target, long rows, int files, long bytes) {}

  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The table, or an Albis file without a table: a path or URI.")
  private String uri;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description =
          "The file to write, - for standard output; with --max-rows-per-file the directory.")
  private String file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "${COMPLETION-CANDIDATES} (default: by file extension: .parquet, .orc, .arrow or"
              + " .feather, .csv, .jsonl or .ndjson; the last two also with .gz or .zst).")
  private ExportFormat format;

  @Option(
      names = "--compression",
      paramLabel = "CODEC",
      description =
          "${COMPLETION-CANDIDATES} (default: snappy for Parquet, zstd for ORC, for CSV and JSON"
              + " lines what the file extension says; these have no snappy, Arrow has none).")
  private ExportCompression compression;

  @Option(
      names = "--row-group-size",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Maximum size of a Parquet row group or ORC stripe (default: 128MiB, 64MiB).")
  private Long rowGroupSize;

  @Option(
      names = "--max-rows-per-file",
      paramLabel = "N",
      description =
          "Write files of at most N rows to a new directory FILE: part-00000.parquet and so on.")
  private Long maxRowsPerFile;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads that encode the columns of Parquet files (default: one per processor,"
              + " at most 8). The file does not depend on it.")
  private Integer threads;

  @Option(
      names = "--invalid-utf8",
      paramLabel = "ACTION",
      description =
          "What to do with strings that are not valid UTF-8: keep their bytes (default; JSON cannot"
              + " hold them), refuse (default for JSON lines), or replace invalid bytes by U+FFFD"
              + " (CSV and JSON lines).")
  private InvalidUtf8 invalidUtf8;

  @Option(
      names = "--columns",
      paramLabel = "COLUMN,...",
      converter = ColumnList.Converter.class,
      description =
          "Columns to export (default: all); paths such as a.b name fields of structs. A name with"
              + " commas or dots is written in backquotes.")
  private ColumnList columns;

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "Snapshot of the table to export (default: the latest).")
  private Long snapshot;

  @Option(names = "--overwrite", description = "Replace an existing file.")
  private boolean overwrite;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Export export = export();
    try (Dataset dataset = Datasets.open(uri, snapshot, storageOptions)) {
      DatasetScan scan = columns == null ? dataset.scan() : dataset.scan().select(columns.paths());
      Export.Result written = export.write(dataset, scan);
      Long id = dataset instanceof Table table ? table.snapshot().id() : null;
      Result result = new Result(uri, id, file, written.rows(), written.files(), written.bytes());
      print(result, written.isStandardOutput() ? spec().commandLine().getErr() : out());
    }
    return ExitCodes.OK;
  }

  private void print(Result result, PrintWriter out) {
    if (json) {
      Json.printResult(out, result);
      return;
    }
    out.println(
        VisibleText.of(
            String.format(
                "Wrote %s rows of %s%s to %s: %s%s",
                Quantities.count(result.rows()),
                result.table(),
                result.snapshotId() == null ? "" : " (snapshot " + result.snapshotId() + ")",
                result.target(),
                maxRowsPerFile == null ? "" : Quantities.count(result.files()) + " files, ",
                Quantities.bytes(result.bytes()))));
    out.flush();
  }

  private Export export() {
    ExportFormat chosen =
        format != null
            ? format
            : ExportFormat.ofName(file)
                .orElseThrow(
                    () ->
                        usageError(
                            "Cannot infer the format of "
                                + file
                                + " from its name (use --format)"));
    Export export =
        Export.to(file)
            .format(chosen)
            .threads(ThreadCount.of(threads, spec()))
            .standardOutput(StandardOutput.get())
            .progress(new TerminalProgress());
    if (rowGroupSize != null) {
      export.rowGroupSize(rowGroupSize(chosen));
    }
    if (maxRowsPerFile != null) {
      if (maxRowsPerFile < 1) {
        throw usageError(
            "Invalid --max-rows-per-file: " + maxRowsPerFile + " (expected at least 1)");
      }
      export.maxRowsPerFile(maxRowsPerFile);
    }
    if (compression != null) {
      requireSupported(chosen);
      export.compression(compression);
    }
    if (invalidUtf8 != null) {
      requireSupportedAction(chosen);
      switch (invalidUtf8) {
        case KEEP -> export.keepInvalidUtf8();
        case REFUSE -> export.refuseInvalidUtf8();
        case REPLACE -> export.replaceInvalidUtf8();
      }
    }
    if (overwrite) {
      export.overwrite();
    }
    return export;
  }

  private long rowGroupSize(ExportFormat chosen) {
    if (chosen != ExportFormat.PARQUET && chosen != ExportFormat.ORC) {
      throw usageError("Invalid --row-group-size: supported for Parquet and ORC only");
    }
    if (rowGroupSize < MIN_ROW_GROUP) {
      throw usageError("Invalid --row-group-size: " + rowGroupSize + " (expected at least 64 KiB)");
    }
    return rowGroupSize;
  }

  private void requireSupported(ExportFormat chosen) {
    if (!compression.isSupported(chosen)) {
      throw usageError(
          "Invalid --compression: "
              + chosen.extension()
              + " files are not compressed with "
              + compression.name().toLowerCase(Locale.ROOT));
    }
    if (chosen.isText() && ExportCompression.ofName(file).orElse(compression) != compression) {
      throw usageError(
          "Invalid --compression: "
              + compression.name().toLowerCase(Locale.ROOT)
              + " (the name of "
              + file
              + " says otherwise)");
    }
  }

  private void requireSupportedAction(ExportFormat chosen) {
    if (invalidUtf8 == InvalidUtf8.KEEP && chosen == ExportFormat.JSONL) {
      throw usageError("Invalid --invalid-utf8: JSON is UTF-8 (expected refuse or replace)");
    }
    if (invalidUtf8 == InvalidUtf8.REPLACE && !chosen.isText()) {
      throw usageError(
          "Invalid --invalid-utf8: replace is for CSV and JSON lines (expected keep or refuse)");
    }
  }
}
