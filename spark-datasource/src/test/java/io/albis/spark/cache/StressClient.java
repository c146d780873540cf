// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Option;

/** A thread that uses frames at random. */
final class StressClient {

  private static final ScheduledExecutorService CANCELLER =
      Executors.newSingleThreadScheduledExecutor();

  private static final List<String> LEVELS =
      List.of(
          "MEMORY_ONLY",
          "MEMORY_ONLY",
          "MEMORY_AND_DISK",
          "MEMORY_AND_DISK",
          "MEMORY_AND_DISK",
          "DISK_ONLY",
          "MEMORY_ONLY_2",
          "MEMORY_AND_DISK_2",
          "DISK_ONLY_2",
          "MEMORY_ONLY_SER",
          "MEMORY_AND_DISK_SER",
          "OFF_HEAP");

  /** Parts of messages of failures that have a reason outside of the cache. */
  private static final List<String> PLANNED =
      List.of(
          "No space left on device",
          "cancelled",
          "Failed to create",
          // Spark has evicted it to the full disk.
          "Failed to get locally stored broadcast data");

  private final SparkSession session;
  private final StressFrames frames;
  private final StressExecutors executors;
  private final long end;
  private final Map<String, Integer> counts = new TreeMap<>();

  /**
   * Creates a client.
   *
   * @param end when it ends, as {@link System#nanoTime}
   */
  StressClient(SparkSession session, StressFrames frames, StressExecutors executors, long end) {
    this.session = session;
    this.frames = frames;
    this.executors = executors;
    this.end = end;
  }

  /** What was done how often. */
  Map<String, Integer> counts() {
    return counts;
  }

  /**
   * Works until the end, or until another thread has failed.
   *
   * @throws Exception if the result of a query is wrong, or it fails for no planned reason
   */
  void run(Random random, AtomicReference<Throwable> failure) throws Exception {
    while (System.nanoTime() < end && failure.get() == null) {
      try {
        act(random);
      } catch (Exception e) {
        count(plannedReason(e));
      }
    }
  }

  private static String plannedReason(Exception e) throws Exception {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      for (String planned : PLANNED) {
        if (String.valueOf(cause.getMessage()).contains(planned)) {
          return "failed: " + planned;
        }
      }
    }
    throw e;
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void act(Random random) throws Exception {
    StressFrame frame = frames.any(random);
    int choice = random.nextInt(100);
    if (choice < 45) {
      frame.requireResult(random, false);
      count("read");
    } else if (choice < 70) {
      persist(frame, random);
      count("persisted");
    } else if (choice < 78) {
      frame.rows().unpersist(random.nextBoolean());
      count("unpersisted");
    } else if (choice < 84) {
      frame.requireSome(random);
      count("limited");
    } else if (choice < 89) {
      frame.requireResult(random, true);
      count("read with failures");
    } else if (choice < 94) {
      cancel(frame, random);
    } else if (choice < 98) {
      executors.someReports(StressClient::evict);
      count("evicted");
    } else {
      frames.replaceAny(random);
      count("replaced");
    }
  }

  private void persist(StressFrame frame, Random random) {
    Map<String, Object> settings =
        Map.of(
            "spark.sql.inMemoryColumnarStorage.batchSize",
            1 + random.nextInt(20_000),
            "spark.sql.inMemoryColumnarStorage.enableVectorizedReader",
            random.nextBoolean(),
            "spark.datasource.albis.mapped-cache",
            List.of("auto", "auto", "true", "true", "false").get(random.nextInt(5)));
    settings.forEach((key, value) -> session.conf().set(key, value.toString()));
    frame.rows().persist(StorageLevel.fromString(LEVELS.get(random.nextInt(LEVELS.size()))));
    frame.requireResult(random, false);
  }

  private void cancel(StressFrame frame, Random random) throws Exception {
    SparkContext context = session.sparkContext();
    String group = "group-" + random.nextLong();
    context.setJobGroup(group, group, random.nextBoolean());
    ScheduledFuture<?> cancel =
        CANCELLER.schedule(
            () -> context.cancelJobGroup(group), random.nextInt(1500), TimeUnit.MILLISECONDS);
    try {
      frame.requireResult(random, false);
      count("read before cancelled");
    } finally {
      cancel.cancel(false);
      context.clearJobGroup();
    }
  }

  /** Evicts some blocks that are not being read, as when others need the memory. */
  private static String evict() {
    MemoryManager memory = SparkEnv.get().memoryManager();
    long bytes = memory.onHeapStorageMemoryUsed() / 2;
    synchronized (memory) {
      SparkEnv.get()
          .blockManager()
          .memoryStore()
          .evictBlocksToFreeSpace(Option.empty(), bytes, MemoryMode.ON_HEAP);
    }
    return "";
  }
}
