// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.ColumnUse;
import io.albis.spark.TestTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.history.FsHistoryProvider;
import org.apache.spark.deploy.history.HistoryServer;
import org.apache.spark.deploy.history.HistoryServer$;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about caches in Spark's user interface, live and in the history server. */
class CachePageTest {

  private static final String PAGE = "/column-cache/";

  @TempDir Path directory;

  private Map<String, String> settings(String... more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.ui.enabled", "true");
    settings.put("spark.ui.port", "0");
    settings.put("spark.memory.offHeap.enabled", "true");
    settings.put("spark.memory.offHeap.size", "256m");
    settings.put("spark.datasource.albis.cache-size", "64m");
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return settings;
  }

  private void read(SparkSession spark, String condition) {
    spark
        .read()
        .format("albis")
        .load(directory.resolve("t&<b>").toString())
        .createOrReplaceTempView("t");
    spark.sparkContext().setJobDescription("prices of <script>alert(1)</script>");
    spark.sql("SELECT sum(price), count(name) FROM t WHERE " + condition).collectAsList();
  }

  private void write() {
    for (int i = 0; i < 4; i++) {
      TestTables.append(directory.resolve("t&<b>"), i * 5_000L, 5_000);
    }
  }

  private static String number(long number) {
    return Long.toString(number);
  }

  /** The numbers of the cache, as the page has them. */
  private static List<String> executor(CacheStatistics cache) {
    return List.of(
        number(cache.reservedBytes()),
        number(cache.cachedBytes()),
        number(cache.leasedBytes()),
        number(cache.hits()),
        number(cache.misses()),
        number(cache.hitBytes()),
        number(cache.missBytes()),
        number(Math.round(1000.0 * cache.hitBytes() / (cache.hitBytes() + cache.missBytes()))),
        number(cache.plannedScans()),
        number(cache.finishedScans()),
        number(cache.withdrawnScans()),
        number(cache.evictions().values().stream().mapToLong(Long::longValue).sum()));
  }

  private static List<String> column(ColumnUse use) {
    return List.of(
        use.table().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"),
        use.columns(),
        number(use.hits()),
        number(use.misses()),
        number(use.hitBytes()),
        number(use.missBytes()),
        number(Math.round(1000.0 * use.hitBytes() / (use.hitBytes() + use.missBytes()))),
        number(use.plannedScans()),
        number(use.finishedScans()),
        number(use.evictions()));
  }

  @Test
  void showsWhatTheCacheDoesAlsoFromTheEventLog() throws Exception {
    write();
    Path logs = Files.createDirectory(directory.resolve("logs"));
    String id;
    String live;
    try (PluginSession session =
        new PluginSession(
            settings("spark.eventLog.enabled", "true", "spark.eventLog.dir", "" + logs.toUri()))) {
      id = session.spark().sparkContext().applicationId();
      String url = session.spark().sparkContext().uiWebUrl().get();
      CacheStatistics before = ColumnCache.shared().statistics();
      read(session.spark(), "id >= 0");
      read(session.spark(), "id >= 0");
      read(session.spark(), "price > 0");

      PluginSession.await(
          () -> queries(url).filter("ended"::equals).count() == 3, "the end of the queries");
      CacheStatistics cache = ColumnCache.shared().statistics();
      PluginSession.await(
          () -> executors(CachePages.get(url + PAGE)).contains(executor(cache)), "the last look");
      live = CachePages.get(url + PAGE);
      assertThat(live).contains(">Column Cache</a>").doesNotContain("<script>alert", "t&<b>");
      assertThat(CachePages.rows(live, "executors").get(0).get(0)).isEqualTo("driver");
      assertThat(executors(live)).containsExactly(executor(cache));
      assertThat(CachePages.rows(live, "columns"))
          .containsExactlyInAnyOrderElementsOf(
              cache.columns().stream().map(CachePageTest::column).toList());

      List<List<String>> queries = CachePages.rows(live, "queries");
      long planned = queries.stream().mapToLong(query -> Long.parseLong(query.get(3))).sum();
      assertThat(planned).isPositive();
      assertThat(planned).isEqualTo(cache.plannedScans() - before.plannedScans());
      assertThat(queries)
          .allSatisfy(query -> assertThat(query.get(4)).isEqualTo(query.get(3)))
          .allSatisfy(query -> assertThat(query.get(5)).isEqualTo("0"));
      assertThat(queries.get(0).get(1)).contains("prices of &lt;script&gt;");
      assertThat(live).contains("/SQL/execution/?id=" + queries.get(0).get(0) + "\"");
    }

    String history = history(logs, id);
    assertThat(CachePages.rows(history, "queries"))
        .isNotEmpty()
        .isEqualTo(CachePages.rows(live, "queries"));
    assertThat(CachePages.rows(history, "columns"))
        .isNotEmpty()
        .isEqualTo(CachePages.rows(live, "columns"));
    assertThat(executors(history)).isEqualTo(executors(live));
  }

  @Test
  void thereIsNoTabWithoutCaches() throws Exception {
    try (PluginSession session =
        new PluginSession(settings("spark.datasource.albis.cache-size", "0"))) {
      String url = session.spark().sparkContext().uiWebUrl().get();
      assertThat(CachePages.get(url + "/jobs/")).isNotNull().doesNotContain("Column Cache");
      assertThat(CachePages.get(url + PAGE)).doesNotContain("column-cache-");
    }
  }

  /** The numbers of {@link #executor}, as the page has them. */
  private static List<List<String>> executors(String page) {
    return CachePages.rows(page, "executors").stream().map(row -> row.subList(5, 17)).toList();
  }

  private static Stream<String> queries(String url) {
    return CachePages.rows(CachePages.get(url + PAGE), "queries").stream()
        .map(query -> query.get(2));
  }

  /** Returns the page of an application that has ended, from a history server with defaults. */
  private static String history(Path logs, String id) throws Exception {
    SparkConf conf =
        new SparkConf(false)
            .set("spark.history.fs.logDirectory", logs.toUri().toString())
            .set("spark.history.fs.update.interval", "1s");
    HistoryServer server =
        new HistoryServer(
            conf,
            new FsHistoryProvider(conf),
            HistoryServer$.MODULE$.createSecurityManager(conf),
            0);
    server.bind();
    try {
      String url = "http://127.0.0.1:" + server.boundPort() + "/history/" + id + PAGE;
      String[] page = new String[1];
      PluginSession.await(
          () -> {
            page[0] = CachePages.get(url);
            return page[0] != null;
          },
          "the event log to be read");
      return page[0];
    } finally {
      server.stop();
    }
  }
}
