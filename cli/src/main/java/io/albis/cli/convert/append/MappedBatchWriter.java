// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.writer.batch.BatchColumn;
import io.albis.writer.batch.BatchWriter;

/**
 * Writes batches of an input to a table whose columns are in another order, or do not have all
 * fields. Does not own the writer of the table.
 */
record MappedBatchWriter(BatchWriter batches, ColumnMapping mapping) implements BatchWriter {

  @Override
  public BatchColumn column(int field) {
    int position = mapping.positions().get(field);
    return position == ColumnMapping.DISCARDED
        ? DiscardedColumn.INSTANCE
        : MappedBatchColumn.of(batches.column(position), mapping.children().get(field));
  }

  @Override
  public void endBatch(int rows) {
    batches.endBatch(rows);
  }

  @Override
  public long rowCount() {
    return batches.rowCount();
  }

  @Override
  public void close() {}
}
