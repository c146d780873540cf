// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.convert.UnsupportedTypeException;
import io.albis.cli.output.InvalidUtf8;
import io.albis.cli.row.RowColumn;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.storage.internal.memory.Memory;
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

  private final List<RowColumn> columns;
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
    this.columns = RowColumn.of(schema);
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
      byte[] name = columns.get(i).field().name().getBytes(StandardCharsets.UTF_8);
      quoted(name, i == 0);
    }
    text.append('\r').append('\n');
  }

  @Override
  public void write(ColumnBatch batch, int start, int count) throws IOException {
    RowColumn.load(columns, batch);
    int last = columns.size() - 1;
    for (int row = start; row < start + count; row++) {
      for (int i = 0; i <= last; i++) {
        RowColumn column = columns.get(i);
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

  private void append(RowColumn column, int row, boolean isFirst) {
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
    if (replacesInvalid && !Utf8Check.isValid(view.address(), view.length())) {
      quoted(view.toString().getBytes(StandardCharsets.UTF_8), isFirst);
    } else {
      string(isFirst);
    }
  }

  /** Appends the string of the view. */
  private void string(boolean isFirst) {
    long address = view.address();
    int length = view.length();
    int quotes = 0;
    boolean needsQuotes = length == 0 || (isFirst && Memory.getByte(address) == '#');
    for (int i = 0; i < length; i++) {
      byte value = Memory.getByte(address + i);
      quotes += value == '"' ? 1 : 0;
      needsQuotes |= value == ',' || value == '\n' || value == '\r';
    }
    if (quotes == 0) {
      int at = text.reserve(length + (needsQuotes ? 2 : 0));
      byte[] bytes = text.bytes();
      if (needsQuotes) {
        bytes[at++] = '"';
        bytes[at + length] = '"';
      }
      Memory.copyToArray(address, bytes, at, length);
      return;
    }
    int at = text.reserve(length + quotes + 2);
    byte[] bytes = text.bytes();
    bytes[at++] = '"';
    for (int i = 0; i < length; i++) {
      byte value = Memory.getByte(address + i);
      bytes[at++] = value;
      if (value == '"') {
        bytes[at++] = '"';
      }
    }
    bytes[at] = '"';
  }

  private void quoted(byte[] value, boolean isFirst) {
    boolean needsQuotes = value.length == 0 || (isFirst && value[0] == '#');
    for (byte b : value) {
      needsQuotes |= b == ',' || b == '\n' || b == '\r' || b == '"';
    }
    if (!needsQuotes) {
      text.append(value);
      return;
    }
    text.append('"');
    for (byte b : value) {
      text.append((char) (b & 0xff));
      if (b == '"') {
        text.append('"');
      }
    }
    text.append('"');
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
