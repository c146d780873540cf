// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnBatch;
import io.albis.writer.batch.BatchWriter;
import java.util.List;

/** Copies rows column by column, through arrays that are used again and again. */
final class BatchCopier implements RowCopier {

  /** Elements of all arrays together, so that wide tables take no more memory. */
  private static final int MAX_ELEMENTS = 1 << 20;

  private static final int MIN_ROWS = 64;
  private static final int MAX_ROWS = 4096;

  private final BatchWriter writer;
  private final int capacity;
  private final ColumnCopier[] columns;

  BatchCopier(Schema schema, BatchWriter writer) {
    this.writer = writer;
    List<Leaf> leaves = schema.leaves();
    int rows = MAX_ELEMENTS / Math.max(1, leaves.size());
    this.capacity = Math.max(MIN_ROWS, Math.min(MAX_ROWS, rows));
    this.columns = new ColumnCopier[leaves.size()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = ColumnCopier.of(leaves.get(c), capacity);
    }
  }

  @Override
  public void copy(ColumnBatch batch) {
    for (int from = 0; from < batch.rowCount(); from += capacity) {
      int count = Math.min(capacity, batch.rowCount() - from);
      for (int c = 0; c < columns.length; c++) {
        columns[c].copy(batch.column(c), from, count, writer, c);
      }
      writer.endBatch(count);
    }
  }

  @Override
  public void close() {
    writer.close();
  }
}
