// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.spark.SparkTestSession;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Option;

/** What users do with cached data frames. */
@ExtendWith(SparkTestSession.class)
class CacheTest {

  private final SparkSession session;

  @TempDir private Path dir;

  CacheTest(SparkSession session) {
    this.session = session;
  }

  @BeforeEach
  void useAlbis() {
    CacheSession.useAlbis(session);
  }

  @AfterEach
  void clear() {
    CacheSession.clear(session);
    CacheSession.useSpark(session);
  }

  private Dataset<Row> frame(long rows) {
    return session
        .range(0, rows, 1, 4)
        .selectExpr("id", "cast(id as string) s", "if(id % 3 = 0, null, id / 7) d", "id % 2 = 0 b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MEMORY_ONLY",
        "MEMORY_AND_DISK",
        "DISK_ONLY",
        "MEMORY_ONLY_SER",
        "MEMORY_AND_DISK_SER",
        "OFF_HEAP",
        "MEMORY_ONLY_2",
        "DISK_ONLY_2"
      })
  void readsWhatWasCached(String level) {
    Dataset<Row> frame = frame(100_000);
    var expected = frame.selectExpr("sum(id)", "max(s)", "sum(d)", "count_if(b)").collectAsList();

    frame.persist(StorageLevel.fromString(level));

    for (int round = 0; round < 2; round++) {
      assertThat(frame.selectExpr("sum(id)", "max(s)", "sum(d)", "count_if(b)").collectAsList())
          .isEqualTo(expected);
      assertThat(frame.count()).isEqualTo(100_000);
    }
    boolean isInMemory = level.equals("MEMORY_ONLY") || level.equals("MEMORY_AND_DISK");
    assertThat(CacheSession.cachedBytes() > 0)
        .isEqualTo(isInMemory || level.equals("MEMORY_ONLY_2"));
  }

  /** Evicts all blocks that are not being read, as when others need the memory. */
  private static void evictAll() {
    MemoryManager memory = SparkEnv.get().memoryManager();
    synchronized (memory) {
      SparkEnv.get()
          .blockManager()
          .memoryStore()
          .evictBlocksToFreeSpace(
              Option.empty(), memory.onHeapStorageMemoryUsed(), MemoryMode.ON_HEAP);
    }
  }

  @Test
  void freesTheMemoryOfEvictedBlocks() {
    Dataset<Row> frame = frame(100_000).persist(StorageLevel.MEMORY_ONLY());
    assertThat(frame.count()).isEqualTo(100_000);
    assertThat(CacheSession.cachedBytes()).isPositive();

    evictAll();

    assertThat(CacheSession.cachedBytes()).isZero();
    assertThat(frame.toDF().selectExpr("sum(id)").head().getLong(0)).isEqualTo(4999950000L);
  }

  @Test
  void readsEvictedBlocksFromDisk() {
    Dataset<Row> frame = frame(100_000).persist(StorageLevel.MEMORY_AND_DISK());
    assertThat(frame.count()).isEqualTo(100_000);

    evictAll();

    assertThat(CacheSession.cachedBytes()).isZero();
    assertThat(frame.toDF().selectExpr("sum(id)").head().getLong(0)).isEqualTo(4999950000L);
    assertThat(CacheSession.cachedBytes()).as("back in memory").isPositive();
  }

  @Test
  void reportsTheSizeOfBlocks() {
    Dataset<Row> frame = frame(100_000).persist(StorageLevel.MEMORY_ONLY());
    frame.count();

    long reported =
        Stream.of(session.sparkContext().getRDDStorageInfo())
            .mapToLong(RDDInfo::memSize)
            .max()
            .orElseThrow();

    assertThat(reported)
        .isBetween(CacheSession.cachedBytes(), CacheSession.cachedBytes() * 11 / 10);
  }

  /** A task that fails leaves nothing, whether its block was stored or not. */
  @Test
  void freesTheMemoryOfFailedTasks() {
    Dataset<Row> frame =
        session
            .range(0, 100_000, 1, 1)
            .selectExpr("id", "if(id = 99999, raise_error('end'), id) x")
            .persist(StorageLevel.MEMORY_ONLY());

    assertThatThrownBy(frame::count).hasMessageContaining("end");

    assertThat(CacheSession.cachedBytes()).isZero();
  }

  /** Columns of files are cached without becoming rows; where Spark has rows, they are. */
  @ParameterizedTest
  @CsvSource({
    "parquet, id IS NOT NULL, id;s;d;b, false",
    "parquet, TRUE, id;s;d;b;part, true",
    "parquet, TRUE, id + 1, false",
    "parquet, TRUE, id;list;struct;part, true",
    "albis, id % 2 = 0, id, false",
    "albis, TRUE, list;struct, true",
    "albis, id > 17, id;s, true"
  })
  void takesVectors(String format, String condition, String columns, boolean areVectors) {
    String path = dir.resolve(format).toString();
    frame(30_000)
        .selectExpr(
            "*", "array(id, null, 1) list", "struct(s, array(d) a) struct", "if(b, 'x', null) part")
        .write()
        .partitionBy("part")
        .format(format)
        .save(path);
    Dataset<Row> frame =
        session.read().format(format).load(path).where(condition).selectExpr(columns.split(";"));
    List<Row> expected = frame.collectAsList();

    frame.persist(StorageLevel.MEMORY_ONLY());

    assertThat(frame.collectAsList()).containsExactlyInAnyOrderElementsOf(expected);
    SparkPlan plan = cachedPlan(frame);
    assertThat(plan.supportsColumnar()).as(plan.toString()).isEqualTo(areVectors);
  }

  private SparkPlan cachedPlan(Dataset<Row> frame) {
    return session
        .sharedState()
        .cacheManager()
        .lookupCachedData((org.apache.spark.sql.classic.Dataset<Row>) frame)
        .get()
        .cachedRepresentation()
        .cacheBuilder()
        .cachedPlan();
  }

  /** Only Spark's serializer has columns of calendar intervals. */
  @Test
  void leavesOtherTypesToSpark() {
    Dataset<Row> frame =
        session.sql("SELECT id, make_interval(0, 1, 0, 3) i FROM range(10)").persist();

    assertThat(frame.count()).isEqualTo(10);
    assertThat(frame.toDF().where("id > 5").select("i").collectAsList()).hasSize(4);
    assertThat(CacheSession.cachedBytes()).isZero();
  }

  @Test
  void cachesTablesOfSql() {
    frame(1000).createOrReplaceTempView("cached");
    session.sql("CACHE TABLE cached");

    assertThat(session.sql("SELECT count(*) FROM cached WHERE s = '77'").head().getLong(0))
        .isEqualTo(1);
    assertThat(CacheSession.cachedBytes()).isPositive();

    session.sql("UNCACHE TABLE cached");
  }
}
