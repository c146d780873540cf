// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import static org.apache.parquet.column.ValuesType.DEFINITION_LEVEL;
import static org.apache.parquet.column.ValuesType.REPETITION_LEVEL;

import io.albis.convert.internal.parquet.ParquetPage.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.values.RequiresPreviousReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;

/** The pages of one column chunk: starts to decode levels and values of each. For one thread. */
final class LeafPages {

  private final ColumnDescriptor column;
  private final String createdBy;
  private final ColumnPages pages;
  private final PageLevels repetitions;
  private final PageLevels definitions;

  /** Null if the column chunk has none. */
  private RawValues dictionary;

  private ValueDecoder decoder;

  /** The reader of the page before, which files of old writers need. */
  private ValuesReader previous;

  /** Levels of the page that have not been decoded. */
  private int left;

  LeafPages(ColumnDescriptor column, ColumnPages pages, String createdBy) throws IOException {
    this.column = column;
    this.createdBy = createdBy;
    this.pages = pages;
    this.repetitions = new PageLevels(column.getMaxRepetitionLevel());
    this.definitions = new PageLevels(column.getMaxDefinitionLevel());
    ParquetPage page = pages.readDictionary();
    if (page != null) {
      readDictionary(page);
    }
  }

  ColumnDescriptor column() {
    return column;
  }

  /** The repetition levels of the page. */
  PageLevels repetitions() {
    return repetitions;
  }

  /** The definition levels of the page. */
  PageLevels definitions() {
    return definitions;
  }

  /** Decodes the values of the page. */
  ValueDecoder decoder() {
    return decoder;
  }

  /** Levels of the page that have not been taken. */
  int left() {
    return left;
  }

  /** Takes levels. */
  void take(int count) {
    left -= count;
  }

  private void readDictionary(ParquetPage page) {
    if (page.encoding() != Encoding.PLAIN && !page.encoding().usesDictionary()) {
      throw new ParquetDecodingException("a dictionary in encoding " + page.encoding());
    }
    Bytes data = page.data();
    dictionary = new RawValues(column.getPrimitiveType());
    new PlainDecoder(data.array(), data.from(), data.end()).read(dictionary, page.count());
  }

  /** The greatest number of bytes that one value of variable length takes by the dictionary. */
  int longestInDictionary() {
    int longest = 0;
    if (dictionary != null && dictionary.offsets.length > 1) {
      for (int i = 0; i < dictionary.count; i++) {
        longest = Math.max(longest, dictionary.offsets[i + 1] - dictionary.offsets[i]);
      }
    }
    return longest;
  }

  /** Starts the next page; returns false at the end. */
  boolean next() throws IOException {
    ParquetPage page = pages.readPage();
    if (page == null) {
      return false;
    }
    left = page.count();
    byte[] data = page.data().array();
    int at = page.data().from();
    int end = page.data().end();
    if (page.repetitions() == null) {
      at = levels(repetitions, page.repetitionEncoding(), REPETITION_LEVEL, data, at, end);
      at = levels(definitions, page.definitionEncoding(), DEFINITION_LEVEL, data, at, end);
    } else {
      repetitions.start(page.repetitions());
      definitions.start(page.definitions());
    }
    start(page.encoding(), data, at, end);
    return true;
  }

  /** Starts to decode levels, and returns where they end. */
  private int levels(
      PageLevels levels, Encoding encoding, ValuesType type, byte[] data, int from, int end)
      throws IOException {
    if (levels.max() == 0) {
      return from;
    }
    if (encoding == Encoding.RLE) {
      if (end - from < Integer.BYTES) {
        throw new ParquetDecodingException("a page ends in its levels");
      }
      int length = 0;
      for (int i = 0; i < Integer.BYTES; i++) {
        length |= (data[from + i] & 0xff) << 8 * i;
      }
      int start = from + Integer.BYTES;
      if (length < 0 || length > end - start) {
        throw new ParquetDecodingException("a page ends in its levels");
      }
      levels.start(new Bytes(data, start, start + length));
      return start + length;
    }
    ValuesReader reader = encoding.getValuesReader(column, type);
    ByteBufferInputStream in = ByteBufferInputStream.wrap(ByteBuffer.wrap(data, from, end - from));
    reader.initFromPage(left, in);
    levels.start(reader);
    return end - in.available();
  }

  private void start(Encoding encoding, byte[] data, int from, int end) throws IOException {
    if (encoding.usesDictionary()) {
      if (dictionary == null) {
        throw new ParquetDecodingException("a page uses a dictionary, which is missing");
      }
      decoder = new DictionaryDecoder(dictionary, data, from, end);
    } else if (encoding == Encoding.PLAIN) {
      decoder = new PlainDecoder(data, from, end);
    } else {
      DeltaHeader.require(encoding, data, from, end, left);
      ValuesReader reader = encoding.getValuesReader(column, ValuesType.VALUES);
      reader.initFromPage(
          left, ByteBufferInputStream.wrap(ByteBuffer.wrap(data, from, end - from)));
      if (reader instanceof RequiresPreviousReader dependent
          && previous != null
          && CorruptDeltaByteArrays.requiresSequentialReads(createdBy, encoding)) {
        dependent.setPreviousReader(previous);
      }
      previous = reader;
      decoder = new OtherDecoder(reader);
    }
  }
}
