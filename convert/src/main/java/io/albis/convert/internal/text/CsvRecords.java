// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import io.albis.format.error.InvalidArgumentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads the records of CSV and passes their fields on, without an object per field. */
final class CsvRecords extends AbstractBaseCsvCallbackHandler<Boolean> {

  private static final int MAX_FIELD = 1 << 28;

  /** Receives the fields of a record. */
  interface Receiver {

    /**
     * Receives a field.
     *
     * @param index of the field, from 0
     * @param line the line in which the record starts
     * @param isQuoted whether the field is in quotes
     */
    void field(int index, long line, char[] text, int offset, int length, boolean isQuoted);

    /**
     * Ends the record.
     *
     * @return false to read no further
     */
    boolean end(int fields, long line);
  }

  private final Receiver receiver;
  private final long firstLine;
  private final boolean countsEmptyLines;
  private int fields;

  private CsvRecords(Receiver receiver, long firstLine, boolean countsEmptyLines) {
    this.receiver = receiver;
    this.firstLine = firstLine;
    this.countsEmptyLines = countsEmptyLines;
  }

  /**
   * Reads all records, until the receiver stops.
   *
   * @param file the name, for messages
   * @param in the records; closed
   * @param firstLine the number of the first line
   * @param countsEmptyLines whether an empty line is a record with one empty field
   */
  static void read(
      String file,
      InputStream in,
      char delimiter,
      long firstLine,
      boolean countsEmptyLines,
      Receiver receiver)
      throws IOException {
    CsvRecords handler = new CsvRecords(receiver, firstLine, countsEmptyLines);
    InputStreamReader text =
        new InputStreamReader(
            in,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
    try (CsvReader<Boolean> reader =
            CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(!countsEmptyLines)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .maxBufferSize(MAX_FIELD)
                .build(handler, text);
        CloseableIterator<Boolean> records = reader.iterator()) {
      boolean isWanted = true;
      while (isWanted && records.hasNext()) {
        isWanted = records.next();
      }
    } catch (CsvParseException | UncheckedIOException e) {
      throw handler.failure(file, e);
    }
  }

  private RuntimeException failure(String file, RuntimeException thrown) throws IOException {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidArgumentException failed) {
        return failed;
      }
      if (cause instanceof CharacterCodingException) {
        return new InvalidArgumentException(
            "Cannot convert " + file + ": it is not UTF-8, after line " + line(), thrown);
      }
      if (cause instanceof IOException io) {
        throw NamedInputStream.named(file, io);
      }
    }
    Throwable why = thrown.getCause() == null ? thrown : thrown.getCause();
    return BadRow.of(file, line(), why.getMessage(), thrown);
  }

  private long line() {
    return firstLine - 1 + Math.max(1, getStartingLineNumber());
  }

  @Override
  protected void handleBegin(long startingLineNumber) {
    fields = 0;
  }

  @Override
  protected void handleField(int index, char[] text, int offset, int length, boolean isQuoted) {
    receiver.field(index, line(), text, offset, length, isQuoted);
    fields++;
  }

  @Override
  protected void handleEmpty() {
    if (countsEmptyLines) {
      handleField(0, new char[0], 0, 0, false);
    }
  }

  @Override
  protected Boolean buildRecord() {
    boolean isSkipped = getRecordType() == RecordType.EMPTY && !countsEmptyLines;
    return isSkipped || receiver.end(fields, line());
  }
}
