// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.util.List;
import java.util.function.IntConsumer;

/** Collects rows column by column, and writes them as batches. For one thread. */
public final class TextBatch {

  private static final int MAX_ROWS = 1024;
  private static final long MAX_BYTES = 4 << 20;

  /** The bytes that the columns of a batch have. */
  static final class Size {
    private long bytes;

    void add(int count) {
      bytes += count;
    }
  }

  private final Size size = new Size();
  private final List<TextColumn> columns;
  private final BatchWriter batches;
  private final IntConsumer written;
  private int rows;
  private long flushed;

  /**
   * Starts with the first row.
   *
   * @param batches not closed
   * @param written called after each batch with its number of rows
   */
  public TextBatch(Schema schema, BatchWriter batches, IntConsumer written) {
    this.columns =
        schema.fields().stream().map(field -> new TextColumn(field.type(), size)).toList();
    this.batches = batches;
    this.written = written;
  }

  /** Returns a column; each row adds at most one value. */
  public TextColumn column(int index) {
    return columns.get(index);
  }

  /** Ends the row. Columns without a value are null. */
  public void endRow() {
    rows++;
    for (TextColumn column : columns) {
      column.fill(rows);
    }
    if (rows == MAX_ROWS || size.bytes > MAX_BYTES) {
      flush();
    }
  }

  /** Returns the number of all rows. */
  long rowCount() {
    return flushed + rows;
  }

  /** Writes the rows that have been collected. */
  public void flush() {
    if (rows > 0) {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).set(batches.column(i));
      }
      batches.endBatch(rows);
      written.accept(rows);
      columns.forEach(TextColumn::clear);
      size.bytes = 0;
      flushed += rows;
      rows = 0;
    }
  }
}
