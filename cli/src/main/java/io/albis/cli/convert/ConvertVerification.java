// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Dataset;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares a written table or file with its input files: types, and value by value. */
public final class ConvertVerification {

  private final Schema schema;
  private final ScannedRows written;
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
   * @throws CommandFailedException if a type or a value differs; the message names file, row and
   *     column
   */
  public static long run(List<InputSource> sources, Dataset written) throws IOException {
    long rows =
        sources.stream()
            .flatMap(s -> s.parts().stream())
            .mapToLong(InputSource.Part::rowCount)
            .sum();
    long first = Math.max(0, written.rowCount() - rows);
    try (ScannedRows cursor = new ScannedRows(written.scan(), first, written.rowCount() - first);
        Progress progress = Progress.start("Verifying", written.rowCount(), "rows")) {
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
   * @throws CommandFailedException if the rows differ
   */
  public static long runUnordered(List<InputSource> sources, Dataset written) throws IOException {
    RowDigests expected = new RowDigests();
    RowDigests found = new RowDigests();
    try (Progress progress = Progress.start("Verifying", 2 * written.rowCount(), "rows")) {
      for (InputSource file : sources) {
        requireSameTypes(file, written.schema());
        for (InputSource.Part part : file.parts()) {
          try (CountingRowWriter rows =
              new CountingRowWriter(new RowCollector(written.schema(), expected::add), progress)) {
            file.read(part, written.schema(), rows);
          }
        }
      }
      long first = Math.max(0, written.rowCount() - expected.rows());
      try (ScannedRows cursor =
          new ScannedRows(written.scan(), first, written.rowCount() - first)) {
        while (cursor.next()) {
          found.add(cursor.values());
          progress.add(1);
        }
      }
    }
    if (!expected.isSame(found)) {
      throw new CommandFailedException(
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
        throw new CommandFailedException(
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

  private void compare(InputSource file, Progress progress) throws IOException {
    source = file.name();
    row = 0;
    for (InputSource.Part part : file.parts()) {
      try (CountingRowWriter rows =
          new CountingRowWriter(new RowCollector(schema, this::compare), progress)) {
        file.read(part, schema, rows);
      }
    }
  }

  private void compare(List<Object> expected) {
    if (!written.next()) {
      throw new CommandFailedException(
          "Cannot verify " + source + ": the output ends before its row " + row);
    }
    List<Object> found = written.values();
    for (int i = 0; i < expected.size(); i++) {
      if (!equal(expected.get(i), found.get(i))) {
        throw new CommandFailedException(
            "Cannot verify "
                + source
                + ": row "
                + row
                + ", column "
                + schema.fields().get(i).name()
                + ": expected "
                + text(expected.get(i))
                + ", found "
                + text(found.get(i)));
      }
    }
    row++;
    compared++;
  }

  /** Compares materialized values deeply; floating-point numbers by their bits. */
  static boolean equal(Object a, Object b) {
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return java.util.Arrays.equals(x, y);
    }
    if (a instanceof Double x && b instanceof Double y) {
      return Double.doubleToRawLongBits(x) == Double.doubleToRawLongBits(y);
    }
    if (a instanceof Float x && b instanceof Float y) {
      return Float.floatToRawIntBits(x) == Float.floatToRawIntBits(y);
    }
    if (a instanceof Map.Entry<?, ?> x && b instanceof Map.Entry<?, ?> y) {
      return equal(x.getKey(), y.getKey()) && equal(x.getValue(), y.getValue());
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      boolean equal = x.size() == y.size();
      for (int i = 0; equal && i < x.size(); i++) {
        equal = equal(x.get(i), y.get(i));
      }
      return equal;
    }
    return Objects.equals(a, b);
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes
        ? "0x" + java.util.HexFormat.of().formatHex(bytes)
        : String.valueOf(value);
  }
}
