// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageOptions;
import io.albis.cli.convert.SourceMetadata;
import io.albis.format.schema.Schema;
import io.albis.reader.Dataset;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.TableScan;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Json;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.orc.CompressionKind;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis export}: writes a table or file to a file in another format. */
@Command(
    name = "export",
    description =
        "Writes a table or Albis file to a Parquet, ORC, Arrow IPC, CSV or JSON lines file.",
    footer = {
      "",
      "Values that the format cannot represent are rejected, never changed. The file",
      "appears under its name only when it is complete."
    })
public final class ExportCommand extends AlbisCommand {

  @Mixin private StorageOptions storageOptions;

  /** The file formats. */
  public enum Format {
    /** Apache Parquet. */
    PARQUET,
    /** Apache ORC. */
    ORC,
    /** Apache Arrow IPC file. */
    ARROW,
    /** Comma-separated values. */
    CSV,
    /** One JSON object per line. */
    JSONL
  }

  /** The compression of Parquet and ORC files. */
  public enum Compression {
    /** No compression. */
    NONE(CompressionCodecName.UNCOMPRESSED, CompressionKind.NONE),
    /** Snappy. */
    SNAPPY(CompressionCodecName.SNAPPY, CompressionKind.SNAPPY),
    /** Deflate: gzip in Parquet, zlib in ORC. */
    GZIP(CompressionCodecName.GZIP, CompressionKind.ZLIB),
    /** Zstandard. */
    ZSTD(CompressionCodecName.ZSTD, CompressionKind.ZSTD);

    private final CompressionCodecName parquet;
    private final CompressionKind orc;

    Compression(CompressionCodecName parquet, CompressionKind orc) {
      this.parquet = parquet;
      this.orc = orc;
    }
  }

  private static final long PARQUET_ROW_GROUP = 128L << 20;
  private static final long MIN_ROW_GROUP = 64L << 10;
  private static final long ORC_STRIPE = 64L << 20;

  private record Result(String table, Long snapshotId, String file, long rows, long bytes) {}

  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The table, or an Albis file without a table: a path or URI.")
  private String uri;

  @Parameters(index = "1", paramLabel = "FILE", description = "The file to write.")
  private Path file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "${COMPLETION-CANDIDATES} (default: by file extension: .parquet, .orc, .arrow or"
              + " .feather, .csv, .jsonl or .ndjson).")
  private Format format;

  @Option(
      names = "--compression",
      paramLabel = "CODEC",
      description =
          "For Parquet and ORC: ${COMPLETION-CANDIDATES} (default: snappy for Parquet, zstd for"
              + " ORC).")
  private Compression compression;

  @Option(
      names = "--row-group-size",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Maximum size of a Parquet row group or ORC stripe (default: 128MiB, 64MiB).")
  private Long rowGroupSize;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns to export (default: all); paths such as a.b name fields of structs.")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--snapshot",
      paramLabel = "ID",
      description = "Snapshot of the table to export (default: the latest).")
  private Long snapshot;

  @Option(names = "--overwrite", description = "Replace an existing file.")
  private boolean overwrite;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Called by the command-line parser. */
  public ExportCommand() {}

  @Override
  public Integer call() throws IOException {
    Format chosen = format == null ? byName(file.toString()) : format;
    if ((compression != null || rowGroupSize != null)
        && chosen != Format.PARQUET
        && chosen != Format.ORC) {
      throw usageError(
          "Invalid --compression or --row-group-size: supported for Parquet and ORC only");
    }
    if (rowGroupSize != null && rowGroupSize < MIN_ROW_GROUP) {
      throw usageError("Invalid --row-group-size: " + rowGroupSize + " (expected at least 64KiB)");
    }
    if (Files.exists(file) && !overwrite) {
      throw new CommandFailedException(
          "Cannot export to " + file + ": the file exists; choose another name or use --overwrite");
    }
    Path directory = file.toAbsolutePath().getParent();
    Path partial =
        directory.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    Result result;
    try (Dataset dataset = Datasets.open(uri, snapshot, storageOptions)) {
      TableScan scan = columns.isEmpty() ? dataset.scan() : dataset.scan().select(columns);
      long rows;
      try (Progress progress = Progress.start("Exporting", dataset.rowCount(), "rows")) {
        rows =
            chosen == Format.ARROW
                ? ArrowFile.write(scan, partial, progress)
                : export(scan, chosen, partial, dataset.properties(), progress);
      }
      publish(partial);
      Long id = dataset instanceof Table table ? table.snapshot().id() : null;
      result = new Result(uri, id, file.toString(), rows, Files.size(file));
    } finally {
      Files.deleteIfExists(partial);
    }
    if (json) {
      Json.print(out(), result);
    } else {
      out()
          .printf(
              "Wrote %s rows of %s%s to %s: %s%n",
              Quantities.count(result.rows()),
              result.table(),
              result.snapshotId() == null ? "" : " (snapshot " + result.snapshotId() + ")",
              result.file(),
              Quantities.bytes(result.bytes()));
      out().flush();
    }
    return ExitCodes.OK;
  }

  private void publish(Path partial) throws IOException {
    if (!overwrite && Files.exists(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private Format byName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String end = lower.substring(lower.lastIndexOf('.') + 1);
    return switch (end) {
      case "parquet" -> Format.PARQUET;
      case "orc" -> Format.ORC;
      case "arrow", "feather" -> Format.ARROW;
      case "csv" -> Format.CSV;
      case "jsonl", "ndjson" -> Format.JSONL;
      default ->
          throw usageError("Cannot infer the format of " + name + " from its name (use --format)");
    };
  }

  private long export(
      TableScan scan,
      Format format,
      Path partial,
      Map<String, String> properties,
      Progress progress)
      throws IOException {
    long rows = 0;
    try (RowSink sink = open(format, partial, scan.schema(), properties);
        RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        sink.write(cursor.row().materialize());
        rows++;
        progress.add(1);
      }
    }
    return rows;
  }

  private RowSink open(Format format, Path path, Schema schema, Map<String, String> properties)
      throws IOException {
    Compression preset = format == Format.ORC ? Compression.ZSTD : Compression.SNAPPY;
    Compression codec = compression == null ? preset : compression;
    return switch (format) {
      case PARQUET ->
          new ParquetSink(
              path,
              schema,
              SourceMetadata.forParquet(properties, schema),
              codec.parquet,
              rowGroupSize == null ? PARQUET_ROW_GROUP : rowGroupSize);
      case ORC ->
          new OrcSink(
              path,
              schema,
              SourceMetadata.forOrc(properties, schema),
              codec.orc,
              rowGroupSize == null ? ORC_STRIPE : rowGroupSize);
      case ARROW -> throw new IllegalStateException("Arrow is written by batches");
      case CSV -> new CsvSink(path, schema);
      case JSONL -> new JsonLinesSink(path, schema);
    };
  }
}
