// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * The pages of a column chunk, read and decompressed one by one: what is in memory does not depend
 * on the size of the row group. Sizes in headers are compared with those in the footer, and with
 * what the codec can do, before memory is allocated. For one thread.
 */
final class ColumnPages implements PageReader {

  /** The header of a dictionary may be missing in the size of the chunk: a fault of old writers. */
  private static final int MISSING_HEADER = 100;

  /** Pages up to this size may be longer than the footer says, in bytes. */
  private static final int SMALL_PAGE = 1 << 20;

  private final ColumnDescriptor column;
  private final ColumnChunkMetaData chunk;
  private final ChunkBytes bytes;
  private final PageCodec codec;
  private final boolean isAlwaysCompressed;

  /** Memory of the present page. */
  private byte[] page = {};

  /** A header that was read ahead; otherwise null. */
  private PageHeader next;

  private long valuesRead;

  /**
   * Starts before the first page.
   *
   * @param bytes of the chunk
   * @param isAlwaysCompressed whether pages are compressed even if they say that they are not
   */
  ColumnPages(
      ColumnDescriptor column,
      ColumnChunkMetaData chunk,
      ChunkBytes bytes,
      boolean isAlwaysCompressed) {
    this.isAlwaysCompressed = isAlwaysCompressed;
    this.column = column;
    this.chunk = chunk;
    this.bytes = bytes;
    this.codec = PageCodec.of(chunk.getCodec());
  }

  /** Where a chunk ends at the latest. */
  static long end(ColumnChunkMetaData chunk, long fileLength) {
    long end = chunk.getStartingPos() + chunk.getTotalSize() + MISSING_HEADER;
    return Math.min(fileLength, end);
  }

  @Override
  public long getTotalValueCount() {
    return chunk.getValueCount();
  }

  /** Returns a header, which is not taken; null at the end. */
  private PageHeader header() throws IOException {
    if (next == null && valuesRead < chunk.getValueCount()) {
      if (bytes.remaining() == 0) {
        return null;
      }
      next = Util.readPageHeader(bytes);
      if (next.compressed_page_size < 0 || next.compressed_page_size > bytes.remaining()) {
        throw new IOException(
            "a page of "
                + next.compressed_page_size
                + " bytes (the column chunk has "
                + bytes.remaining()
                + ")");
      }
    }
    return next;
  }

  private IOException tooLong(int size) {
    return new IOException(
        "a page of "
            + size
            + " bytes after "
            + chunk.getCodec()
            + " (the column chunk has "
            + chunk.getTotalUncompressedSize()
            + ")");
  }

  @Override
  public DictionaryPage readDictionaryPage() {
    try {
      PageHeader header = header();
      if (header == null || header.type != PageType.DICTIONARY_PAGE) {
        return null;
      }
      next = null;
      verify(header);
      byte[] data = expand(header.compressed_page_size, header.uncompressed_page_size, false);
      bytes.take(header.compressed_page_size);
      return new DictionaryPage(
          BytesInput.from(data, 0, header.uncompressed_page_size),
          header.dictionary_page_header.num_values,
          encoding(header.dictionary_page_header.encoding));
    } catch (IOException | RuntimeException e) {
      throw ParquetColumnException.of(column, e);
    }
  }

  @Override
  public DataPage readPage() {
    try {
      PageHeader header = header();
      while (header != null && isWithoutValues(header)) {
        bytes.require(header.compressed_page_size);
        bytes.take(header.compressed_page_size);
        next = null;
        header = header();
      }
      if (header == null) {
        return null;
      }
      next = null;
      verify(header);
      DataPage read =
          header.type == PageType.DATA_PAGE
              ? dataPage(header, header.data_page_header)
              : dataPage(header, header.data_page_header_v2);
      bytes.take(header.compressed_page_size);
      valuesRead += read.getValueCount();
      return read;
    } catch (IOException | RuntimeException e) {
      throw ParquetColumnException.of(column, e);
    }
  }

  /**
   * Whether a page has no values: an empty one, which parquet-java's record reader cannot read, or
   * one of a kind that has none, such as an index, a dictionary that was read, or an unknown one.
   */
  private static boolean isWithoutValues(PageHeader header) {
    if (header.type == PageType.DATA_PAGE) {
      return header.data_page_header.num_values == 0;
    }
    return header.type != PageType.DATA_PAGE_V2 || header.data_page_header_v2.num_values == 0;
  }

