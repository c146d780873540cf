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
 * pages, and arrays of many pages when they grow. So a task has several of these consumers, which
 * say that they have one page, and so on up to all memory: one of them suffices by little, and is
 * asked before an operator with more memory. None says that it has memory when the cache does not.
 */
final class TaskShare extends MemoryConsumer {

  private final StorageMemory cache;

  /** What this one says that it has. */
  private final long bytes;

  private TaskShare(TaskMemoryManager manager, StorageMemory cache, long bytes) {
    super(manager, MemoryMode.OFF_HEAP);
    this.cache = cache;
    this.bytes = bytes;
  }

  /**
   * Adds the cache to the consumers of a task that is about to start.
   *
   * @param freeBytes free memory
   * @param allBytes all memory
   */
  static void add(TaskContext task, StorageMemory cache, long freeBytes, long allBytes) {
    TaskMemoryManager manager = task.taskMemoryManager();
    if (manager.getTungstenMemoryMode() != MemoryMode.OFF_HEAP) {
      return;
    }
    // The manager knows consumers that have acquired memory. Without any, it would wait.
    if (freeBytes > 0 || cache.giveBack(1) > 0) {
      for (long bytes = manager.pageSizeBytes(); bytes / 2 < allBytes; bytes *= 2) {
        new TaskShare(manager, cache, bytes).register();
        new TaskShare(manager, cache, bytes + bytes / 2).register();
      }
    }
  }

  private void register() {
    if (acquireMemory(1) == 1) {
      freeMemory(1);
    }
  }

  @Override
  public long getUsed() {
    return cache.booked() > 0 ? bytes : 0;
  }

  @Override
  public long spill(long size, MemoryConsumer trigger) {
    return cache.giveBack(size);
  }
}
