// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.memory.BufferAllocator;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that end in the middle of a scan leave no memory behind. The leak check of the build looks
 * at each test, too.
 */
@ExtendWith(SparkTestSession.class)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EarlyEndTest {

  /** Functions of a query run in the tasks of the same process. */
  private static volatile CountDownLatch started;

  private static volatile CountDownLatch release;

  @TempDir Path directory;

  private Dataset<Row> table;

  @BeforeEach
  void write(SparkSession spark) {
    String uri = TestTables.append(directory.resolve("t"), 0, 50_000);
    TestTables.append(directory.resolve("t"), 50_000, 50_000);
    table = spark.read().format("albis").option("split-size", "300k").load(uri);
  }

  /** Spark ends a job before its tasks: those that are left are told to end, too. */
  private static void awaitNoMemory() {
    while (!BufferAllocator.allocatedByName().isEmpty()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void limitAfterAFilterOfSpark() {
    assertThat(table.filter("hash(id) % 2 = 0").limit(5).collectAsList()).hasSize(5);
    assertThat(table.filter("hash(name) % 2 = 0").head(3)).isNotNull();
    awaitNoMemory();
  }

  @Test
  void failureInTheMiddle() {
    FilterFunction<Row> failing =
        row -> {
          if (row.getLong(0) == 60_000) {
            throw new IllegalStateException("as planned");
          }
          return true;
        };
    assertThatThrownBy(() -> table.filter(failing).count()).hasMessageContaining("as planned");
    awaitNoMemory();
  }

  @Test
  void cancelledJob(SparkSession spark) throws Exception {
    started = new CountDownLatch(1);
    release = new CountDownLatch(1);
    FilterFunction<Row> waiting =
        row -> {
          started.countDown();
          release.await();
          return true;
        };
    FutureTask<Long> query =
        new FutureTask<>(
            () -> {
              spark.sparkContext().setJobGroup("cancelled", "cancelled", true);
              return table.filter(waiting).count();
            });
    Thread thread = new Thread(query);
    thread.start();
    started.await();

    spark.sparkContext().cancelJobGroup("cancelled");

    assertThatThrownBy(query::get).isInstanceOf(ExecutionException.class);
    release.countDown();
    thread.join();
    awaitNoMemory();
  }

  @Test
  void memoryIsBounded(SparkSession spark) {
    String uri = directory.resolve("t").toString();
    Dataset<Row> small = spark.read().format("albis").option("task-memory", "4k").load(uri);

    assertThatThrownBy(() -> small.selectExpr("sum(id)", "max(name)").collectAsList())
        .hasStackTraceContaining("OutOfOffHeapMemoryException");
    awaitNoMemory();
    assertThat(
            spark
                .read()
                .format("albis")
                .option("task-memory", "8m")
                .load(uri)
                .selectExpr("sum(id)", "max(name)")
                .first()
                .getLong(0))
        .isEqualTo(100_000L * 99_999 / 2);
    awaitNoMemory();
  }

  @Test
  void sortsWhileMemoryIsShort() {
    assertThat(
            table
                .orderBy(org.apache.spark.sql.functions.hash(table.col("name")))
                .selectExpr("sum(id)")
                .first()
                .getLong(0))
        .isEqualTo(100_000L * 99_999 / 2);
    awaitNoMemory();
  }
}
