// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.append.MappedBatchWriter;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A file as rows of a table with other columns: of the one that it is appended to, or of some
 * fields of its own.
 */
public final class AppendedSource implements InputSource {

  private final InputSource file;
  private final Schema table;

  public AppendedSource(InputSource file, Schema table) {
    this.file = file;
    this.table = table;
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
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    // Not closed: the batch writer belongs to the caller.
    BatchWriter mapped = new MappedBatchWriter(file.schema(), wanted, batches);
    file.readColumns(part, file.schema(), mapped, written);
  }
}
