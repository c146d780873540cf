// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import io.albis.spark.AlbisCacheSerializer;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.scheduler.ExecutorDecommissionInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.cluster.CoarseGrainedSchedulerBackend;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import scala.Option;

/** A cached data frame whose blocks move from an executor that is decommissioned. */
final class MovedFrame {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private MovedFrame() {}

  /** All batches are in mapped files. */
  static Map<String, String> settings() {
    return Map.of(
        "spark.sql.cache.serializer", AlbisCacheSerializer.class.getName(),
        "spark.datasource.albis.mapped-cache", "true",
        "spark.decommission.enabled", "true",
        "spark.storage.decommission.enabled", "true",
        "spark.storage.decommission.rddBlocks.enabled", "true",
        "spark.storage.decommission.replicationReattemptInterval", "1s");
  }

  /**
   * Requires that no row is computed again after the executors of a frame have gone, one by one.
   */
  static void requireBlocks(ClusterTable table, StorageLevel level) throws Exception {
    LongAccumulator computed = table.spark().sparkContext().longAccumulator();
    FilterFunction<Row> counting =
        row -> {
          computed.add(1);
          return true;
        };
    Dataset<Row> frame = table.rows().filter(counting).persist(level);
    table.require(frame.toDF());
    long expected = computed.value();
    int blocks = blocks(table);
    for (String executor : table.executors()) {
      decommission(table, executor);
      // Waits for the one that takes its place, to which the blocks of the next one can move.
      table.executors();
      if (blocks(table) != blocks) {
        throw new IllegalStateException("Found " + blocks(table) + " blocks of " + blocks);
      }
      table.require(frame.toDF());
      if (computed.value() != expected) {
        throw new IllegalStateException("Computed " + computed.value() + " rows of " + expected);
      }
    }
    frame.unpersist(true);
    table.requireNoMemory();
  }

  private static int blocks(ClusterTable table) {
    return Arrays.stream(table.spark().sparkContext().getRDDStorageInfo())
        .mapToInt(RDDInfo::numCachedPartitions)
        .sum();
  }

  /** Returns when the executor has ended. */
  private static void decommission(ClusterTable table, String executor) throws Exception {
    Set<String> removed = ConcurrentHashMap.newKeySet();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
            removed.add(event.executorId());
          }
        };
    table.spark().sparkContext().addSparkListener(listener);
    CoarseGrainedSchedulerBackend backend =
        (CoarseGrainedSchedulerBackend) table.spark().sparkContext().schedulerBackend();
    ExecutorDecommissionInfo reason = new ExecutorDecommissionInfo("as planned", Option.empty());
    if (!backend.decommissionExecutor(executor, reason, false, false)) {
      throw new IllegalStateException("Cannot decommission executor " + executor);
    }
    long start = System.nanoTime();
    while (!removed.contains(executor)) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("Executor " + executor + " is still there");
      }
      Thread.sleep(20);
    }
    table.spark().sparkContext().removeSparkListener(listener);
  }
}
