// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import io.albis.reader.cache.ColumnUse;
import org.apache.spark.util.kvstore.KVIndex;

/** How the caches of all executors were used for a column group. */
public record ColumnTotal(ColumnUse use) {

  /** Identifies the column group in the store. */
  @KVIndex
  public String key() {
    return key(use);
  }

  /** Returns what identifies a column group: executors may know the table by several ids. */
  public static String key(ColumnUse use) {
    return use.table() + '#' + use.columnGroup();
  }

  /** Adds up what two caches, or two readers of a cache, did for a column group. */
  public static ColumnUse sum(ColumnUse one, ColumnUse other) {
    return new ColumnUse(
        one.tableId(),
        one.table(),
        one.columnGroup(),
        one.columns(),
        one.hits() + other.hits(),
        one.misses() + other.misses(),
        one.hitBytes() + other.hitBytes(),
        one.missBytes() + other.missBytes(),
        one.plannedScans() + other.plannedScans(),
        one.finishedScans() + other.finishedScans(),
        one.withdrawnScans() + other.withdrawnScans(),
        one.evictions() + other.evictions());
  }
}
