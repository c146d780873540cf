// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockStatus;
import scala.Option;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The batches that a task has built or read from elsewhere, until it is known who owns them: the
 * memory store, if it has stored their block, otherwise the task, which closes them when it ends or
 * earlier. Spark does not tell; its memory store is asked. Thread-safe.
 */
final class TaskBatches {

  private static final Map<Long, TaskBatches> BY_ATTEMPT = new ConcurrentHashMap<>();

  private final Set<AlbisCachedBatch> batches = Collections.newSetFromMap(new IdentityHashMap<>());

  private final TaskRegions regions = new TaskRegions();

  private TaskBatches() {}

  /** Returns a region, or a copy of it in a file of the task of this thread, which it replaces. */
  static Region place(Region region, Mapping mapping) {
    TaskContext task = TaskContext.get();
    return task == null ? region : of(task).regions.place(region, mapping);
  }

  /**
   * Adds a batch to the task of this thread. Without a task, a batch that is not stored is closed
   * when it is garbage.
   */
  static void add(AlbisCachedBatch batch) {
    TaskContext task = TaskContext.get();
    if (task != null) {
      of(task).put(batch);
    }
  }

  private static TaskBatches of(TaskContext task) {
    long attempt = task.taskAttemptId();
    TaskBatches known = BY_ATTEMPT.get(attempt);
    if (known != null) {
      return known;
    }
    TaskBatches created = new TaskBatches();
    TaskBatches other = BY_ATTEMPT.putIfAbsent(attempt, created);
    if (other != null) {
      return other;
    }
    task.addTaskCompletionListener(
        context -> {
          BY_ATTEMPT.remove(attempt);
          created.end();
        });
    return created;
  }

  /** Returns whether a batch belongs to the task of this thread, and not to the memory store. */
  static boolean isOfTask(AlbisCachedBatch batch) {
    TaskContext task = TaskContext.get();
    TaskBatches all = task == null ? null : BY_ATTEMPT.get(task.taskAttemptId());
    return all != null && all.contains(batch) && !stored().contains(batch);
  }

  /** Closes a batch that belongs to the task of this thread, before the task ends. */
  static void close(AlbisCachedBatch batch) {
    TaskContext task = TaskContext.get();
    TaskBatches all = task == null ? null : BY_ATTEMPT.get(task.taskAttemptId());
    if (all != null) {
      all.remove(batch);
    }
    batch.close();
  }

  /** The running tasks that have built or read batches. */
  static int taskCount() {
    return BY_ATTEMPT.size();
  }

  private synchronized void put(AlbisCachedBatch batch) {
    batches.add(batch);
  }

  private synchronized void remove(AlbisCachedBatch batch) {
    batches.remove(batch);
  }

  private synchronized boolean contains(AlbisCachedBatch batch) {
    return batches.contains(batch);
  }

  private synchronized void end() {
    regions.close();
    batches.removeIf(AlbisCachedBatch::isClosed);
    if (!batches.isEmpty()) {
      Set<AlbisCachedBatch> stored = stored();
      for (AlbisCachedBatch batch : batches) {
        if (!stored.contains(batch)) {
          batch.close();
        }
      }
      batches.clear();
    }
  }

  /** The batches that the memory store has, and will close. */
  private static Set<AlbisCachedBatch> stored() {
    Set<AlbisCachedBatch> stored = Collections.newSetFromMap(new IdentityHashMap<>());
    SparkEnv environment = SparkEnv.get();
    BlockManager blocks = environment == null ? null : environment.blockManager();
    if (blocks == null) {
      return stored;
    }
    for (BlockId id : CollectionConverters.asJava(blocks.getMatchingBlockIds(BlockId::isRDD))) {
      Option<BlockStatus> status = blocks.getStatus(id);
      if (status.isDefined()
          && status.get().storageLevel().deserialized()
          && status.get().storageLevel().useMemory()) {
        addValues(blocks.memoryStore().getValues(id), stored);
      }
    }
    return stored;
  }

  /** Adds the batches of a block; it has none if its first value is something else. */
  private static void addValues(Option<Iterator<Object>> values, Set<AlbisCachedBatch> target) {
    if (values.isDefined()) {
      Iterator<Object> all = values.get();
      while (all.hasNext() && all.next() instanceof AlbisCachedBatch batch) {
        target.add(batch);
      }
    }
  }
}
