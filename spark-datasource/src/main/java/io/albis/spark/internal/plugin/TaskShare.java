// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;

/**
 * The cache as a consumer of a task's memory: when Spark refuses a task some, the task's manager
 * asks its consumers to release theirs, and this one releases memory of the cache.
 *
 * <p>The manager asks the consumer first that has the least memory that suffices. Operators need
 * pages, so this one says that it has a page, as long as the cache has memory.
 */
final class TaskShare extends MemoryConsumer {

  private final StorageMemory cache;
  private final long pageBytes;

  private TaskShare(TaskMemoryManager manager, StorageMemory cache) {
    super(manager, MemoryMode.OFF_HEAP);
    this.cache = cache;
    this.pageBytes = manager.pageSizeBytes();
  }

  /** Adds the cache to the consumers of a task that is about to start. */
  static void add(TaskContext task, StorageMemory cache, long freeBytes) {
    TaskMemoryManager manager = task.taskMemoryManager();
    if (manager.getTungstenMemoryMode() != MemoryMode.OFF_HEAP) {
      return;
    }
    // The manager knows consumers that have acquired memory. Without any, it would wait.
    if (freeBytes > 0 || cache.giveBack(1) > 0) {
      TaskShare share = new TaskShare(manager, cache);
      if (share.acquireMemory(1) == 1) {
        share.freeMemory(1);
      }
    }
  }

  @Override
  public long getUsed() {
    return cache.booked() > 0 ? pageBytes : 0;
  }

  @Override
  public long spill(long size, MemoryConsumer trigger) {
    return cache.giveBack(size);
  }
}
