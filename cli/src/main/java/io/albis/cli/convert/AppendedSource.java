// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.convert.append.AppendColumns;
import io.albis.format.schema.Schema;
import io.albis.writer.batch.BatchWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A file as rows of a table with other columns: of the one that it is appended to, or of some
 * fields of its own.
 */
final class AppendedSource implements InputSource {

  private final InputSource file;
  private final Schema table;
  private final AppendColumns columns;

  AppendedSource(InputSource file, Schema table) {
    this.file = file;
    this.table = table;
    this.columns = new AppendColumns(file.schema(), table);
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public Schema schema() {
    return table;
  }

  @Override
  public Map<String, String> properties() {
    return file.properties();
  }

  @Override
  public List<Part> parts() {
    return file.parts();
  }

  @Override
  public boolean hasColumns() {
    return file.hasColumns() && columns.hasBatches();
  }

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    // Not closed: the batch writer belongs to the caller.
    file.readColumns(part, file.schema(), columns.batches(batches), written);
  }

  @Override
  public void read(Part part, Schema wanted, RowWriter rows) throws IOException {
    try (RowWriter mapped = columns.rows(rows)) {
      file.read(part, file.schema(), mapped);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
