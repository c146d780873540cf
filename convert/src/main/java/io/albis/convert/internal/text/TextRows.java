// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.IntConsumer;

/** The rows of a text file, in parts. Several threads can read parts concurrently. */
public abstract class TextRows {

  private final TextFile file;
  private final Schema schema;
  private final List<TextPart> parts;

  /**
   * Opens a file, and counts its rows.
   *
   * @param schema the columns to read
   */
  TextRows(TextFile file, Schema schema, TextScanner scanner) throws IOException {
    this.file = file;
    this.schema = schema;
    try (InputStream in = file.open()) {
      this.parts = scanner.scan(in);
    }
  }

  /** Returns the path of the file, for messages. */
  public String name() {
    return file.path().toString();
  }

  /** Returns the columns; fields have no ids. */
  public Schema schema() {
    return schema;
  }

  /** Returns the number of rows of each part, in order. */
  public List<Long> parts() {
    return parts.stream().map(TextPart::rows).toList();
  }

  /**
   * Writes the rows of a part, column by column.
   *
   * @param part the index of the part, from 0
   * @param wanted the columns to write: a subset of {@link #schema}, in any order
   * @param written called after each batch with its number of rows
   * @throws io.albis.convert.ConversionException if a row is invalid; the message names file, line,
   *     column and value
   */
  public void read(int part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    TextPart range = parts.get(part);
    TextBatch batch = new TextBatch(wanted, batches, written);
    read(file.open(range), range.firstLine(), wanted, batch);
    batch.flush();
    range.requireRows(name(), batch.rowCount());
  }

  /**
   * Adds all rows.
   *
   * @param in closed
   * @param firstLine the number of the first line
   */
  abstract void read(InputStream in, long firstLine, Schema wanted, TextBatch batch)
      throws IOException;
}
