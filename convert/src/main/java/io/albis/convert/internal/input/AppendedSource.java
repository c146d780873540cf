// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.append.MappedBatchWriter;
import io.albis.convert.internal.batch.InputSource;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.function.IntConsumer;

/**
 * A file as rows of a table with other columns: of the one that it is appended to, or of some
 * fields of its own.
 *
 * @param description of the file, with the columns of the table
 */
public record AppendedSource(InputSource file, Description description) implements InputSource {

  /** Reads a file as rows of a table with these columns. */
  public AppendedSource(InputSource file, Schema table) {
    this(file, file.description().withSchema(table));
  }

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    // Not closed: the batch writer belongs to the caller.
    BatchWriter mapped = new MappedBatchWriter(file.schema(), wanted, batches);
    file.readColumns(part, file.schema(), mapped, written);
  }
}
