// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.maintenance.internal.copy.BatchCopier;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.writer.BatchWriter;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Row groups that follow each other in their partition, and are rewritten together.
 *
 * @param numbers of the row groups, in row order
 * @param firstRow number in the table of the first row
 * @param rowSpan rows from the first to the last one, with those of other partitions between them
 * @param rowCount number of rows
 * @param bytes length of the extents
 */
public record RowGroupRun(
    List<Long> numbers, long firstRow, long rowSpan, long rowCount, long bytes)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * Copies the rows.
   *
   * @param scan of all columns of the snapshot in which the row groups are
   * @param writer closed when this returns or throws
   * @param progress called after each batch with the rows that were copied so far
   */
  public void copy(DatasetScan scan, BatchWriter writer, LongConsumer progress) {
    DatasetScan ofRun = scan;
    if (rowSpan > rowCount) {
      Set<Long> wanted = new HashSet<>(numbers);
      ofRun = scan.filterRowGroups((number, file) -> wanted.contains(number));
    }
    long rows = 0;
    try (BatchCopier copier = new BatchCopier(writer);
        BatchCursor cursor = ofRun.batches(firstRow, rowSpan)) {
      while (cursor.next()) {
        copier.copy(cursor.batch());
        rows += cursor.batch().rowCount();
        progress.accept(rows);
      }
    }
  }
}
