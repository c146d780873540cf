// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Writes Parquet files column by column, with the column writers of parquet-java. Several threads
 * fill the column writers; what these share, such as the compressor, is used by the calling thread
 * only.
 */
final class ParquetSink implements BatchSink {

  /**
   * Rows that are written to each column in turn. Pages and row groups end between such chunks, and
   * not in them.
   */
  private static final int CHUNK_ROWS = 2048;

  private final MessageType message;
  private final Map<String, String> metadata;
  private final long rowGroupSize;
  private final List<RowField> columns;
  private final List<ParquetColumn> leaves = new ArrayList<>();
  private final ColumnThreads threads;
  private final ParquetProperties properties = ParquetProperties.builder().build();
  private final CodecFactory codecs;
  private final BytesInputCompressor compressor;
  private final ParquetOutput output;
  private final ParquetFileWriter file;
  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore store;

  /** Rows in the current row group. */
  private long rows;

  /**
   * Starts a file.
   *
   * @param metadata the key-value metadata of the file
   * @param codec the compression codec
   * @param rowGroupSize the maximum size of a row group, in bytes
   * @param threads to fill the column writers; owned by the caller
   * @throws io.albis.convert.internal.input.UnsupportedTypeException if Parquet has no type for a
   *     column
   */
  ParquetSink(
      ExportFile out,
      Schema schema,
      Map<String, String> metadata,
      CompressionCodecName codec,
      long rowGroupSize,
      ColumnThreads threads)
      throws IOException {
    this.message = ParquetSchemas.of(schema);
    this.metadata = metadata;
    this.rowGroupSize = rowGroupSize;
    this.threads = threads;
    this.columns = RowField.of(schema);
    collect(columns, message, List.of(), List.of());
    this.codecs =
        new CodecFactory(new PlainParquetConfiguration(), properties.getPageSizeThreshold());
    this.compressor = codecs.getCompressor(codec);
    this.output = new ParquetOutput(out);
    this.file =
        new ParquetFileWriter(
            output,
            message,
            ParquetFileWriter.Mode.CREATE,
            rowGroupSize,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            (FileEncryptionProperties) null,
            properties);
    file.start();
  }

  private void collect(
      List<RowField> nodes, GroupType group, List<RowField> above, List<String> names) {
    for (int i = 0; i < nodes.size(); i++) {
      RowField node = nodes.get(i);
      Type type = group.getType(i);
      List<RowField> path = append(above, node);
      List<String> name = append(names, type.getName());
      switch (node.field().type().nesting()) {
        case STRUCT -> collect(node.children(), type.asGroupType(), path, name);
        case LIST, MAP -> {
          GroupType repeated = type.asGroupType().getType(0).asGroupType();
          collect(node.children(), repeated, path, append(name, repeated.getName()));
        }
        case NONE -> {
          ColumnDescriptor descriptor = message.getColumnDescription(name.toArray(String[]::new));
          leaves.add(new ParquetColumn(node, new ParquetLevels(path), descriptor));
        }
      }
    }
  }

  private static <T> List<T> append(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
  }

  @Override
  public void write(ColumnBatch batch, int start, int count) throws IOException {
    RowField.load(columns, batch);
    for (int done = 0; done < count; done += CHUNK_ROWS) {
      writeChunk(start + done, Math.min(CHUNK_ROWS, count - done));
    }
  }

  private void writeChunk(int start, int count) throws IOException {
    if (store == null) {
      startRowGroup();
    }
    threads.forEach(leaves.size(), leaf -> leaves.get(leaf).write(start, count));
    for (int i = 0; i < count; i++) {
      store.endRecord();
    }
    rows += count;
    if (store.getBufferedSize() >= rowGroupSize) {
      endRowGroup();
    }
  }

  private void startRowGroup() {
    pages =
        new ColumnChunkPageWriteStore(
            compressor,
            message,
            properties.getAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    store = properties.newColumnWriteStore(message, pages, pages);
    List<ColumnDescriptor> descriptors = message.getColumns();
    for (int i = 0; i < leaves.size(); i++) {
      leaves.get(i).writer(store.getColumnWriter(descriptors.get(i)));
    }
  }

  private void endRowGroup() throws IOException {
    file.startBlock(rows);
    store.flush();
    pages.flushToFileWriter(file);
    file.endBlock();
    rows = 0;
    release();
  }

  private void release() {
    if (store != null) {
      store.close();
      pages.close();
      store = null;
      pages = null;
    }
  }

  @Override
  public void finish() throws IOException {
    if (store != null) {
      endRowGroup();
    }
    file.end(metadata);
    output.flush();
  }

  @Override
  public void close() throws IOException {
    release();
    codecs.release();
    file.close();
  }
}
