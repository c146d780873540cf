// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.spark.plugin.PluginSession;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.columnar.InMemoryRelation$;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/** Cached data frames in mapped files. */
class MappedFramesTest {

  private static final String MAPPED = "spark.datasource.albis.mapped-cache";
  private static final long ROWS = 4_000_000;

  @TempDir Path directory;

  private PluginSession session;

  private void start(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("spark.sql.cache.serializer", AlbisCacheSerializer.class.getName());
    session = new PluginSession(all);
    InMemoryRelation$.MODULE$.clearSerializer();
  }

  @AfterEach
  void stop() throws Exception {
    session.spark().sharedState().cacheManager().clearCache();
    PluginSession.await(
        () -> MappedFile.allBytes() == 0 && Region.allocator().allocatedBytes() == 0,
        "cached data to be freed");
    assertThat(CachedFrameMemory.mappings()).isEmpty();
    session.close();
    InMemoryRelation$.MODULE$.clearSerializer();
  }

  /** 16 bytes per row. */
  private Dataset<Row> frame() {
    return session
        .spark()
        .range(0, ROWS, 1, 8)
        .selectExpr("id", "id * 3 AS other")
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static void requireAllRows(Dataset<Row> frame) {
    Row sums = frame.toDF().selectExpr("sum(id)", "sum(other)", "count(*)").head();
    assertThat(sums.getLong(0)).isEqualTo(ROWS * (ROWS - 1) / 2);
    assertThat(sums.getLong(1)).isEqualTo(ROWS * (ROWS - 1) / 2 * 3);
    assertThat(sums.getLong(2)).isEqualTo(ROWS);
  }

  private RDDInfo stored() {
    return Stream.of(session.spark().sparkContext().getRDDStorageInfo())
        .filter(info -> info.numCachedPartitions() > 0)
        .findFirst()
        .orElseThrow();
  }

  private static Object metric(String name) {
    return SparkEnv.get()
        .metricsSystem()
        .getSourcesByName("plugin.io.albis.spark.AlbisPlugin")
        .head()
        .metricRegistry()
        .getGauges()
        .get(name)
        .getValue();
  }

  @Test
  void mapsWhatMemoryHasNoRoomFor() {
    // Storage memory of 36 MB, for 64 MB.
    start(Map.of("spark.testing.memory", "60000000", "spark.testing.reservedMemory", "0"));
    Dataset<Row> frame = frame();

    requireAllRows(frame);

    assertThat(MappedFile.allBytes()).isBetween(16L << 20, ROWS * 16);
    assertThat(metric("frames.mappedBytes")).isEqualTo(MappedFile.allBytes());
    assertThat(metric("frames.memoryBytes")).isEqualTo(Region.allocator().allocatedBytes());
    assertThat(Region.allocator().allocatedBytes()).isPositive();
    assertThat(stored().numCachedPartitions()).isEqualTo(8);
    assertThat(stored().diskSize()).as("serialized by Spark").isZero();
    requireAllRows(frame);
    assertThat(frame.toDF().where("id BETWEEN 5 AND 6").selectExpr("sum(other)").head().getLong(0))
        .isEqualTo(33);
  }

  @Test
  void mapsAllOnRequestAndLeavesNoName() throws Exception {
    start(Map.of(MAPPED, "true"));
    Dataset<Row> frame = frame();

    requireAllRows(frame);

    assertThat(MappedFile.allBytes()).isGreaterThan(ROWS * 16 - 1);
    assertThat(CachedFrameMemory.mappings()).isNotEmpty();
    assertThat(Region.allocator().allocatedBytes()).isZero();
    assertThat(stored().memSize()).isLessThan(1 << 20);
    for (File local : SparkEnv.get().blockManager().diskBlockManager().localDirs()) {
      try (Stream<Path> files = Files.walk(local.toPath())) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .noneMatch(name -> name.startsWith("albis-"));
      }
    }
  }

  /** Spark writes evicted blocks as bytes; what is read of them is mapped again. */
  @Test
  void mapsEvictedBlocksAgain() {
    start(Map.of(MAPPED, "true"));
    Dataset<Row> frame = frame();
    requireAllRows(frame);
    MemoryManager memory = SparkEnv.get().memoryManager();

    synchronized (memory) {
      SparkEnv.get()
          .blockManager()
          .memoryStore()
          .evictBlocksToFreeSpace(
              Option.empty(), memory.onHeapStorageMemoryUsed(), MemoryMode.ON_HEAP);
    }

    assertThat(MappedFile.allBytes()).isZero();
    requireAllRows(frame);
    assertThat(MappedFile.allBytes()).isGreaterThan(ROWS * 16 - 1);
    assertThat(Region.allocator().allocatedBytes()).isZero();
  }

  @Test
  void keepsOtherLevelsOutOfFiles() {
    start(Map.of(MAPPED, "true"));
    for (StorageLevel level :
        List.of(
            StorageLevel.MEMORY_ONLY(),
            StorageLevel.DISK_ONLY(),
            StorageLevel.MEMORY_AND_DISK_SER())) {
      Dataset<Row> frame = session.spark().range(100_000).toDF("id").persist(level);

      assertThat(frame.toDF().selectExpr("sum(id)").head().getLong(0)).isEqualTo(4999950000L);

      assertThat(MappedFile.allBytes()).isZero();
      frame.unpersist(true);
    }
  }

  /** The files are not encrypted. */
  @Test
  void writesNoFilesIfSparkEncryptsItsOwn() {
    start(Map.of(MAPPED, "true", "spark.io.encryption.enabled", "true"));

    requireAllRows(frame());

    assertThat(MappedFile.allBytes()).isZero();
    assertThat(Region.allocator().allocatedBytes()).isGreaterThan(ROWS * 16 - 1);
  }

  @Test
  void freesTheFilesOfFailedTasks() {
    start(Map.of(MAPPED, "true"));
    Dataset<Row> frame =
        session
            .spark()
            .range(0, 100_000, 1, 1)
            .selectExpr("id", "if(id = 99999, raise_error('end'), id) x")
            .persist(StorageLevel.MEMORY_AND_DISK());

    assertThatThrownBy(frame::count).hasMessageContaining("end");

    assertThat(MappedFile.allBytes()).isZero();
  }

  @Test
  void refusesAnotherSetting() {
    start(Map.of(MAPPED, "maybe"));

    assertThatThrownBy(() -> frame().count())
        .hasMessageContaining("Invalid " + MAPPED + ": maybe (expected auto, true or false)");
  }

  /** On a full disk, what does not fit stays in memory. */
  @Test
  void keepsInMemoryWhatTheDiskHasNoSpaceFor() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=6m", "none", disk.toString()) == 0);
    try {
      start(Map.of(MAPPED, "true", "spark.local.dir", disk.toString()));
      Dataset<Row> frame = frame();

      requireAllRows(frame);
      requireAllRows(frame);

      assertThat(MappedFile.allBytes()).isBetween(1L, 6L << 20);
      assertThat(Region.allocator().allocatedBytes()).isGreaterThan(ROWS * 16 - (7L << 20));
      stop();
      start(Map.of());
    } finally {
      // Also while it is in use, after a failure.
      run("umount", "-l", disk.toString());
    }
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
