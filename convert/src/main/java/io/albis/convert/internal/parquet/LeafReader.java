// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.ParquetDecodingException;

/** The levels and values of one column chunk, some rows at a time. For one thread. */
final class LeafReader {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOWEST_BITS = 0x0101010101010101L;

  /** Levels that are decoded at once. */
  private static final int STEP = 1024;

  private final LeafPages page;
  private final PageLevels repetitions;
  private final PageLevels definitions;
  private final RawValues values;

  /** The levels of the next rows, as far as decoded. */
  private int count;

  private byte[] reps = {};
  private byte[] defs = {};

  /** Levels that were decoded ahead: those of the row after the last one. */
  private final byte[] aheadReps = new byte[STEP];

  private final byte[] aheadDefs = new byte[STEP];
  private int aheadAt;
  private int aheadEnd;

  private LeafReader(ColumnDescriptor column, ColumnPages pages, String createdBy)
      throws IOException {
    this.page = new LeafPages(column, pages, createdBy);
    this.repetitions = page.repetitions();
    this.definitions = page.definitions();
    this.values = new RawValues(column.getPrimitiveType());
  }

  /**
   * Opens a column of a row group.
   *
   * @param createdBy what the file says of its writer
   * @throws ParquetColumnException if it is damaged or cannot be read
   */
  static LeafReader open(ColumnDescriptor column, ParquetPages pages, String createdBy) {
    try {
      return new LeafReader(column, pages.of(column), createdBy);
    } catch (IOException | RuntimeException e) {
      throw ParquetColumnException.of(column, e);
    }
  }

  /** The column. */
  ColumnDescriptor column() {
    return page.column();
  }

  /** The greatest number of bytes that one value of variable length takes by the dictionary. */
  int longestInDictionary() {
    return page.longestInDictionary();
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
   * @throws ParquetColumnException if there are not that many, or the pages are damaged
   */
  void read(int rows) {
    count = 0;
    values.clear();
    try {
      if (repetitions.max() == 0) {
        readFlat(rows);
      } else {
        readRepeated(rows);
      }
    } catch (IOException | RuntimeException e) {
      throw ParquetColumnException.of(column(), e);
    }
  }

  private void readFlat(int rows) throws IOException {
    boolean hasNulls = definitions.max() > 0;
    if (hasNulls && defs.length < rows) {
      defs = new byte[rows];
    }
    values.reserve(rows);
    while (count < rows) {
      if (page.left() == 0 && !page.next()) {
        throw new ParquetDecodingException("the column has too few values");
      }
      int step = Math.min(page.left(), rows - count);
      int present = step;
      if (hasNulls) {
        definitions.read(defs, count, step);
        present = present(defs, count, step);
      }
      if (present > 0) {
        page.decoder().read(values, present);
      }
      count += step;
      page.take(step);
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
      if (started == 0 && aheadReps[aheadAt] != 0) {
        // After the first row of a row group, reading stops where one starts.
        throw new ParquetDecodingException("the first value does not start a row");
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
      page.decoder().read(values, present);
    }
  }

  /** Decodes levels of one page, whose values have not been decoded. */
  private boolean decodeAhead() throws IOException {
    while (page.left() == 0) {
      if (!page.next()) {
        return false;
      }
    }
    int step = Math.min(STEP, page.left());
    repetitions.read(aheadReps, 0, step);
    definitions.read(aheadDefs, 0, step);
    page.take(step);
    aheadAt = 0;
    aheadEnd = step;
    return true;
  }
}
