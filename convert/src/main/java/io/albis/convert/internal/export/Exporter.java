// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.ExportCompression;
import io.albis.convert.ExportFormat;
import io.albis.convert.ProgressListener;
import io.albis.convert.internal.input.SourceMetadata;
import io.albis.convert.internal.literal.InvalidUtf8;
import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.Schema;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.DatasetScan;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes the rows of a scan to one or several files. Used once. */
public final class Exporter implements Closeable {

  /**
   * The settings of an export.
   *
   * @param compression of Parquet, ORC and text
   * @param rowGroupSize the maximum size of a Parquet row group or ORC stripe, in bytes
   * @param invalidUtf8 what to do with strings that are not valid UTF-8
   * @param maxRows the maximum number of rows of a file
   * @param threads that encode columns of Parquet
   */
  public record Settings(
      ExportFormat format,
      ExportCompression compression,
      long rowGroupSize,
      InvalidUtf8 invalidUtf8,
      long maxRows,
      int threads) {}

  private final Settings settings;
  private final ExportTarget target;
  private final Schema schema;
  private final Map<String, String> properties;
  private final List<RowField> checked;
  private final Utf8Check check = new Utf8Check();
  private final ColumnThreads threads;
  private BatchSink sink;
  private long rowsOfFile;

  /**
   * Creates an exporter.
   *
   * @param schema of the scan
   * @param properties of the table or file
   */
  public Exporter(
      Settings settings, ExportTarget target, Schema schema, Map<String, String> properties) {
    this.settings = settings;
    this.target = target;
    this.schema = schema;
    this.properties = properties;
    this.threads = new ColumnThreads(settings.threads());
    this.checked = settings.invalidUtf8() == InvalidUtf8.REFUSE ? RowField.of(schema) : List.of();
  }

  /**
   * Writes all rows.
   *
   * @return the number of rows
   */
  public long write(DatasetScan scan, ProgressListener progress) throws IOException {
    long rows = 0;
    try (BatchCursor cursor = scan.batches()) {
      while (cursor.next()) {
        write(cursor.batch());
        rows += cursor.batch().rowCount();
        progress.add(cursor.batch().rowCount());
      }
    }
    if (target.files() == 0) {
      startFile();
    }
    if (sink != null) {
      endFile();
    }
    return rows;
  }

  private void write(ColumnBatch batch) throws IOException {
    int count;
    for (int start = 0; start < batch.rowCount(); start += count) {
      if (sink == null) {
        startFile();
      }
      count = (int) Math.min(batch.rowCount() - start, settings.maxRows() - rowsOfFile);
      if (!checked.isEmpty()) {
        RowField.load(checked, batch);
        check.check(checked, batch, start, count);
      }
      sink.write(batch, start, count);
      rowsOfFile += count;
      if (rowsOfFile == settings.maxRows()) {
        endFile();
      }
    }
  }

  private void startFile() throws IOException {
    ExportFormat format = settings.format();
    ExportCompression compression = settings.compression();
    String extension = "." + format.extension() + (format.isText() ? compression.extension() : "");
    ExportFile file = target.next(extension);
    rowsOfFile = 0;
    sink =
        switch (format) {
          case PARQUET ->
              new ParquetSink(
                  file,
                  schema,
                  SparkSchemas.describe(SourceMetadata.forParquet(properties, schema), schema),
                  Codecs.parquet(compression),
                  settings.rowGroupSize(),
                  threads);
          case ORC ->
              new OrcSink(
                  file,
                  schema,
                  SourceMetadata.forOrc(properties, schema),
                  Codecs.orc(compression),
                  settings.rowGroupSize());
          case ARROW -> new ArrowSink(file, schema);
          case CSV -> new CsvSink(Codecs.text(compression, file), schema, settings.invalidUtf8());
          case JSONL ->
              new JsonLinesSink(Codecs.text(compression, file), schema, settings.invalidUtf8());
        };
  }

  private void endFile() throws IOException {
    BatchSink ended = sink;
    sink = null;
    try (ended) {
      ended.finish();
    }
    target.endFile();
  }

  @Override
  public void close() throws IOException {
    try (threads) {
      if (sink != null) {
        sink.close();
      }
    }
  }
}
