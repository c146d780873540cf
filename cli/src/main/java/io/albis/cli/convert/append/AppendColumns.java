// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.format.schema.Schema;
import io.albis.writer.batch.BatchWriter;
import io.albis.writer.row.RowWriter;

/** Writers through which an input is written to a table with other columns. Immutable. */
public final class AppendColumns {

  private final ColumnMapping mapping;

  /**
   * Maps columns.
   *
   * @param input the columns of the input, which fit those of the table ({@link AppendCheck})
   */
  public AppendColumns(Schema input, Schema table) {
    this.mapping = ColumnMapping.of(input, table);
  }

  /** Returns whether batches of the input can be written: no value is widened. */
  public boolean hasBatches() {
    return mapping.isSame();
  }

  /** Returns a writer for rows of the input; its close does nothing. */
  public RowWriter rows(RowWriter table) {
    return new MappedRowWriter(table, mapping);
  }

  /** Returns a writer for batches of the input; its close does nothing. */
  public BatchWriter batches(BatchWriter table) {
    return new MappedBatchWriter(table, mapping);
  }
}
