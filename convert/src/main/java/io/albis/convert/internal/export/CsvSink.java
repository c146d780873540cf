// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.input.UnsupportedTypeException;
import io.albis.convert.internal.literal.InvalidUtf8;
import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes CSV (RFC 4180) with a header line. A null is an empty field, an empty string is {@code
 * ""}; {@link TextFormat} formats values other than strings. The bytes of strings are written as
 * they are, or with replaced invalid UTF-8.
 */
final class CsvSink implements BatchSink {

  private static final int FLUSH = 1 << 16;

  private final List<RowField> columns;
  private final OutputStream out;
  private final boolean replacesInvalid;
  private final Utf8Buffer text = new Utf8Buffer();
  private final TextFormat format = new TextFormat();
  private final BytesView view = new BytesView();

  /**
   * Starts a file.
   *
   * @param out closed by this sink
   * @throws UnsupportedTypeException if a column is nested
   */
  CsvSink(OutputStream out, Schema schema, InvalidUtf8 invalid) {
    this.out = out;
    this.columns = RowField.of(schema);
    this.replacesInvalid = invalid == InvalidUtf8.REPLACE;
    for (Field field : schema.fields()) {
      if (field.type().isNested()) {
        throw new UnsupportedTypeException(
            "export",
            field.name(),
            "CSV has no type for " + field.type() + "; exclude the column with --columns");
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      if (i > 0) {
        text.append(',');
      }
      int start = text.length();
      text.append(columns.get(i).field().name().getBytes(StandardCharsets.UTF_8));
      quote(start, i == 0);
    }
    text.append('\r').append('\n');
  }

  @Override
  public void write(ColumnBatch batch, int start, int count) throws IOException {
    RowField.load(columns, batch);
    int last = columns.size() - 1;
    for (int row = start; row < start + count; row++) {
      for (int i = 0; i <= last; i++) {
        RowField column = columns.get(i);
        if (!column.isNullAt(row)) {
          append(column, row, i == 0);
        }
        if (i < last) {
          text.append(',');
        }
      }
      text.append('\r').append('\n');
      if (text.length() >= FLUSH) {
        text.writeTo(out);
      }
    }
  }

  private void append(RowField column, int row, boolean isFirst) {
    if (column.field().type().kind() != TypeKind.STRING) {
      int before = text.length();
      format.append(column.vector(), row, text);
      if (text.length() == before) {
        // A binary without bytes; an empty field is null.
        text.append('"').append('"');
      }
      return;
    }
    column.vector().getBytes(row, view);
    int start = text.length();
    if (replacesInvalid && !Utf8Check.isValid(view)) {
      text.append(view.toString().getBytes(StandardCharsets.UTF_8));
    } else {
      int at = text.reserve(view.length());
      view.copyTo(text.bytes(), at);
    }
    quote(start, isFirst);
  }

  /** Quotes the text from a position on, if it needs quotes. */
  private void quote(int start, boolean isFirst) {
    int length = text.length() - start;
    byte[] bytes = text.bytes();
    int quotes = 0;
    boolean needsQuotes = length == 0 || (isFirst && bytes[start] == '#');
    for (int i = start; i < start + length; i++) {
      byte value = bytes[i];
      quotes += value == '"' ? 1 : 0;
      needsQuotes |= value == ',' || value == '\n' || value == '\r';
    }
    if (!needsQuotes && quotes == 0) {
      return;
    }
    text.reserve(quotes + 2);
    bytes = text.bytes();
    int to = text.length() - 1;
    bytes[to] = '"';
    for (int i = start + length - 1; i >= start; i--) {
      byte value = bytes[i];
      bytes[--to] = value;
      if (value == '"') {
        bytes[--to] = '"';
      }
    }
    bytes[start] = '"';
  }

  @Override
  public void finish() throws IOException {
    text.writeTo(out);
    out.close();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
