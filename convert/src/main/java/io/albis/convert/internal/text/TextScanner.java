// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the rows of a text file, and divides it into parts of whole rows that threads can read
 * side by side. Used once.
 */
final class TextScanner {

  /** The size of a part, in bytes; the last row may exceed it. */
  static final long PART_BYTES = 8L << 20;

  private static final int FIELD_START = 0;
  private static final int UNQUOTED = 1;
  private static final int QUOTED = 2;
  private static final int AFTER_QUOTE = 3;

  private final List<TextPart> parts = new ArrayList<>();
  private final boolean isCsv;
  private final int delimiter;
  private final boolean countsEmptyLines;
  private final long partBytes;

  private long position;
  private long line = 1;
  private int state = FIELD_START;
  private boolean isRowStart = true;
  private boolean hasContent;
  private boolean isAfterReturn;
  private long partStart;
  private long partLine = 1;
  private long rows;

  /** Rows before the first part: the header. */
  private int skippedRows;

  private TextScanner(
      boolean isCsv, char delimiter, int header, boolean countsEmptyLines, long partBytes) {
    this.isCsv = isCsv;
    this.delimiter = delimiter;
    this.skippedRows = header;
    this.countsEmptyLines = countsEmptyLines;
    this.partBytes = partBytes;
  }

  /**
   * Creates a scanner for the rows of CSV. Line breaks in quoted fields do not end a row.
   *
   * @param partBytes the size of a part, in bytes
   */
  static TextScanner csv(CsvLayout layout, long partBytes) {
    int header = layout.hasHeader() ? 1 : 0;
    return new TextScanner(true, layout.delimiter(), header, layout.countsEmptyLines(), partBytes);
  }

  /** Creates a scanner for the lines of JSON lines that are not blank. */
  static TextScanner json(long partBytes) {
    return new TextScanner(false, (char) 0, 0, false, partBytes);
  }

  /**
   * Finds the rows. Called once.
   *
   * @param in at the start of the text; supports marks
   */
  List<TextPart> scan(InputStream in) throws IOException {
    position = TextFile.skipByteOrderMark(in);
    partStart = position;
    byte[] buffer = new byte[1 << 16];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      for (int i = 0; i < count; i++, position++) {
        next(buffer[i]);
      }
    }
    if (hasContent) {
      endRow();
    }
    endPart();
    return parts;
  }

  private void next(byte value) {
    if (value == '\n' && isAfterReturn) {
      isAfterReturn = false;
      return;
    }
    isAfterReturn = false;
    if (isRowStart) {
      startRow();
    }
    if (value == '\n' || value == '\r') {
      line++;
      isAfterReturn = value == '\r';
      if (state == QUOTED) {
        return;
      }
      // Before the header, as where the columns are named, an empty line is none.
      if (hasContent || (countsEmptyLines && skippedRows == 0)) {
        endRow();
      }
      isRowStart = true;
      hasContent = false;
      state = FIELD_START;
      return;
    }
    hasContent |= isCsv || (value != ' ' && value != '\t');
    if (!isCsv) {
      return;
    }
    if (value == '"') {
      state =
          switch (state) {
            case FIELD_START, AFTER_QUOTE -> QUOTED;
            case QUOTED -> AFTER_QUOTE;
            default -> UNQUOTED;
          };
    } else if (state != QUOTED) {
      state = value == delimiter ? FIELD_START : UNQUOTED;
    }
  }

  private void startRow() {
    isRowStart = false;
    if (skippedRows == 0 && position - partStart >= partBytes) {
      endPart();
      partStart = position;
      partLine = line;
    } else if (rows == 0) {
      partStart = position;
      partLine = line;
    }
  }

  private void endRow() {
    if (skippedRows > 0) {
      skippedRows--;
    } else {
      rows++;
    }
  }

  private void endPart() {
    if (rows > 0) {
      parts.add(new TextPart(partStart, position, partLine, rows));
      rows = 0;
    }
  }
}
