// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import io.albis.convert.internal.parquet.ParquetPage.Bytes;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * The pages of a column chunk, read and decompressed one by one: what is in memory does not depend
 * on the size of the row group. Sizes in headers are compared with those in the footer, and with
 * what the codec can do, before memory is allocated. For one thread.
 */
final class ColumnPages {

  /** The header of a dictionary may be missing in the size of the chunk: a fault of old writers. */
  private static final int MISSING_HEADER = 100;

  /** Pages up to this size may be longer than the footer says, in bytes. */
  private static final int SMALL_PAGE = 1 << 20;

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
  ColumnPages(ColumnChunkMetaData chunk, ChunkBytes bytes, boolean isAlwaysCompressed) {
    this.isAlwaysCompressed = isAlwaysCompressed;
    this.chunk = chunk;
    this.bytes = bytes;
    this.codec = PageCodec.of(chunk.getCodec());
  }

  /** Where a chunk ends at the latest. */
  static long end(ColumnChunkMetaData chunk, long fileLength) {
    long end = chunk.getStartingPos() + chunk.getTotalSize() + MISSING_HEADER;
    return Math.min(fileLength, end);
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

  /** Reads the dictionary; returns null if there is none. */
  ParquetPage readDictionary() throws IOException {
    PageHeader header = header();
    if (header == null || header.type != PageType.DICTIONARY_PAGE) {
      return null;
    }
    next = null;
    verify(header);
    int size = header.uncompressed_page_size;
    Bytes data = expand(header.compressed_page_size, size, false);
    bytes.take(header.compressed_page_size);
    DictionaryPageHeader dictionary = header.dictionary_page_header;
    Encoding encoding = encoding(dictionary.encoding);
    return new ParquetPage(encoding, dictionary.num_values, data, null, null, null, null);
  }

  /** Reads the next page with values; returns null at the end. */
  ParquetPage readPage() throws IOException {
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
    ParquetPage read =
        header.type == PageType.DATA_PAGE
            ? dataPage(header, header.data_page_header)
            : dataPage(header, header.data_page_header_v2);
    bytes.take(header.compressed_page_size);
    valuesRead += read.count();
    return read;
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

  private ParquetPage dataPage(PageHeader header, DataPageHeader data) throws IOException {
    return new ParquetPage(
        encoding(data.encoding),
        values(data.num_values),
        expand(header.compressed_page_size, header.uncompressed_page_size, reuses(data.encoding)),
        encoding(data.repetition_level_encoding),
        encoding(data.definition_level_encoding),
        null,
        null);
  }

  private ParquetPage dataPage(PageHeader header, DataPageHeaderV2 data) throws IOException {
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
    boolean reuses = reuses(data.encoding);
    Bytes repetitionLevels = part(start, repetitions, reuses);
    Bytes definitionLevels = part(start + repetitions, definitions, reuses);
    int compressed = header.compressed_page_size - levels;
    int size = header.uncompressed_page_size - levels;
    Bytes values;
    if (data.isSetIs_compressed() && !data.is_compressed && !isAlwaysCompressed) {
      if (compressed != size) {
        throw new IOException(
            "a page of " + compressed + " bytes that are not compressed (expected " + size + ")");
      }
      values = part(start + levels, compressed, reuses);
    } else {
      bytes.take(levels);
      values = expand(compressed, size, reuses);
      bytes.take(-levels);
    }
    return new ParquetPage(
        encoding(data.encoding),
        values(data.num_values),
        values,
        null,
        null,
        repetitionLevels,
        definitionLevels);
  }

  /** Returns bytes that have been read. */
  private Bytes part(int from, int length, boolean reuses) {
    return reuses
        ? new Bytes(bytes.array(), from, from + length)
        : new Bytes(bytes.copy(from, length), 0, length);
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
  private Bytes expand(int compressed, int size, boolean reuses) throws IOException {
    boolean isKnown = size <= Math.max(SMALL_PAGE, chunk.getTotalUncompressedSize());
    if (size < 0 || !isKnown || size > codec.maxSize(compressed)) {
      throw tooLong(size);
    }
    if (!codec.isCompressed()) {
      if (compressed != size) {
        throw new IOException("a page of " + compressed + " bytes (expected " + size + ")");
      }
      return part(bytes.offset(), size, reuses);
    }
    byte[] target = reuses ? page : new byte[size];
    if (target.length < size) {
      target = new byte[size];
      page = target;
    }
    codec.decompress(bytes.array(), bytes.offset(), compressed, target, size);
    return new Bytes(target, 0, size);
  }
}
