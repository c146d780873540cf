// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.reader.Split;
import io.albis.reader.Table;
import java.util.ArrayList;
import java.util.List;

/** A table of {@link StoreSales} with all batches loaded. */
final class WarmTable implements AutoCloseable {

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private final Table table;
  private final List<BatchCursor> cursors = new ArrayList<>();
  private final List<ColumnBatch> batches = new ArrayList<>();

  WarmTable(ColumnGroupSpec groups, int rowGroups) {
    String uri = directory.path("table");
    StoreSales.write(uri, groups, rowGroups);
    table = Table.open(uri);
    // A split of one byte is one row group, which is one batch, so each batch stays loaded in its
    // own cursor.
    long loaded = 0;
    for (Split split : table.scan().splits(1)) {
      BatchCursor cursor = table.scan().batches(split);
      cursors.add(cursor);
      if (!cursor.next()) {
        throw new IllegalStateException("Cannot load " + split + ": it has no batch");
      }
      batches.add(cursor.batch());
      loaded += cursor.batch().rowCount();
    }
    if (loaded != table.rowCount()) {
      throw new IllegalStateException("Loaded " + loaded + " rows of " + table.rowCount());
    }
  }

  /** Returns all batches in the order of their rows. */
  List<ColumnBatch> batches() {
    return batches;
  }

  /** Returns the address of the first row of each batch, in the row layout. */
  long[] rowAddresses() {
    long[] addresses = new long[batches.size()];
    for (int i = 0; i < addresses.length; i++) {
      try (RowCursor cursor = batches.get(i).rows()) {
        cursor.next();
        addresses[i] = cursor.row().address();
        HandWritten.requireStride(cursor.row().stride());
      }
    }
    return addresses;
  }

  @Override
  public void close() {
    cursors.forEach(BatchCursor::close);
    table.close();
    directory.close();
  }
}
