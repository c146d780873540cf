// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.reader.cache.replay.CacheTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of {@code lineorder} that the thirteen queries of the Star Schema Benchmark read
 * (O'Neil et al., 2009), on the last two of seven years, in turn. After every third query, all
 * columns of a fifth of an older year are exported, each of them once in a turn.
 */
final class SsbQueries {

  private static final int YEARS = 7;
  private static final int PARTS = 5;
  private static final int RECENT = 2 * PARTS;
  private static final int TURNS = 12;
  private static final int QUERIES_PER_EXPORT = 3;

  private static final Map<String, Integer> LINEORDER = new LinkedHashMap<>();

  static {
    LINEORDER.put("lo_orderkey", Long.BYTES);
    for (String name :
        List.of(
            "linenumber",
            "custkey",
            "partkey",
            "suppkey",
            "orderdate",
            "shippriority",
            "quantity",
            "extendedprice",
            "ordtotalprice",
            "discount",
            "revenue",
            "supplycost",
            "tax",
            "commitdate")) {
      LINEORDER.put("lo_" + name, Integer.BYTES);
    }
    LINEORDER.put("lo_orderpriority", 14);
    LINEORDER.put("lo_shipmode", 9);
  }

  private static final List<String> FLIGHT_1 =
      List.of("lo_orderdate", "lo_discount", "lo_quantity", "lo_extendedprice");
  private static final List<String> FLIGHT_2 =
      List.of("lo_orderdate", "lo_partkey", "lo_suppkey", "lo_revenue");
  private static final List<String> FLIGHT_3 =
      List.of("lo_orderdate", "lo_custkey", "lo_suppkey", "lo_revenue");
  private static final List<String> FLIGHT_4 =
      List.of(
          "lo_orderdate", "lo_custkey", "lo_suppkey", "lo_partkey", "lo_revenue", "lo_supplycost");

  private static final List<List<String>> QUERIES =
      List.of(
          FLIGHT_1, FLIGHT_1, FLIGHT_1, FLIGHT_2, FLIGHT_2, FLIGHT_2, FLIGHT_3, FLIGHT_3, FLIGHT_3,
          FLIGHT_3, FLIGHT_4, FLIGHT_4, FLIGHT_4);

  private SsbQueries() {}

  static CacheTrace trace() {
    ModelTable table = new ModelTable("lineorder", YEARS * PARTS, 500_000, LINEORDER);
    int parts = table.rowGroups();
    List<ModelQuery> queries = new ArrayList<>();
    int next = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      for (List<String> columns : QUERIES) {
        queries.add(new ModelQuery(table.segments(columns, parts - RECENT, parts)));
        if (queries.size() % (QUERIES_PER_EXPORT + 1) == QUERIES_PER_EXPORT) {
          int part = next++ % (parts - RECENT);
          queries.add(new ModelQuery(table.segments(table.columns(), part, part + 1)));
        }
      }
    }
    return TraceMaker.of(List.of(queries));
  }
}
