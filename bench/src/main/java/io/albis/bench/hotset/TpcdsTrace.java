// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.bench.streams.Query;
import io.albis.bench.streams.ScanSpec;
import io.albis.bench.streams.TpcdsQueries;
import io.albis.reader.cache.replay.CacheTrace;
import io.albis.reader.source.SegmentKey;
import io.albis.tools.tpcds.TpcdsColumn;
import io.albis.tools.tpcds.TpcdsTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Seven streams of the queries of {@code bench streams} on the large tables at scale factor 10, in
 * row groups of a month each. After every tenth query of a stream, all columns of a table are read
 * in twelve months.
 */
final class TpcdsTrace {

  private static final int SEED = 1;
  private static final int STREAMS = 7;
  private static final int MONTHS = 60;
  private static final int QUERIES_PER_EXPORT = 10;
  private static final int EXPORTED = 12;
  private static final int TEXT_BYTES = 20;

  /** The keys of the dates from January 1998 to December 2002. */
  private static final int FIRST_KEY = 2_450_815;

  private static final int KEYS = 1_826;

  private final Map<String, ModelTable> tables = new HashMap<>();

  private TpcdsTrace() {
    add("store_sales", 480_000);
    add("catalog_sales", 240_000);
    add("web_sales", 120_000);
  }

  private void add(String name, long rowsOfMonth) {
    Map<String, Integer> widths = new LinkedHashMap<>();
    for (TpcdsColumn column : new TpcdsTable(name, 1).columns()) {
      int bytes =
          switch (column.kind()) {
            case INT -> Integer.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            case TEXT -> TEXT_BYTES;
          };
      widths.put(column.name(), bytes);
    }
    tables.put(name, new ModelTable(name, MONTHS, rowsOfMonth, widths));
  }

  static CacheTrace trace() {
    return new TpcdsTrace().make();
  }

  private CacheTrace make() {
    List<List<ModelQuery>> streams = new ArrayList<>();
    for (int stream = 0; stream < STREAMS; stream++) {
      List<ModelQuery> queries = new ArrayList<>();
      for (Query query : TpcdsQueries.ofStream(SEED, stream, Integer.MAX_VALUE)) {
        queries.add(new ModelQuery(segments(query)));
        if (queries.size() % (QUERIES_PER_EXPORT + 1) == QUERIES_PER_EXPORT) {
          ModelTable table = tables.get(TpcdsQueries.TABLES.get(stream % TpcdsQueries.FACTS));
          int first = stream * EXPORTED % MONTHS;
          queries.add(new ModelQuery(table.segments(table.columns(), first, first + EXPORTED)));
        }
      }
      streams.add(queries);
    }
    return TraceMaker.of(streams);
  }

  /** The segments of large tables, scan by scan. */
  private List<SegmentKey> segments(Query query) {
    List<SegmentKey> all = new ArrayList<>();
    for (ScanSpec scan : query.scans()) {
      ModelTable table = tables.get(scan.table());
      if (table != null) {
        ScanSpec.KeyRange range = scan.range();
        int first = range == null ? 0 : month(range.low());
        int last = range == null ? MONTHS - 1 : month(range.high());
        all.addAll(table.segments(scan.columns(), first, last + 1));
      }
    }
    return all;
  }

  private static int month(int key) {
    return Math.min(MONTHS - 1, Math.max(0, (key - FIRST_KEY) * MONTHS / KEYS));
  }
}
