// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.maintenance.internal.copy.BatchCopier;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.DatasetScan;
import io.albis.writer.TaskWriter;
import java.io.Serializable;
import java.util.Arrays;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A row group of which some rows are kept.
 *
 * @param firstRow number of its first row in the table
 * @param rowCount its rows
 * @param bytes of its extents
 * @param deleted the rows to leave out, by their numbers in the row group
 */
record RowGroupCopy(long firstRow, long rowCount, long bytes, RoaringBitmap deleted)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * Copies the other rows, column by column.
   *
   * @param scan of the table, of all columns and rows
   * @param position of the rows in the files of the task
   */
  void run(DatasetScan scan, TaskWriter writer, int position) {
    try (BatchCopier copier = new BatchCopier(writer.newBatchWriter(position));
        BatchCursor cursor = scan.batches(firstRow, rowCount)) {
      PeekableIntIterator next = deleted.getIntIterator();
      while (cursor.next()) {
        copy(cursor.batch(), next, copier);
      }
    }
  }

  /**
   * Copies a batch.
   *
   * @param next the deleted rows from the first row of the batch on
   */
  private static void copy(ColumnBatch batch, PeekableIntIterator next, BatchCopier copier) {
    int first = Math.toIntExact(batch.firstRowInRowGroup());
    int end = first + batch.rowCount();
    if (!next.hasNext() || next.peekNext() >= end) {
      copier.copy(batch);
      return;
    }
    int[] kept = new int[batch.rowCount()];
    int count = 0;
    for (int row = first; row < end; row++) {
      if (next.hasNext() && next.peekNext() == row) {
        next.next();
      } else {
        kept[count++] = row - first;
      }
    }
    copier.copy(batch, Arrays.copyOf(kept, count));
  }
}
