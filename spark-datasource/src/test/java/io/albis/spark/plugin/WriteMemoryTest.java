// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes of tasks whose off-heap memory Spark manages, and that have little of it. */
class WriteMemoryTest {

  private static final int POOL = 24 << 20;

  /** Bytes that the operators of these tests got and did not get. */
  private static final AtomicLong GRANTED = new AtomicLong();

  private static final AtomicLong REFUSED = new AtomicLong();

  private static PluginSession session;
  private static SparkSession spark;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    session =
        new PluginSession(
            Map.of(
                "spark.memory.offHeap.enabled", "true",
                "spark.memory.offHeap.size", Integer.toString(POOL),
                // A task fails if it leaves memory behind.
                "spark.unsafe.exceptionOnMemoryLeak", "true"));
    spark = session.spark();
  }

  @AfterAll
  static void stop() {
    session.close();
  }

  @AfterEach
  void requireNothingHeld() throws InterruptedException {
    PluginSession.await(
        () -> SparkEnv.get().memoryManager().offHeapExecutionMemoryUsed() == 0,
        "the memory of tasks");
  }

  private static Dataset<Row> rows(long count, int tasks) {
    return withText(spark.range(0, count, 1, tasks).toDF());
  }

  private static Dataset<Row> withText(Dataset<Row> ids) {
    return ids.selectExpr(
        "id",
        "cast(id * 7919 % 200 AS int) AS key",
        "concat('text ', id, repeat('x', cast(id % 50 AS int))) AS text");
  }

  /** Writes rows, and returns the greatest peak of memory of a task. */
  private long write(Dataset<Row> rows, Map<String, String> options) throws Exception {
    AtomicLong peak = new AtomicLong();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            peak.accumulateAndGet(end.taskMetrics().peakExecutionMemory(), Math::max);
          }
        };
    session.awaitEvents();
    spark.sparkContext().addSparkListener(listener);
    rows.write().format("albis").options(options).mode("append").save(uri());
    session.awaitEvents();
    spark.sparkContext().removeSparkListener(listener);
    return peak.get();
  }

  private String uri() {
    return directory.resolve("t").toString();
  }

  private void requireRows(long count) {
    Dataset<Row> stored = spark.read().format("albis").load(uri());
    String[] sums = {"count(*)", "sum(id)", "sum(hash(key, text))"};
    assertThat(stored.selectExpr(sums).first()).isEqualTo(rows(count, 2).selectExpr(sums).first());
  }

  @Test
  void sortsAndWritesShareTheMemory() throws Exception {
    long count = 600_000;
    long peak = write(rows(count, 2).sortWithinPartitions("text"), Map.of());
    // The sum of the peaks of the sort and the write, which are at different times.
    assertThat(peak).isBetween(1L << 20, 2L * POOL);
    requireRows(count);
  }

  @Test
  void manyUnsortedPartitionsShareTheMemory() throws Exception {
    long count = 200_000;
    long peak =
        write(
            rows(count, 2),
            Map.of("partition-by", "key", "distribute", "false", "open-partitions", "300"));
    assertThat(peak).isBetween(1L << 20, (long) POOL);
    requireRows(count);
  }

  @Test
  void stringsLargerThanTheMemoryFailInWords() {
    Dataset<Row> large =
        spark.range(0, 1, 1, 1).selectExpr("id", "repeat('x', " + 2 * POOL + ") AS text");
    assertThatThrownBy(() -> write(large, Map.of()))
        .isInstanceOf(SparkException.class)
        .hasStackTraceContaining("its memory budget grants no more (raise the memory of the task");
  }

  /** An operator below the write, which needs memory for a while from time to time. */
  private static final class Operator extends MemoryConsumer {

    private static final long BYTES = POOL - (4 << 20);

    Operator() {
      super(TaskContext.get().taskMemoryManager(), MemoryMode.OFF_HEAP);
    }

    void use() {
      long granted = acquireMemory(BYTES);
      GRANTED.addAndGet(granted);
      REFUSED.addAndGet(BYTES - granted);
      freeMemory(granted);
    }

    void useInOtherThread() {
      Thread thread = new Thread(this::use);
      thread.start();
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public long spill(long size, MemoryConsumer trigger) {
      return 0;
    }
  }

  /** What happens at some of the rows of a task. */
  private interface AtRow extends Serializable {
    void run(long row, Operator operator);
  }

  private static Dataset<Row> rows(long count, AtRow action) {
    MapPartitionsFunction<Long, Long> task =
        ids -> {
          Operator operator = new Operator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return ids.hasNext();
            }

            @Override
            public Long next() {
              long id = ids.next();
              action.run(id, operator);
              return id;
            }
          };
        };
    return withText(spark.range(0, count, 1, 1).mapPartitions(task, Encoders.LONG()).toDF("id"));
  }

  @Test
  void operatorsGetMemoryOfTheWrite() throws Exception {
    GRANTED.set(0);
    REFUSED.set(0);
    write(
        rows(
            300_000,
            (row, operator) -> {
              if (row % 50_000 == 49_999) {
                operator.use();
              }
            }),
        Map.of());
    assertThat(GRANTED.get()).isEqualTo(6 * Operator.BYTES);
    assertThat(REFUSED.get()).isZero();
    requireRows(300_000);
  }

  /** The write has ended its row groups when the thread asks again. */
  @Test
  void otherThreadsOfTheTaskDoNotTouchTheWriter() throws Exception {
    GRANTED.set(0);
    REFUSED.set(0);
    write(
        rows(
            300_000,
            (row, operator) -> {
              if (row % 100_000 == 90_000 || row % 100_000 == 96_000) {
                operator.useInOtherThread();
              }
            }),
        Map.of());
    assertThat(REFUSED.get()).isBetween(1L, 3 * Operator.BYTES);
    assertThat(GRANTED.get()).isGreaterThanOrEqualTo(3 * Operator.BYTES);
    requireRows(300_000);
  }

  @Test
  void killedTasksReleaseTheirMemory() {
    Dataset<Row> rows =
        rows(
            1_000_000,
            (row, operator) -> {
              if (row == 200_000) {
                spark.sparkContext().cancelAllJobs();
              }
            });
    assertThatThrownBy(() -> write(rows, Map.of())).hasStackTraceContaining("cancel");
  }
}
