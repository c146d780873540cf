// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
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

/** The levels and values of one column chunk, some rows at a time. For one thread. */
final class LeafReader {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOWEST_BITS = 0x0101010101010101L;

  /** Levels that are decoded at once. */
  private static final int STEP = 1024;

  private final ColumnDescriptor column;
  private final String createdBy;
  private final PageReader pages;
  private final PageLevels repetitions;
  private final PageLevels definitions;
  private final RawValues values;

  /** Null if the column chunk has none. */
  private RawValues dictionary;

  private ValueDecoder decoder;

  /** The reader of the page before, which files of old writers need. */
  private ValuesReader previous;

  /** Levels of the page that have not been decoded. */
  private int pageLeft;

  /** The levels of the next rows, as far as decoded. */
  private int count;

  private byte[] reps = {};
  private byte[] defs = {};

  /** Levels that were decoded ahead: those of the row after the last one. */
  private final byte[] aheadReps = new byte[STEP];

  private final byte[] aheadDefs = new byte[STEP];
  private int aheadAt;
  private int aheadEnd;

  LeafReader(ColumnDescriptor column, PageReader pages, String createdBy) throws IOException {
    this.column = column;
    this.createdBy = createdBy;
    this.pages = pages;
    this.repetitions = new PageLevels(column.getMaxRepetitionLevel());
    this.definitions = new PageLevels(column.getMaxDefinitionLevel());
    this.values = new RawValues(column.getPrimitiveType());
    DictionaryPage page = pages.readDictionaryPage();
    if (page != null) {
      readDictionary(page);
    }
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

  /** The column. */
  ColumnDescriptor column() {
    return column;
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

  /** The number of levels of the rows that were read. */
  int levels() {
    return count;
  }

  /** The repetition levels, at least {@link #levels}; empty if none is above 0. */
  byte[] repetitionLevels() {
    return reps;
  }

  /** The definition levels, at least {@link #levels}; empty if none is above 0. */
  byte[] definitionLevels() {
    return defs;
  }

  /** The values that are not null. */
  RawValues values() {
    return values;
  }

  /**
   * Reads the next rows, and forgets those before.
   *
   * @throws ParquetDecodingException if there are not that many, or the pages are damaged
   */
  void read(int rows) throws IOException {
    count = 0;
    values.clear();
    if (repetitions.max() == 0) {
      readFlat(rows);
    } else {
      readRepeated(rows);
    }
  }

  private void readFlat(int rows) throws IOException {
    boolean hasNulls = definitions.max() > 0;
    if (hasNulls && defs.length < rows) {
      defs = new byte[rows];
    }
    values.reserve(rows);
    while (count < rows) {
      if (pageLeft == 0 && !nextPage()) {
        throw new ParquetDecodingException("the column has too few values");
      }
      int step = Math.min(pageLeft, rows - count);
      int present = step;
      if (hasNulls) {
        definitions.read(defs, count, step);
        present = present(defs, count, step);
      }
      if (present > 0) {
        decoder.read(values, present);
      }
      count += step;
      pageLeft -= step;
    }
  }

  private int present(byte[] levels, int from, int length) {
    int max = definitions.max();
    int end = from + length;
    int present = 0;
    long above = 0;
    int i = from;
    if (max == 1) {
      // Eight levels at once, each of which is 0 or 1.
      for (; i + Long.BYTES <= end; i += Long.BYTES) {
        long word = (long) LONGS.get(levels, i);
        present += Long.bitCount(word);
        above |= word & ~LOWEST_BITS;
      }
      above = above == 0 ? 0 : -1;
    }
    for (; i < end; i++) {
      present += levels[i] == max ? 1 : 0;
      above |= max - levels[i];
    }
    if (above < 0) {
      throw new ParquetDecodingException("a definition level above " + max);
    }
    return present;
  }

  private void readRepeated(int rows) throws IOException {
    int started = 0;
    while (true) {
      if (aheadAt == aheadEnd && !decodeAhead()) {
        if (started < rows) {
          throw new ParquetDecodingException("the column has too few values");
        }
        return;
      }
      int next = aheadAt;
      while (next < aheadEnd) {
        if (aheadReps[next] == 0) {
          if (started == rows) {
            break;
          }
          started++;
        }
        next++;
      }
      if (started == 0) {
        throw new ParquetDecodingException("the first value does not start a row");
      }
      append(aheadAt, next - aheadAt);
      aheadAt = next;
      if (next < aheadEnd) {
        return;
      }
    }
  }

  private void append(int from, int length) {
    if (length == 0) {
      return;
    }
    if (reps.length < count + length) {
      int larger = Math.max(count + length, 2 * reps.length);
      reps = Arrays.copyOf(reps, larger);
      defs = Arrays.copyOf(defs, larger);
    }
    System.arraycopy(aheadReps, from, reps, count, length);
    System.arraycopy(aheadDefs, from, defs, count, length);
    count = Math.addExact(count, length);
    int present = present(aheadDefs, from, length);
    if (present > 0) {
      decoder.read(values, present);
    }
  }

  /** Decodes levels of one page, whose values have not been decoded. */
  private boolean decodeAhead() throws IOException {
    while (pageLeft == 0) {
      if (!nextPage()) {
        return false;
      }
    }
    int step = Math.min(STEP, pageLeft);
    repetitions.read(aheadReps, 0, step);
    definitions.read(aheadDefs, 0, step);
    pageLeft -= step;
    aheadAt = 0;
    aheadEnd = step;
    return true;
  }

  private boolean nextPage() throws IOException {
    DataPage page;
    do {
      page = pages.readPage();
      if (page == null) {
        return false;
      }
    } while (page.getValueCount() == 0);
    pageLeft = page.getValueCount();
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
    reader.initFromPage(pageLeft, in);
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
      ValuesReader reader = encoding.getValuesReader(column, ValuesType.VALUES);
      reader.initFromPage(
          pageLeft, ByteBufferInputStream.wrap(ByteBuffer.wrap(data, from, end - from)));
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
