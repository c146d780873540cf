// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.ColumnUse;
import io.albis.spark.plugin.PluginSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The planned scans of queries of TPC-DS are those that readers then do. The property {@code
 * albis.tpcds} names queries, or is {@code all}.
 */
class PlannedTpcdsTest {

  private static final QueryTexts QUERIES = new QueryTexts(Path.of(""), "tpcds");

  private static final String CHOICE = System.getProperty("albis.tpcds", "q3,q14a,q95");

  private static final Map<String, String> SETTINGS =
      Map.of("spark.datasource.albis.cache-size", "256m", "spark.sql.ansi.enabled", "false");

  @TempDir Path directory;

  /** What was done with a column. */
  private static final class Counts {
    private long requests;
    private long planned;
    private long finished;

    private void add(ColumnUse use, int sign) {
      requests += sign * (use.hits() + use.misses());
      planned += sign * use.plannedScans();
      finished += sign * use.finishedScans();
    }
  }

  @Test
  void plannedScansAreDone() throws Exception {
    List<String> names = CHOICE.equals("all") ? QUERIES.names() : List.of(CHOICE.split(","));
    try (PluginSession session = new PluginSession(SETTINGS)) {
      SparkSession spark = session.spark();
      TpcdsTables tables = new TpcdsTables(directory, 0.01, spark, spark.newSession());
      for (String name : names) {
        String query = QUERIES.unlimited(name);
        tables.makeThoseOf(query);
        for (boolean isAdaptive : new boolean[] {false, true}) {
          spark.conf().set("spark.sql.adaptive.enabled", isAdaptive);
          CacheStatistics before = ColumnCache.shared().statistics();
          spark.sql(query).collectAsList();
          // Adaptive execution leaves tasks running whose results it does not need.
          PluginSession.await(
              () -> spark.sparkContext().statusTracker().getActiveStageIds().length == 0, "tasks");
          session.awaitEvents();
          CacheStatistics after = ColumnCache.shared().statistics();
          check(name + (isAdaptive ? ", adaptive" : ""), isAdaptive, before, after);
        }
      }
      assertThat(ColumnCache.shared().statistics().plannedScans()).isPositive();
    }
  }

  /** Adaptive execution drops stages whose results it does not need, even while they are read. */
  private static void check(
      String name, boolean isAdaptive, CacheStatistics before, CacheStatistics after) {
    assertThat(after.openPlans()).as(name).isZero();
    assertThat(after.plannedScans())
        .as(name)
        .isEqualTo(after.finishedScans() + after.withdrawnScans());
    Map<String, Counts> columns = new TreeMap<>();
    before.columns().forEach(use -> counts(columns, use).add(use, -1));
    after.columns().forEach(use -> counts(columns, use).add(use, 1));
    columns.forEach(
        (column, counts) -> {
          String what = name + ": " + column;
          assertThat(counts.planned > 0).as(what).isEqualTo(counts.requests + counts.planned > 0);
          if (!isAdaptive) {
            assertThat(counts.finished).as(what).isEqualTo(counts.planned);
          }
        });
  }

  private static Counts counts(Map<String, Counts> columns, ColumnUse use) {
    return columns.computeIfAbsent(use.table() + ' ' + use.columns(), key -> new Counts());
  }
}
