// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** The pages of a row group, which are read as they are needed. For one thread. */
final class ParquetPages implements Closeable {

  /** Memory of the buffers of all columns, in bytes: a part of the heap. */
  private static final long BUFFERS =
      Math.max(4 << 20, Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 16));

  /** Start of the name of a writer whose pages say that they are not compressed, but are. */
  private static final String ALWAYS_COMPRESSES = "parquet-cpp version ";

  private static final int MIN_BUFFER = 16 << 10;
  private static final int MAX_BUFFER = 1 << 20;

  private final SeekableInputStream file;
  private final boolean isAlwaysCompressed;
  private final Map<List<String>, ColumnPages> columns = new HashMap<>();

  /**
   * Opens a row group.
   *
   * @param wanted the columns to read
   * @param createdBy the writer, as the footer names it; null if it does not
   * @throws ParquetColumnException if a column is missing, encrypted, or in an unknown codec
   */
  ParquetPages(
      InputFile input, BlockMetaData block, List<ColumnDescriptor> wanted, String createdBy)
      throws IOException {
    this.isAlwaysCompressed = createdBy != null && createdBy.startsWith(ALWAYS_COMPRESSES);
    Map<List<String>, ColumnChunkMetaData> chunks = new HashMap<>();
    block.getColumns().forEach(chunk -> chunks.put(List.of(chunk.getPath().toArray()), chunk));
    long length = input.getLength();
    int size = (int) Math.max(MIN_BUFFER, Math.min(MAX_BUFFER, BUFFERS / wanted.size()));
    this.file = input.newStream();
    for (ColumnDescriptor column : wanted) {
      List<String> path = List.of(column.getPath());
      try {
        columns.put(path, open(chunks.get(path), length, size));
      } catch (IOException | RuntimeException e) {
        file.close();
        throw ParquetColumnException.of(column, e);
      }
    }
  }

  private ColumnPages open(ColumnChunkMetaData chunk, long length, int size) throws IOException {
    if (chunk == null) {
      throw new IOException("the row group does not have it");
    }
    if (chunk.isEncrypted()) {
      throw new IOException("it is encrypted");
    }
    long start = chunk.getStartingPos();
    long end = ColumnPages.end(chunk, length);
    if (start < 0 || end < start) {
      throw new IOException(
          "its pages lie at " + start + " to " + end + " (the file has " + length + " bytes)");
    }
    ChunkBytes bytes = new ChunkBytes(file, start, end, size);
    return new ColumnPages(chunk, bytes, isAlwaysCompressed);
  }

  /** Returns the pages of a column. */
  ColumnPages of(ColumnDescriptor column) {
    return columns.get(List.of(column.getPath()));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
