// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.cache.ColumnCache;
import io.albis.spark.TestTables;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The memory of caches as a part of Spark's. */
class CacheMemoryTest {

  private static final long MIB = 1 << 20;

  private static final long OFF_HEAP = 128 * MIB;

  private static final long CACHE = 96 * MIB;

  private static final String SIZE = "spark.datasource.albis.cache-size";

  private static final String PLUGIN = "io.albis.spark.AlbisPlugin";

  @TempDir Path directory;

  private static Map<String, String> settings(long cache) {
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.memory.offHeap.enabled", "true");
    settings.put("spark.memory.offHeap.size", Long.toString(OFF_HEAP));
    settings.put(SIZE, Long.toString(cache));
    return settings;
  }

  private String table() {
    String uri = directory.resolve("table").toString();
    for (int i = 0; i < 10; i++) {
      TestTables.append(Path.of(uri), i * 100_000L, 100_000);
    }
    return uri;
  }

  private static void read(SparkSession spark, String uri) {
    Dataset<Row> all = spark.read().format("albis").load(uri);
    all.write().format("noop").mode("overwrite").save();
  }

  /** Reads a table until the cache has most of it. */
  private static void fill(SparkSession spark, String uri) {
    for (int i = 0; i < 4; i++) {
      read(spark, uri);
    }
  }

  private static MemoryManager pool() {
    return SparkEnv.get().memoryManager();
  }

  @Test
  void isStorageMemoryOfSpark() throws Exception {
    try (PluginSession session = new PluginSession(settings(CACHE))) {
      ColumnCache cache = ColumnCache.shared();
      fill(session.spark(), table());

      assertThat(cache.heldBytes()).isGreaterThan(CACHE / 2);
      PluginSession.await(
          () -> cache.heldBytes() <= cache.limit(), "the cache to keep to its memory");
      assertThat(pool().offHeapStorageMemoryUsed()).isGreaterThanOrEqualTo(cache.heldBytes());
      PluginSession.await(
          () -> shownBytes(session.spark()) >= cache.heldBytes(), "the storage memory in the UI");
      PluginSession.await(() -> metric("cache.hitBytes") > 0, "the hits in Spark's metrics");
      assertThat(metric("cache.storageMemoryBytes")).isEqualTo(pool().offHeapStorageMemoryUsed());
    }
    assertThat(ColumnCache.shared().heldBytes()).isLessThan(MIB);
  }

  private static long metric(String name) {
    return SparkEnv.get()
                .metricsSystem()
                .getSourcesByName("plugin." + PLUGIN)
                .head()
                .metricRegistry()
                .getGauges()
                .get(name)
                .getValue()
            instanceof Long number
        ? number
        : -1;
  }

  private static long shownBytes(SparkSession spark) {
    return spark.sparkContext().statusStore().executorList(true).head().memoryUsed();
  }

  /** Operators that need nearly all off-heap memory. */
  private enum Operator {
    SORT {
      @Override
      Dataset<Row> rows(SparkSession spark) {
        return spark
            .range(0, 1_500_000, 1, 1)
            .toDF()
            .sortWithinPartitions(functions.col("id").desc());
      }
    },
    SORT_MERGE_JOIN {
      @Override
      Dataset<Row> rows(SparkSession spark) {
        return join(spark, 800_000, "merge");
      }
    },
    /** Its hash table cannot spill: without memory, it fails. */
    HASH_JOIN {
      @Override
      Dataset<Row> rows(SparkSession spark) {
        return join(spark, 700_000, "shuffle_hash");
      }
    };

    abstract Dataset<Row> rows(SparkSession spark);

    /** Two keys, since the hash table of one number is on the heap. */
    static Dataset<Row> join(SparkSession spark, long count, String hint) {
      spark.conf().set("spark.sql.shuffle.partitions", "1");
      Dataset<Row> rows = spark.range(0, count, 1, 1).selectExpr("id", "id * 7 AS other");
      return rows.join(
          spark.range(0, count, 1, 1).selectExpr("id", "id * 7 AS other").hint(hint),
          new String[] {"id", "other"});
    }

    void run(SparkSession spark) {
      rows(spark).write().format("noop").mode("overwrite").save();
    }
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void operatorsSpillNoMoreThanWithoutTheCache(Operator operator) throws Exception {
    String uri = table();
    long without;
    try (PluginSession session = new PluginSession(settings(0))) {
      without = session.spilledBy(() -> operator.run(session.spark()));
    }
    try (PluginSession session = new PluginSession(settings(CACHE))) {
      fill(session.spark(), uri);
      long before = ColumnCache.shared().heldBytes();
      assertThat(before).isGreaterThan(CACHE / 2);

      long with = session.spilledBy(() -> operator.run(session.spark()));

      assertThat(with).isLessThanOrEqualTo(without);
      assertThat(ColumnCache.shared().heldBytes()).isLessThan(before);
      assertThat(pool().offHeapExecutionMemoryUsed()).isZero();

      PluginSession.await(
          () -> {
            read(session.spark(), uri);
            return ColumnCache.shared().heldBytes() >= before * 3 / 4;
          },
          "the cache to grow again");
    }
  }

  @Test
  void aSizeThatDoesNotFitIsAnErrorAtTheStart() {
    assertThatThrownBy(() -> new PluginSession(settings(OFF_HEAP)).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("raise spark.memory.offHeap.size or lower " + SIZE);
    assertThatThrownBy(
            () ->
                new PluginSession(Map.of(SIZE, "500m", "spark.executor.memoryOverhead", "400m"))
                    .close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("raise spark.executor.memoryOverhead or lower " + SIZE);
  }

  @Test
  void withoutOffHeapMemoryOfSparkTheCacheHasItsSize() {
    try (PluginSession session =
        new PluginSession(Map.of(SIZE, "32m", "spark.memory.offHeap.enabled", "false"))) {
      assertThat(ColumnCache.shared().limit()).isEqualTo(32 * MIB);
      read(session.spark(), table());
    }
  }
}
