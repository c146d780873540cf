// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import io.albis.reader.cache.ColumnUse;
import java.util.List;

/** How columns were used in the caches of all executors. */
final class ColumnTable {

  static final String ID = "column-cache-columns";

  private ColumnTable() {}

  static void add(Html html, List<ColumnUse> columns) {
    html.table(
        ID,
        "Table",
        "Location of the table or file",
        "Columns",
        "Columns that are stored together",
        "Hits",
        "Requests of segments that were in memory",
        "Misses",
        "Requests of segments that were read from storage",
        "From cache",
        "Bytes of the hits",
        "From storage",
        "Bytes of the misses",
        "Hit share",
        "Bytes of the hits, as a part of all requested bytes",
        "Planned scans",
        "Scans of segments that queries have planned",
        "Actual scans",
        "Planned scans that were executed",
        "Evictions",
        "Segments that have left the cache");
    columns.forEach(
        column ->
            html.markup("<tr>")
                .cell(column.table())
                .cell(column.columns())
                .number(column.hits())
                .number(column.misses())
                .bytes(column.hitBytes())
                .bytes(column.missBytes())
                .share(column.hitBytes(), column.hitBytes() + column.missBytes())
                .number(column.plannedScans())
                .number(column.finishedScans())
                .number(column.evictions())
                .markup("</tr>"));
    html.endTable();
  }
}
