// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

import io.albis.convert.internal.export.ExportTarget;
import io.albis.convert.internal.export.Exporter;
import io.albis.convert.internal.literal.InvalidUtf8;
import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.storage.internal.backend.InvalidSettingException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Writes the rows of a table or Albis file to Parquet, ORC, Arrow IPC, CSV or JSON lines files, on
 * a local file system. Values that the format cannot represent are rejected, never changed. A file
 * appears under its name only when it is complete; pipes and devices are written directly. Not
 * thread-safe.
 *
 * <pre>{@code
 * try (Table table = Table.open("/data/sales")) {
 *   Export.to("sales.parquet").write(table, table.scan().select("day", "price"));
 * }
 * }</pre>
 */
public final class Export {

  private static final int MAX_DEFAULT_THREADS = 8;
  private static final long PARQUET_ROW_GROUP = 128L << 20;
  private static final long ORC_STRIPE = 64L << 20;

  /**
   * What was written.
   *
   * @param rows the number of rows
   * @param files the number of files
   * @param bytes the length of all files
   * @param isStandardOutput whether they were written to standard output
   */
  public record Result(long rows, int files, long bytes, boolean isStandardOutput) {}

  private final String file;
  private ExportFormat format;
  private ExportCompression compression;
  private long rowGroupSize;
  private InvalidUtf8 invalidUtf8;
  private long maxRowsPerFile = Long.MAX_VALUE;
  private boolean overwrites;
  private int threads = Math.min(MAX_DEFAULT_THREADS, Runtime.getRuntime().availableProcessors());
  private OutputStream standardOutput = new FileOutputStream(FileDescriptor.out);
  private ProgressListener progress = ProgressListener.NONE;

  private Export(String file) {
    this.file = file;
  }

  /**
   * Starts with the file.
   *
   * @param file a path, the URI of a local file, or {@code -} for standard output
   */
  public static Export to(String file) {
    return new Export(file);
  }

  /** Sets the format; default: what the name of the file says. */
  public Export format(ExportFormat choice) {
    format = choice;
    return this;
  }

  /** Sets the compression; default: {@link ExportCompression#standard}. */
  public Export compression(ExportCompression choice) {
    compression = choice;
    return this;
  }

  /** Sets the maximum size of Parquet row groups and ORC stripes; default: 128 MiB and 64 MiB. */
  public Export rowGroupSize(long bytes) {
    rowGroupSize = bytes;
    return this;
  }

  /**
   * Keeps the bytes of strings that are not valid UTF-8, as all formats but JSON lines do by
   * default.
   */
  public Export keepInvalidUtf8() {
    invalidUtf8 = InvalidUtf8.KEEP;
    return this;
  }

  /** Fails if strings are not valid UTF-8, as JSON lines do by default. */
  public Export refuseInvalidUtf8() {
    invalidUtf8 = InvalidUtf8.REFUSE;
    return this;
  }

  /** Replaces the invalid bytes of strings that are not valid UTF-8 by U+FFFD. */
  public Export replaceInvalidUtf8() {
    invalidUtf8 = InvalidUtf8.REPLACE;
    return this;
  }

  /** Writes files of at most so many rows to a new directory, which has the name of the file. */
  public Export maxRowsPerFile(long rows) {
    maxRowsPerFile = rows;
    return this;
  }

  /** Replaces an existing file. */
  public Export overwrite() {
    overwrites = true;
    return this;
  }

  /** Sets the number of threads that encode columns of Parquet files; default: at most 8. */
  public Export threads(int count) {
    threads = count;
    return this;
  }

  /** Sets the stream of the name {@code -}, which is not closed; default: that of the process. */
  public Export standardOutput(OutputStream out) {
    standardOutput = out;
    return this;
  }

  /** Sets who is told about the progress. */
  public Export progress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  /**
   * Writes the rows of a scan. On failure there is no file.
   *
   * @param dataset a table or file, of which the key-value metadata are kept
   * @param scan of it
   * @throws InvalidArgumentException if the format cannot represent the rows, or the file exists
   */
  public Result write(Dataset dataset, DatasetScan scan) throws IOException {
    Exporter.Settings settings = settings();
    boolean isDirectory = maxRowsPerFile != Long.MAX_VALUE;
    try (ExportTarget target = ExportTarget.open(file, isDirectory, overwrites, standardOutput)) {
      long rows;
      try (ProgressListener task = progress.start("Exporting", dataset.rowCount());
          Exporter exporter = new Exporter(settings, target, scan.schema(), dataset.properties())) {
        rows = exporter.write(scan, task);
      }
      target.publish();
      return new Result(rows, target.files(), target.bytes(), target.isStandardOutput());
    }
  }

  private Exporter.Settings settings() {
    ExportFormat chosen =
        format != null
            ? format
            : ExportFormat.ofName(file)
                .orElseThrow(
                    () ->
                        new InvalidSettingException(
                            "Cannot infer the format of " + file + " from its name"));
    ExportCompression codec =
        compression == null ? ExportCompression.standard(chosen, file) : compression;
    if (!codec.isSupported(chosen)) {
      throw new InvalidSettingException(
          "Invalid compression: "
              + chosen.extension()
              + " files are not compressed with "
              + codec.name().toLowerCase(Locale.ROOT));
    }
    long standard = chosen == ExportFormat.ORC ? ORC_STRIPE : PARQUET_ROW_GROUP;
    return new Exporter.Settings(
        chosen,
        codec,
        rowGroupSize == 0 ? standard : rowGroupSize,
        invalidUtf8 == null
            ? (chosen == ExportFormat.JSONL ? InvalidUtf8.REFUSE : InvalidUtf8.KEEP)
            : invalidUtf8,
        maxRowsPerFile,
        threads);
  }
}