  private DataPage dataPage(PageHeader header, DataPageHeader data) throws IOException {
    boolean reuses = reuses(data.encoding);
    int size = header.uncompressed_page_size;
    byte[] expanded = expand(header.compressed_page_size, size, reuses);
    int from = expanded == bytes.array() ? bytes.offset() : 0;
    return new DataPageV1(
        BytesInput.from(expanded, from, size),
        values(data.num_values),
        size,
        null,
        encoding(data.repetition_level_encoding),
        encoding(data.definition_level_encoding),
        encoding(data.encoding));
  }

  private DataPage dataPage(PageHeader header, DataPageHeaderV2 data) throws IOException {
    int repetitions = data.repetition_levels_byte_length;
    int definitions = data.definition_levels_byte_length;
    int levels = repetitions + definitions;
    if (repetitions < 0 || definitions < 0 || levels < 0 || levels > header.compressed_page_size) {
      throw new IOException(
          "levels of "
              + repetitions
              + " and "
              + definitions
              + " bytes in a page of "
              + header.compressed_page_size);
    }
    int start = bytes.offset();
    byte[] array = bytes.array();
    boolean reuses = reuses(data.encoding);
    BytesInput repetitionLevels = part(array, start, repetitions, reuses);
    BytesInput definitionLevels = part(array, start + repetitions, definitions, reuses);
    int compressed = header.compressed_page_size - levels;
    int size = header.uncompressed_page_size - levels;
    BytesInput values;
    if (data.isSetIs_compressed() && !data.is_compressed && !isAlwaysCompressed) {
      if (compressed != size) {
        throw new IOException(
            "a page of " + compressed + " bytes that are not compressed (expected " + size + ")");
      }
      values = part(array, start + levels, compressed, reuses);
    } else {
      bytes.take(levels);
      byte[] expanded = expand(compressed, size, reuses);
      int from = expanded == array ? bytes.offset() : 0;
      values = BytesInput.from(expanded, from, size);
      bytes.take(-levels);
    }
    return DataPageV2.uncompressed(
        data.num_rows,
        data.num_nulls,
        values(data.num_values),
        repetitionLevels,
        definitionLevels,
        encoding(data.encoding),
        values,
        null);
  }

  private BytesInput part(byte[] array, int from, int length, boolean reuses) {
    return reuses
        ? BytesInput.from(array, from, length)
        : BytesInput.from(bytes.copy(from, length), 0, length);
  }

  /** Decoders of this encoding refer to the page before. */
  private boolean reuses(org.apache.parquet.format.Encoding encoding) {
    return encoding != org.apache.parquet.format.Encoding.DELTA_BYTE_ARRAY;
  }

  private int values(int count) throws IOException {
    if (count < 0 || count > chunk.getValueCount() - valuesRead) {
      throw new IOException(
          "a page of "
              + count
              + " values (the column chunk has "
              + (chunk.getValueCount() - valuesRead)
              + " more)");
    }
    return count;
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) throws IOException {
    if (encoding == null) {
      throw new IOException("a page in an unknown encoding");
    }
    return Encoding.valueOf(encoding.name());
  }

  /** Reads a page, and compares its checksum if it has one. */
  private void verify(PageHeader header) throws IOException {
    bytes.require(header.compressed_page_size);
    if (header.isSetCrc()) {
      CRC32 crc = new CRC32();
      crc.update(bytes.array(), bytes.offset(), header.compressed_page_size);
      if ((int) crc.getValue() != header.crc) {
        throw new IOException(
            String.format(
                "CRC of a page: expected 0x%08x, computed 0x%08x", header.crc, crc.getValue()));
      }
    }
  }

  /**
   * Decompresses the next bytes, which have been read.
   *
   * @param reuses whether the array may be one of this object, which the next page changes
   */
  private byte[] expand(int compressed, int size, boolean reuses) throws IOException {
    boolean isKnown = size <= Math.max(SMALL_PAGE, chunk.getTotalUncompressedSize());
    if (size < 0 || !isKnown || size > codec.maxSize(compressed)) {
      throw tooLong(size);
    }
    if (!codec.isCompressed()) {
      if (compressed != size) {
        throw new IOException("a page of " + compressed + " bytes (expected " + size + ")");
      }
      return reuses ? bytes.array() : bytes.copy(bytes.offset(), size);
    }
    byte[] target = reuses ? page : new byte[size];
    if (target.length < size) {
      target = new byte[size];
      page = target;
    }
    codec.decompress(bytes.array(), bytes.offset(), compressed, target, size);
    return target;
  }
}
