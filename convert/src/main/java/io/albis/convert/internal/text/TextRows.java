// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.convert.internal.batch.InputSource;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A CSV or JSON lines file. Each part is a range of lines. */
public abstract class TextRows implements InputSource {

  private final TextFile file;
  private final List<TextPart> ranges;
  private final Description description;

  /**
   * Opens a file, and counts its rows.
   *
   * @param schema the columns to read
   */
  TextRows(TextFile file, Schema schema, TextScanner scanner) throws IOException {
    this.file = file;
    try (InputStream in = file.open()) {
      this.ranges = scanner.scan(in);
    }
    List<Part> parts = new ArrayList<>();
    ranges.forEach(range -> parts.add(new Part(parts.size(), range.rows())));
    this.description = new Description(file.path().toString(), schema, Map.of(), parts);
  }

  @Override
  public Description description() {
    return description;
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.albis.format.error.InvalidArgumentException if a row is invalid; the message names
   *     file, line, column and value
   */
  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    TextPart range = ranges.get(part.index());
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
