// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.bench.layouts.FactTable;
import io.albis.bench.layouts.QueryWorkload;
import io.albis.reader.cache.replay.CacheTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The generated queries of the experiment with layouts, which resembles that of Pixels: 547 queries
 * on a table of 1,187 columns, whose use follows Zipf's law. After every fiftieth, all columns of a
 * row group are read.
 */
final class WideQueries {

  private static final int SEED = 1;
  private static final int ROW_GROUPS = 6;
  private static final int ROWS = 80_000;
  private static final int QUERIES_PER_EXPORT = 50;

  private WideQueries() {}

  static CacheTrace trace() {
    Map<String, Integer> widths = new LinkedHashMap<>();
    IntStream.range(0, FactTable.COLUMNS)
        .forEach(i -> widths.put(FactTable.name(i), i % 10 < 7 ? Long.BYTES : Integer.BYTES));
    ModelTable table = new ModelTable("facts", ROW_GROUPS, ROWS, widths);
    List<ModelQuery> queries = new ArrayList<>();
    int exports = 0;
    List<int[]> generated =
        QueryWorkload.generate(SEED, QueryWorkload.QUERIES, FactTable.COLUMNS, 0.5).queries();
    for (int i = 0; i < generated.size(); i++) {
      List<String> columns = IntStream.of(generated.get(i)).mapToObj(FactTable::name).toList();
      queries.add(new ModelQuery(table.segments(columns, 0, ROW_GROUPS)));
      if (i % QUERIES_PER_EXPORT == QUERIES_PER_EXPORT - 1) {
        int rowGroup = exports++ % ROW_GROUPS;
        queries.add(new ModelQuery(table.segments(table.columns(), rowGroup, rowGroup + 1)));
      }
    }
    return TraceMaker.of(List.of(queries));
  }
}
