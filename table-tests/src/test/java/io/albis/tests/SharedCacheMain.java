// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;

/** A program that reads a table twice and prints what the cache of the process has done. */
final class SharedCacheMain {

  private SharedCacheMain() {}

  public static void main(String[] arguments) {
    try (Table table = Table.open(arguments[0], ReadOptions.defaults())) {
      for (int i = 0; i < 3; i++) {
        read(table);
      }
    } catch (IllegalArgumentException e) {
      System.out.println("table: " + e.getMessage());
    }
    // Each attempt says the same.
    for (int i = 0; i < 2; i++) {
      try {
        CacheStatistics statistics = ColumnCache.shared().statistics();
        System.out.println(
            ColumnCache.isSharedByDefault()
                + " "
                + statistics.policy()
                + " "
                + statistics.limitBytes()
                + " "
                + (statistics.hits() > 0 ? "hits" : "no hits"));
      } catch (IllegalArgumentException e) {
        System.out.println("cache: " + e.getMessage());
      }
    }
  }

  private static void read(Table table) {
    try (BatchCursor batches = table.scan().batches()) {
      while (batches.next()) {
        if (batches.batch().rowCount() == 0) {
          throw new IllegalStateException("An empty batch");
        }
      }
    }
  }
}
