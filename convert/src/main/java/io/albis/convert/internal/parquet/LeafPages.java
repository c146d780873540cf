// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.RequiresPreviousReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;

/** The pages of one column chunk: starts to decode levels and values of each. For one thread. */
final class LeafPages {

  private final ColumnDescriptor column;
  private final String createdBy;
  private final PageReader pages;
  private final PageLevels repetitions;
  private final PageLevels definitions;

  /** Null if the column chunk has none. */
  private RawValues dictionary;

  private ValueDecoder decoder;

  /** The reader of the page before, which files of old writers need. */
  private ValuesReader previous;

  /** Levels of the page that have not been decoded. */
  private int left;

  LeafPages(ColumnDescriptor column, PageReader pages, String createdBy) throws IOException {
    this.column = column;
    this.createdBy = createdBy;
    this.pages = pages;
    this.repetitions = new PageLevels(column.getMaxRepetitionLevel());
    this.definitions = new PageLevels(column.getMaxDefinitionLevel());
    DictionaryPage page = pages.readDictionaryPage();
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

  private void readDictionary(DictionaryPage page) throws IOException {
    if (page.getEncoding() != Encoding.PLAIN && !page.getEncoding().usesDictionary()) {
      throw new ParquetDecodingException("a dictionary in encoding " + page.getEncoding());
    }
    ByteBuffer bytes = heap(page.getBytes());
    int from = bytes.arrayOffset() + bytes.position();
    dictionary = new RawValues(column.getPrimitiveType());
    new PlainDecoder(bytes.array(), from, from + bytes.remaining())
        .read(dictionary, page.getDictionarySize());
  }

  /** Returns the bytes in an array. */
  private static ByteBuffer heap(BytesInput input) throws IOException {
    ByteBuffer bytes = input.toInputStream().slice(Math.toIntExact(input.size()));
    if (bytes.hasArray()) {
      return bytes;
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return ByteBuffer.wrap(copy);
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
    DataPage page = pages.readPage();
    if (page == null) {
      return false;
    }
    left = page.getValueCount();
    try {
      page.accept(new Starter());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return true;
  }

  /** Starts to decode a page. */
  private final class Starter implements DataPage.Visitor<Void> {
    @Override
    public Void visit(DataPageV1 page) {
      try {
        start(page);
        return null;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Void visit(DataPageV2 page) {
      try {
        start(page);
        return null;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void start(DataPageV1 page) throws IOException {
    ByteBuffer bytes = heap(page.getBytes());
    int from = bytes.arrayOffset() + bytes.position();
    int end = from + bytes.remaining();
    byte[] data = bytes.array();
    int at =
        levels(repetitions, page.getRlEncoding(), ValuesType.REPETITION_LEVEL, data, from, end);
    at = levels(definitions, page.getDlEncoding(), ValuesType.DEFINITION_LEVEL, data, at, end);
    start(page.getValueEncoding(), data, at, end);
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
      levels.start(data, start, start + length);
      return start + length;
    }
    ValuesReader reader = encoding.getValuesReader(column, type);
    ByteBufferInputStream in = ByteBufferInputStream.wrap(ByteBuffer.wrap(data, from, end - from));
    reader.initFromPage(left, in);
    levels.start(reader);
    return end - in.available();
  }

  private void start(DataPageV2 page) throws IOException {
    startRuns(repetitions, page.getRepetitionLevels());
    startRuns(definitions, page.getDefinitionLevels());
    ByteBuffer bytes = heap(page.getData());
    int from = bytes.arrayOffset() + bytes.position();
    start(page.getDataEncoding(), bytes.array(), from, from + bytes.remaining());
  }

  private static void startRuns(PageLevels levels, BytesInput input) throws IOException {
    if (levels.max() > 0) {
      ByteBuffer bytes = heap(input);
      int from = bytes.arrayOffset() + bytes.position();
      levels.start(bytes.array(), from, from + bytes.remaining());
    }
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
