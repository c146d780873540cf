// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Partitioning;
import io.albis.reader.Table;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.ColumnUse;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.spark.TestTables;
import io.albis.spark.internal.source.OpenDatasets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cache is told of queries: as many scans as they execute, and nothing afterwards. */
class PlannedScansTest {

  @TempDir static Path directory;

  private static PluginSession session;

  private SparkSession spark;

  /** Set by the test whose task fails once. */
  private static final AtomicBoolean HAS_FAILED = new AtomicBoolean();

  /** Set by the test that cancels a query, whose tasks wait. */
  private static volatile CountDownLatch started;

  @BeforeAll
  static void start() {
    session =
        new PluginSession(
            Map.of(
                "spark.master", "local[2,2]",
                "spark.memory.offHeap.enabled", "true",
                "spark.memory.offHeap.size", "256m",
                "spark.datasource.albis.cache-size", "64m",
                "spark.sql.autoBroadcastJoinThreshold", "200k"));
    Path table = directory.resolve("t");
    for (int i = 0; i < 4; i++) {
      TestTables.append(table, i * 5_000L, 5_000);
    }
    TestTables.keyed(directory.resolve("p"), Partitioning.identity("key"), 8_000);
    TestTables.append(directory.resolve("small"), 0, 50);
  }

  @AfterAll
  static void stop() {
    session.close();
  }

  /** Without join keys, by which tasks leave out segments: those scans end without a request. */
  @BeforeEach
  void views() {
    spark = session.spark().newSession();
    SparkSession.setActiveSession(spark);
    for (String name : List.of("t", "p", "small")) {
      spark
          .read()
          .format("albis")
          .option("join-keys", "false")
          .load(directory.resolve(name).toString())
          .createOrReplaceTempView(name);
    }
  }

  /** Cancelled tasks end after their query, and hold segments until then. */
  @AfterEach
  void empty() throws Exception {
    session.awaitEvents();
    PluginSession.await(
        () ->
            Stream.of(spark.sparkContext().statusTracker().getExecutorInfos())
                .allMatch(executor -> executor.numRunningTasks() == 0),
        "tasks to end");
    spark.catalog().clearCache();
    OpenDatasets.closeIdle();
    ColumnCache.shared().clear();
  }

  private static CacheStatistics statistics() {
    return ColumnCache.shared().statistics();
  }

  /** By table and column group. */
  private static Map<String, Long> byColumn(ToLongFunction<ColumnUse> number) {
    Map<String, Long> numbers = new TreeMap<>();
    for (ColumnUse use : statistics().columns()) {
      numbers.merge(use.table() + "#" + use.columns(), number.applyAsLong(use), Long::sum);
    }
    return numbers;
  }

  private static Map<String, Long> difference(Map<String, Long> after, Map<String, Long> before) {
    Map<String, Long> changes = new HashMap<>();
    after.forEach(
        (column, number) -> {
          long change = number - before.getOrDefault(column, 0L);
          if (change != 0) {
            changes.put(column, change);
          }
        });
    return changes;
  }

  private static void requireNothingIsLeft() throws Exception {
    session.awaitEvents();
    PluginSession.await(() -> statistics().openPlans() == 0, "plans to end");
    assertThat(statistics().reservedBytes()).isZero();
  }

  /** Runs a query, all of whose planned scans must be executed, and no others. */
  private void requireExact(String query) throws Exception {
    requireExact(query, () -> spark.sql(query).collectAsList());
  }

