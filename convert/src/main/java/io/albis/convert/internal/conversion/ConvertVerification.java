// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.ProgressListener;
import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.convert.internal.batch.BatchValues;
import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.row.RowField;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Dataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Compares a written table or file with its input files: types, and value by value. */
public final class ConvertVerification {

  private final Schema schema;
  private final ScannedRows written;
  private final ValueComparison values = new ValueComparison();
  private String source;
  private long row;
  private long compared;

  private ConvertVerification(Schema schema, ScannedRows written) {
    this.schema = schema;
    this.written = written;
  }

  /**
   * Reads the last rows of a table or file and the input files again.
   *
   * @param sources the input files, in the order in which they were written
   * @param written the table, opened at the snapshot that contains the rows, or the file
   * @return the number of rows compared
   * @throws InvalidArgumentException if a type or a value differs; the message names file, row and
   *     column
   */
  public static long run(List<InputSource> sources, Dataset written, ProgressListener listener)
      throws IOException {
    long rows =
        sources.stream()
            .flatMap(s -> s.parts().stream())
            .mapToLong(InputSource.Part::rowCount)
            .sum();
    long first = Math.max(0, written.rowCount() - rows);
    try (ScannedRows cursor = new ScannedRows(written.scan(), first, written.rowCount() - first);
        ProgressListener progress = listener.start("Verifying", written.rowCount())) {
      ConvertVerification verification = new ConvertVerification(written.schema(), cursor);
      for (InputSource file : sources) {
        requireSameTypes(file, written.schema());
        verification.compare(file, progress);
      }
      return verification.compared;
    }
  }

  /**
   * As {@link #run}, for rows that were partitioned or sorted: compares the rows without their
   * order, by digests.
   *
   * @throws InvalidArgumentException if the rows differ
   */
  public static long runUnordered(
      List<InputSource> sources, Dataset written, ProgressListener listener) throws IOException {
    RowDigests expected = new RowDigests();
    RowDigests found = new RowDigests();
    try (ProgressListener progress = listener.start("Verifying", 2 * written.rowCount())) {
      for (InputSource file : sources) {
        requireSameTypes(file, written.schema());
        for (InputSource.Part part : file.parts()) {
          BatchValues batches =
              new BatchValues(
                  written.schema(), (columns, rows) -> addRows(columns, rows, expected));
          file.readColumns(part, written.schema(), batches, progress::add);
        }
      }
      long first = Math.max(0, written.rowCount() - expected.rows());
      try (ScannedRows cursor =
          new ScannedRows(written.scan(), first, written.rowCount() - first)) {
        for (; cursor.hasNext(); cursor.advance(1)) {
          found.add(cursor.values());
          progress.add(1);
        }
      }
    }
    if (!expected.isSame(found)) {
      throw new InvalidArgumentException(
          "Cannot verify "
              + written.uri()
              + ": its "
              + found.rows()
              + " new rows are not the "
              + expected.rows()
              + " rows of the input");
    }
    return found.rows();
  }

  /** Values of two types may be the same numbers and mean something else. */
  private static void requireSameTypes(InputSource file, Schema written) {
    List<Field> expected = file.schema().fields();
    for (int i = 0; i < expected.size(); i++) {
      Field found = written.fields().get(i);
      if (!areSame(expected.get(i).type(), found.type())) {
        throw new InvalidArgumentException(
            "Cannot verify "
                + file.name()
                + ": column "
                + found.name()
                + ": expected the type "
                + expected.get(i).type()
                + ", found "
                + found.type());
      }
    }
  }

  /** Compares types, but not which of their fields may be null, or metadata. */
  private static boolean areSame(Type a, Type b) {
    if (a.nesting() == Nesting.NONE) {
      return a.equals(b);
    }
    boolean areSame = a.kind() == b.kind() && a.children().size() == b.children().size();
    for (int i = 0; areSame && i < a.children().size(); i++) {
      areSame = areSame(a.children().get(i).type(), b.children().get(i).type());
    }
    return areSame;
  }

  private static void addRows(List<BatchColumnValues> columns, int rows, RowDigests digests) {
    for (int i = 0; i < rows; i++) {
      List<Object> row = new ArrayList<>(columns.size());
      for (BatchColumnValues column : columns) {
        row.add(column.object(i));
      }
      digests.add(row);
    }
  }

  private void compare(InputSource file, ProgressListener progress) throws IOException {
    source = file.name();
    row = 0;
    for (InputSource.Part part : file.parts()) {
      file.readColumns(part, schema, new BatchValues(schema, this::compare), progress::add);
    }
  }

  private void compare(List<BatchColumnValues> expected, int rows) {
    int done = 0;
    while (done < rows) {
      if (!written.hasNext()) {
        throw new InvalidArgumentException(
            "Cannot verify " + source + ": the output ends before its row " + row);
      }
      int count = Math.min(rows - done, written.remaining());
      for (int c = 0; c < expected.size(); c++) {
        RowField found = written.columns().get(c);
        for (int i = 0; i < count; i++) {
          if (!values.areSame(expected.get(c), done + i, found, written.row() + i)) {
            throw different(row + i, expected.get(c), done + i, found, written.row() + i);
          }
        }
      }
      written.advance(count);
      done += count;
      row += count;
      compared += count;
    }
  }

  private InvalidArgumentException different(
      long number, BatchColumnValues expected, int expectedAt, RowField found, int foundAt) {
    return new InvalidArgumentException(
        "Cannot verify "
            + source
            + ": row "
            + number
            + ", column "
            + expected.path()
            + ": expected "
            + text(expected.object(expectedAt))
            + ", found "
            + text(written.value(found, foundAt)));
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes
        ? "0x" + java.util.HexFormat.of().formatHex(bytes)
        : String.valueOf(value);
  }
}
