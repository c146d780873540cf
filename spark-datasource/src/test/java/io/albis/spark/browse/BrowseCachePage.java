// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.browse;

import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.spark.AlbisPlugin;
import io.albis.spark.plugin.CachePages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.history.FsHistoryProvider;
import org.apache.spark.deploy.history.HistoryServer;
import org.apache.spark.deploy.history.HistoryServer$;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Runs queries in executors with caches, looks at the page about caches with a browser, live and in
 * the history server, compares it with the caches, and takes pictures. Run by {@code
 * spark-datasource/browse}.
 */
public final class BrowseCachePage {

  private static final int EXECUTORS = 3;

  private static final int WIDTH = 1680;

  private static final int HEIGHT = 960;

  private static final String PAGE = "/column-cache/";

  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final List<String> QUERIES =
      List.of(
          "SELECT store, sum(price) FROM sales GROUP BY store ORDER BY store",
          "SELECT store, sum(price) FROM sales WHERE quantity > 3 GROUP BY store",
          "SELECT day, sum(price * quantity) FROM sales GROUP BY day ORDER BY day LIMIT 10",
          "SELECT count(*) FROM sales a JOIN stores s ON a.store = s.store WHERE s.city = 'c7'",
          "SELECT s.city, avg(a.price) FROM sales a JOIN stores s ON a.store = s.store GROUP BY 1",
          "SELECT max(discount), min(discount) FROM sales WHERE day < 100");

  private final Path work;
  private final Path pictures;
  private final Browser browser;

  private BrowseCachePage(Path work, Path pictures, Browser browser) {
    this.work = work;
    this.pictures = pictures;
    this.browser = browser;
  }

  /**
   * Runs all.
   *
   * @param arguments directories for temporary files and for pictures, and the browser's program
   */
  public static void main(String[] arguments) throws Exception {
    Path work = Path.of(arguments[0]);
    Browser browser = new Browser(arguments[2], Files.createDirectory(work.resolve("browser")));
    new BrowseCachePage(work, Path.of(arguments[1]), browser).run();
    System.out.println("browse: the page shows what the caches do, live and in the history server");
  }

  private void run() throws Exception {
    Path logs = Files.createDirectory(work.resolve("logs"));
    String id;
    String page;
    try (SparkSession spark = start(logs)) {
      id = spark.sparkContext().applicationId();
      page = live(spark, spark.sparkContext().uiWebUrl().get() + PAGE);
    }
    history(logs, id, page);
    EventLogs.print(logs);
  }

  /** Returns the last state of the page. */
  private String live(SparkSession spark, String url) throws Exception {
    write(spark);
    for (int pass = 0; pass < 3; pass++) {
      QUERIES.forEach(query -> query(spark, query));
    }
    settled(url, 3 * QUERIES.size());
    requireExecutors(url, statistics(spark));
    requireSums(browser.document(url));

    if (!spark.sparkContext().killExecutors(killed())) {
      throw new IllegalStateException("Cannot end an executor");
    }
    await(url, page -> page.contains("0 (lost)"));
    Thread slow = new Thread(() -> query(spark, "SELECT sum(price) FROM sales WHERE slow(store)"));
    slow.start();
    await(
        url,
        page ->
            page.contains("<td>running</td>") && sum(CachePages.rows(page, "executors"), 5) > 0);
    browser.screenshot(url, WIDTH, HEIGHT, pictures.resolve("spark-cache-live.png"));
    slow.join();
    String last = settled(url, 3 * QUERIES.size() + 1);
    requireSums(last);
    return last;
  }

  private static Seq<String> killed() {
    return CollectionConverters.asScala(List.of("0")).toSeq();
  }

  private SparkSession start(Path logs) {
    SparkSession spark =
        SparkSession.builder()
            .master("local-cluster[" + EXECUTORS + ",1,1024]")
            .appName("sales reports")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.port", "0")
            .config("spark.master.rest.enabled", "false")
            .config("spark.eventLog.enabled", "true")
            .config("spark.eventLog.dir", logs.toUri().toString())
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            // Libraries of the class path have native parts of another version of Netty.
            .config("spark.executor.extraJavaOptions", "-Dio.netty.transport.noNative=true")
            .config("spark.memory.offHeap.enabled", "true")
            .config("spark.memory.offHeap.size", "192m")
            .config("spark.sql.shuffle.partitions", "3")
            .config("spark.plugins", AlbisPlugin.class.getName())
            .config("spark.datasource.albis.cache-size", "24m")
            .getOrCreate();
    spark
        .udf()
        .register(
            "slow",
            (UDF1<Long, Boolean>)
                store -> {
                  if (store % 250 == 0) {
                    Thread.sleep(1);
                  }
                  return true;
                },
            DataTypes.BooleanType);
    return spark;
  }

