// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;

/** A table of {@link StoreSales} of which a column cache holds every segment. */
final class CachedTable implements AutoCloseable {

  private static final long LIMIT = 1L << 30;

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private final ColumnCache cache =
      ColumnCache.builder()
          .limit(LIMIT)
          .policy(CachePolicy.lru())
          .pressure(MemoryPressure.none())
          .build();
  private final Table table;

  CachedTable(ColumnGroupSpec groups, int rowGroups) {
    String uri = directory.path("table");
    StoreSales.write(uri, groups, rowGroups);
    table = Table.open(uri, ReadOptions.defaults().cache(cache));
    load();
    requireCached();
  }

  private void load() {
    try (BatchCursor cursor = table.scan().batches()) {
      while (cursor.next()) {
        if (cursor.batch().rowCount() == 0) {
          throw new IllegalStateException("Cannot load an empty batch");
        }
      }
    }
  }

  private void requireCached() {
    DatasetScan scan = table.scan();
    try (BatchCursor cursor = scan.batches()) {
      while (cursor.next()) {
        if (scan.metrics().bytesRead() > 0) {
          throw new IllegalStateException("The cache has not kept the table");
        }
      }
    }
  }

  Table table() {
    return table;
  }

  @Override
  public void close() {
    table.close();
    cache.close();
    directory.close();
  }
}