  private static void requireExact(String name, Runnable query) throws Exception {
    requireNothingIsLeft();
    Map<String, Long> plannedBefore = byColumn(ColumnUse::plannedScans);
    Map<String, Long> finishedBefore = byColumn(ColumnUse::finishedScans);
    Map<String, Long> usedBefore = byColumn(use -> use.hits() + use.misses());
    long withdrawnBefore = statistics().withdrawnScans();

    query.run();
    requireNothingIsLeft();

    Map<String, Long> planned = difference(byColumn(ColumnUse::plannedScans), plannedBefore);
    assertThat(planned).as(name).isNotEmpty();
    assertThat(difference(byColumn(ColumnUse::finishedScans), finishedBefore))
        .as(name)
        .isEqualTo(planned);
    assertThat(difference(byColumn(use -> use.hits() + use.misses()), usedBefore))
        .as(name)
        .isEqualTo(planned);
    assertThat(statistics().withdrawnScans()).as(name).isEqualTo(withdrawnBefore);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void countsAreExact(String adaptive) throws Exception {
    spark.conf().set("spark.sql.adaptive.enabled", adaptive);
    for (String query :
        List.of(
            "SELECT sum(price), count(name) FROM t",
            "SELECT id, price FROM t WHERE id >= 7000",
            "SELECT id FROM t UNION ALL SELECT id FROM t",
            "SELECT a.id, b.name FROM t a JOIN t b ON a.id = b.id",
            "SELECT t.name FROM t JOIN small ON t.id = small.id",
            "SELECT id FROM t WHERE price > (SELECT avg(price) FROM small)",
            "SELECT name FROM t WHERE id IN (SELECT id FROM small)",
            "WITH c AS (SELECT id, count(*) n FROM t GROUP BY id)"
                + " SELECT * FROM c a JOIN c b ON a.id = b.id + 1",
            "SELECT id % 5, max(price) FROM t GROUP BY 1 ORDER BY 2")) {
      requireExact(query);
    }
  }

  /** The partitions that are left are planned in place of all. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void countsWhatRuntimeFiltersLeave(String adaptive) throws Exception {
    spark.conf().set("spark.sql.adaptive.enabled", adaptive);
    String query = "SELECT p.value FROM p JOIN small ON p.key = small.id WHERE small.price < 1.5";
    requireNothingIsLeft();
    Map<String, Long> plannedBefore = byColumn(ColumnUse::plannedScans);
    Map<String, Long> finishedBefore = byColumn(ColumnUse::finishedScans);
    long remainingBefore = remaining();

    spark.sql(query).collectAsList();

    requireNothingIsLeft();
    assertThat(remaining()).isEqualTo(remainingBefore);
    assertThat(difference(byColumn(ColumnUse::plannedScans), plannedBefore)).isNotEmpty();
    assertThat(difference(byColumn(ColumnUse::finishedScans), finishedBefore)).isNotEmpty();
  }

  private static long remaining() {
    CacheStatistics now = statistics();
    return now.plannedScans() - now.finishedScans() - now.withdrawnScans();
  }

  @Test
  void aTableInSparksOwnCacheCountsAsWhatItReads() throws Exception {
    spark.sql("CACHE LAZY TABLE kept AS SELECT id, price FROM t");
    long plannedBefore = statistics().plannedScans();

    spark.sql("SELECT sum(id) FROM kept").collectAsList();
    requireNothingIsLeft();
    assertThat(statistics().plannedScans()).isGreaterThan(plannedBefore);
    long planned = statistics().plannedScans();

    spark.sql("SELECT max(id) FROM kept").collectAsList();
    requireNothingIsLeft();
    assertThat(statistics().plannedScans()).isEqualTo(planned);
  }

  @Test
  void aFailedQueryLeavesNothing() throws Exception {
    spark
        .udf()
        .register(
            "fails",
            (UDF1<Long, Boolean>)
                id -> {
                  if (id > 12_000) {
                    throw new IllegalStateException("as planned");
                  }
                  return true;
                },
            DataTypes.BooleanType);

    assertThatThrownBy(() -> spark.sql("SELECT price FROM t WHERE fails(id)").collectAsList())
        .hasStackTraceContaining("as planned");

    requireNothingIsLeft();
    assertThat(remaining()).isZero();
  }

  /** A plan of another query does not lose what the second attempt reads again. */
  @Test
  void aRepeatedTaskCountsOnce() throws Exception {
    HAS_FAILED.set(false);
    spark
        .udf()
        .register(
            "failsOnce",
            (UDF1<Long, Boolean>)
                id -> {
                  if (id == 12_000 && HAS_FAILED.compareAndSet(false, true)) {
                    throw new IllegalStateException("as planned");
                  }
                  return true;
                },
            DataTypes.BooleanType);
    requireNothingIsLeft();
    CacheStatistics before = statistics();
    List<RegisteredPlan> others = new ArrayList<>();
    try (Table table = Table.open(directory.resolve("t").toString())) {
      for (int i = 0; i < 2; i++) {
        others.add(
            ColumnCache.shared().plan(table.scan().select("id", "price").planned("other" + i, 1)));
      }
    }

    long rows = spark.sql("SELECT price FROM t WHERE failsOnce(id)").collectAsList().size();

    session.awaitEvents();
    CacheStatistics after = statistics();
    assertThat(rows).isEqualTo(20_000);
    assertThat(HAS_FAILED).isTrue();
    long ofOneScan = (after.plannedScans() - before.plannedScans()) / 3;
    assertThat(after.finishedScans() - before.finishedScans()).isEqualTo(ofOneScan);
    assertThat(after.hits() + after.misses() - before.hits() - before.misses())
        .isGreaterThan(ofOneScan);
    others.forEach(RegisteredPlan::close);
    assertThat(remaining()).isZero();
  }

  @Test
  void aCancelledQueryLeavesNothing() throws Exception {
    started = new CountDownLatch(1);
    spark
        .udf()
        .register(
            "waits",
            (UDF1<Long, Boolean>)
                id -> {
                  started.countDown();
                  Thread.sleep(TimeUnit.MINUTES.toMillis(1));
                  return true;
                },
            DataTypes.BooleanType);
    Thread query =
        new Thread(
            () -> {
              spark.sparkContext().setJobGroup("cancelled", "cancelled", true);
              assertThatThrownBy(
                      () -> spark.sql("SELECT price FROM t WHERE waits(id)").collectAsList())
                  .hasMessageContaining("cancelled");
            });
    query.start();
    assertThat(started.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(statistics().openPlans()).isEqualTo(1);

    spark.sparkContext().cancelJobGroup("cancelled");
    query.join();

    requireNothingIsLeft();
    assertThat(remaining()).isZero();
  }

  /** A second execution of a plan is not planned again. */
  @Test
  void aPlanThatIsExecutedAgainIsRegisteredAgain() throws Exception {
    var query = spark.sql("SELECT id, name FROM t");
    query.queryExecution().executedPlan();
    long before = statistics().plannedScans();

    query.collectAsList();
    requireNothingIsLeft();
    long once = statistics().plannedScans() - before;
    query.collectAsList();
    requireNothingIsLeft();

    assertThat(once).isPositive();
    assertThat(statistics().plannedScans() - before).isEqualTo(2 * once);
    assertThat(remaining()).isZero();
  }
}