  private void write(SparkSession spark) {
    String sales = work.resolve("sales").toString();
    spark
        .range(0, 6_000_000, 1, 6)
        .selectExpr(
            "id * 7919 % 1000 AS store",
            "CAST(id * 104729 % 365 AS int) AS day",
            "CAST(id % 9 + 1 AS int) AS quantity",
            "id * 15485863 % 100003 / 100.0D AS price",
            "CAST(id * 32452843 % 10007 / 100 AS decimal(7, 2)) AS discount")
        .write()
        .format("albis")
        .save(sales);
    String stores = work.resolve("stores").toString();
    spark
        .range(0, 1000)
        .selectExpr("id AS store", "concat('c', id % 50) AS city")
        .write()
        .format("albis")
        .save(stores);
    spark.read().format("albis").load(sales).createOrReplaceTempView("sales");
    spark.read().format("albis").load(stores).createOrReplaceTempView("stores");
  }

  private static void query(SparkSession spark, String text) {
    spark.sparkContext().setJobDescription(text);
    spark.sql(text).collectAsList();
  }

  private interface Condition {
    boolean isTrue(String page);
  }

  private String await(String url, Condition condition) throws Exception {
    long start = System.nanoTime();
    while (true) {
      String page = CachePages.get(url);
      if (page != null && condition.isTrue(page)) {
        return browser.document(url);
      }
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("Still waiting for " + url + ":\n" + page);
      }
      Thread.sleep(100);
    }
  }

  private String settled(String url, int queries) throws Exception {
    return await(
        url,
        page ->
            CachePages.rows(page, "queries").stream()
                    .filter(query -> query.get(2).equals("ended"))
                    .count()
                == queries);
  }

  /** Asks the executors themselves; each task takes another one. */
  private static Map<String, List<Long>> statistics(SparkSession spark) {
    Map<String, List<Long>> found = new TreeMap<>();
    while (found.size() < EXECUTORS) {
      found.putAll(
          new HashMap<>(
              JavaSparkContext.fromSparkContext(spark.sparkContext())
                  .parallelize(IntStream.range(0, 4 * EXECUTORS).boxed().toList(), 4 * EXECUTORS)
                  .mapToPair(
                      i -> {
                        CacheStatistics cache = ColumnCache.shared().statistics();
                        Thread.sleep(5);
                        return new Tuple2<>(SparkEnv.get().executorId(), numbers(cache));
                      })
                  .collectAsMap()));
    }
    return found;
  }

  private static List<Long> numbers(CacheStatistics cache) {
    return List.of(
        cache.reservedBytes(),
        cache.cachedBytes(),
        cache.leasedBytes(),
        cache.hits(),
        cache.misses(),
        cache.hitBytes(),
        cache.missBytes());
  }

  /** Executors may look at their caches later than at queries. */
  private void requireExecutors(String url, Map<String, List<Long>> expected) throws Exception {
    require(
        expected.values().stream().allMatch(numbers -> numbers.get(3) > 0),
        "hits in all executors: " + expected);
    String page = await(url, text -> executors(text).equals(expected));
    require(executors(page).equals(expected), "executors " + expected);
  }

  private static Map<String, List<Long>> executors(String page) {
    Map<String, List<Long>> shown = new TreeMap<>();
    for (List<String> row : CachePages.rows(page, "executors")) {
      shown.put(row.get(0), row.subList(5, 12).stream().map(Long::valueOf).toList());
    }
    return shown;
  }

  /** The sums by query, and by column, are those by executor. */
  private static void requireSums(String page) {
    for (int column = 3; column <= 5; column++) {
      long ofQueries = sum(CachePages.rows(page, "queries"), column);
      long ofExecutors = sum(CachePages.rows(page, "executors"), column + 10);
      require(
          ofQueries == ofExecutors,
          "sum " + ofQueries + " of queries but " + ofExecutors + " of executors");
    }
    require(sum(CachePages.rows(page, "queries"), 3) > 0, "planned scans");
    require(
        sum(CachePages.rows(page, "columns"), 2) == sum(CachePages.rows(page, "executors"), 8),
        "the hits of columns to be those of executors");
  }

  private static long sum(List<List<String>> rows, int column) {
    return rows.stream().mapToLong(row -> Long.parseLong(row.get(column))).sum();
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new IllegalStateException("Expected " + what);
    }
  }

  private void history(Path logs, String id, String live) throws Exception {
    SparkConf conf =
        new SparkConf(false).set("spark.history.fs.logDirectory", logs.toUri().toString());
    HistoryServer server =
        new HistoryServer(
            conf,
            new FsHistoryProvider(conf),
            HistoryServer$.MODULE$.createSecurityManager(conf),
            0);
    server.bind();
    try {
      String url = "http://127.0.0.1:" + server.boundPort() + "/history/" + id + PAGE;
      String page = await(url, text -> true);
      for (String table : List.of("columns", "queries")) {
        require(
            CachePages.rows(page, table).equals(CachePages.rows(live, table)),
            "the same " + table + " in the history server");
      }
      require(
          CachePages.rows(page, "executors").size() == EXECUTORS,
          "all executors in the history server");
      browser.screenshot(url, WIDTH, HEIGHT, pictures.resolve("spark-cache-history.png"));
    } finally {
      server.stop();
    }
  }
}
