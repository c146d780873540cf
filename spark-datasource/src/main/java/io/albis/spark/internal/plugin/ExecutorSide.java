// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.spark.internal.plan.TaskScans;
import io.albis.spark.internal.source.SharedCache;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.memory.MemoryManager;

/** The plugin in an executor, or in the only process of an application: owns its cache. */
public final class ExecutorSide implements ExecutorPlugin {

  /**
   * Part of the memory of a container above which the cache releases memory. Spark makes containers
   * just large enough for the heap, its off-heap memory and an overhead, so that most of them is in
   * use in the end; the default share would then leave nothing to the cache.
   */
  private static final double SHARE_OF_CONTAINER = 0.95;

  /** Null if the application has no caches, or their memory is not Spark's. */
  private volatile StorageMemory memory;

  /** Null unless the driver has plans. */
  private volatile PlanPoller plans;

  /** Null unless the driver shows the state of caches. */
  private volatile CacheReporter reporter;

  /** Null if the application has no caches. */
  private TaskScans scans;

  /** Starts without a cache. */
  public ExecutorSide() {}

  @Override
  public void init(PluginContext context, Map<String, String> extraConf) {
    CacheMetrics.registerFrames(context.metricRegistry());
    SparkConf conf = context.conf();
    long size = CacheSize.of(conf);
    if (size == 0) {
      return;
    }
    ColumnCache cache = ColumnCache.shared();
    CacheBooks books = CacheBooks.none(cache);
    if (CacheSize.isOfSpark(conf)) {
      StorageMemory owner = new StorageMemory(cache, SparkEnv.get().memoryManager(), size);
      SharedCache.manage(size, owner::size);
      cache.pressure(MemoryPressure.ofSystem(SHARE_OF_CONTAINER));
      memory = owner;
      books = owner;
    } else {
      SharedCache.manage(size, cache::limit);
      cache.limit(size);
    }
    CacheMetrics.register(context.metricRegistry(), cache, books);
    boolean isOfExecutor = extraConf.containsKey(DriverSide.PLANS);
    scans = TaskScans.start(isOfExecutor ? context.executorID() : null);
    if (isOfExecutor) {
      plans = new PlanPoller(context, cache);
    }
    if (extraConf.containsKey(DriverSide.REPORTS)) {
      reporter = new CacheReporter(context, cache, books);
    }
  }

  @Override
  public void onTaskStart() {
    StorageMemory cache = memory;
    if (cache != null) {
      MemoryManager pool = SparkEnv.get().memoryManager();
      TaskShare.add(
          TaskContext.get(),
          cache,
          pool.maxOffHeapStorageMemory() - pool.offHeapStorageMemoryUsed(),
          pool.maxOffHeapMemory());
    }
    PlanPoller poller = plans;
    if (poller != null) {
      poller.await(TaskContext.get().stageId());
    }
    taskChanged();
  }

  @Override
  public void onTaskSucceeded() {
    taskChanged();
  }

  @Override
  public void onTaskFailed(TaskFailedReason reason) {
    taskChanged();
  }

  private void taskChanged() {
    CacheReporter reports = reporter;
    if (reports != null) {
      reports.taskChanged();
    }
  }

  @Override
  public void shutdown() {
    if (plans != null) {
      plans.close();
    }
    if (reporter != null) {
      reporter.close();
    }
    if (memory != null) {
      memory.close();
      ColumnCache.shared().pressure(MemoryPressure.ofSystem(MemoryPressure.DEFAULT_SHARE));
    }
    if (scans != null) {
      scans.close();
      SharedCache.release();
    }
  }
}
