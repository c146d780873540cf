// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hotset;

import io.albis.reader.cache.replay.CacheTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Two streams that each repeat reports, of three to five of 24 columns, on up to the last twelve of
 * sixty months, and a stream that reads all columns of two old months at a time, each of them once.
 */
final class DashboardQueries {

  private static final int SEED = 7;
  private static final int MONTHS = 60;
  private static final int RECENT = 12;
  private static final int COLUMNS = 40;
  private static final int HOT_COLUMNS = 24;
  private static final int REPORTS = 120;

  private DashboardQueries() {}

  static CacheTrace trace() {
    Map<String, Integer> widths = new LinkedHashMap<>();
    for (int i = 0; i < COLUMNS; i++) {
      widths.put("c" + i, i % 3 == 0 ? Long.BYTES : Integer.BYTES);
    }
    ModelTable table = new ModelTable("events", MONTHS, 200_000, widths);
    SplittableRandom random = new SplittableRandom(SEED);
    List<ModelQuery> exports = new ArrayList<>();
    for (int month = 0; month + 2 <= MONTHS - RECENT; month += 2) {
      exports.add(new ModelQuery(table.segments(table.columns(), month, month + 2)));
    }
    return TraceMaker.of(List.of(reports(table, random), reports(table, random), exports));
  }

  private static List<ModelQuery> reports(ModelTable table, SplittableRandom random) {
    List<ModelQuery> reports = new ArrayList<>();
    for (int i = 0; i < REPORTS; i++) {
      List<String> columns = new ArrayList<>();
      for (int j = random.nextInt(3, 6); j > 0; j--) {
        columns.add("c" + random.nextInt(HOT_COLUMNS));
      }
      int last = random.nextInt(1, RECENT + 1);
      reports.add(new ModelQuery(table.segments(columns, MONTHS - last, MONTHS)));
    }
    return reports;
  }
}
