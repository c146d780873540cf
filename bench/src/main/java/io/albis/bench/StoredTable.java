// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.util.SplittableRandom;

/** A table of {@link StoreSales} in files in the page cache, written with default sizes. */
final class StoredTable implements AutoCloseable {

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private final String uri = directory.path("table");
  private final Table table;

  StoredTable(ColumnGroupSpec groups, int rows) {
    try (TableWriter writer =
        TableWriter.create(uri, StoreSales.schema())
            .columnGroups(groups)
            .option("io.direct", "never")
            .open()) {
      try (RowWriter rowWriter = writer.newRowWriter()) {
        StoreSales.writeRows(rowWriter, new SplittableRandom(42), rows);
      }
      writer.commit();
    }
    table = Table.open(uri, ReadOptions.defaults().option("io.direct", "never"));
  }

  String uri() {
    return uri;
  }

  Table table() {
    return table;
  }

  @Override
  public void close() {
    table.close();
    directory.close();
  }
}
