// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.storage.RDDBlockId;

/**
 * The batches that a task has built or read from elsewhere, until it is known who owns them: the
 * memory store, if it has stored their block, otherwise the task, which closes them when it ends or
 * earlier. Spark does not tell; its memory store is asked. Thread-safe.
 */
final class TaskBatches {

  private static final int UNKNOWN = -1;

  private static final Map<Long, TaskBatches> BY_ATTEMPT = new ConcurrentHashMap<>();

  private final Set<AlbisCachedBatch> batches = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Where its batches may be stored, as far as that is known. */
  private final Set<RDDBlockId> blocks = new HashSet<>();

  /** The partition of which it has built batches last; or unknown. */
  private int builtPartition = UNKNOWN;

  private final TaskRegions regions = new TaskRegions();

  private TaskBatches() {}

  /** Returns a region, or a copy of it in a file of the task of this thread, which it replaces. */
  static Region place(Region.InMemory region, Mapping mapping) {
    TaskContext task = TaskContext.get();
    return task == null ? region : of(task).regions.place(region, mapping);
  }

  /**
   * Adds a batch that this thread has read to its task, if there is one.
   *
   * @param stream from which all batches of its block are read
   */
  static void add(AlbisCachedBatch batch, Object stream) {
    TaskContext task = TaskContext.get();
    if (task != null) {
      of(task).put(batch, UNKNOWN);
    } else {
      ReceivedBatches.add(batch, stream);
    }
  }

  /**
   * Adds a batch to the task that has built it. Without a task, a batch that is not stored is
   * closed when it is garbage.
   *
   * @param partition number of the partition of which it was built
   */
  static void addBuilt(AlbisCachedBatch batch, int partition) {
    TaskContext task = TaskContext.get();
    if (task != null) {
      of(task).put(batch, partition);
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

  /**
   * Returns whether a batch belongs to the task of this thread, and not to the memory store.
   *
   * @param block of which it is; null if that is not known
   */
  static boolean isOfTask(AlbisCachedBatch batch, RDDBlockId block) {
    TaskContext task = TaskContext.get();
    TaskBatches all = task == null ? null : BY_ATTEMPT.get(task.taskAttemptId());
    return all != null && all.isOfThis(batch, block);
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

  private synchronized void put(AlbisCachedBatch batch, int partition) {
    batches.add(batch);
    builtPartition = Math.max(builtPartition, partition);
  }

  private synchronized void remove(AlbisCachedBatch batch) {
    batches.remove(batch);
  }

  private synchronized boolean isOfThis(AlbisCachedBatch batch, RDDBlockId block) {
    if (!batches.contains(batch)) {
      return false;
    }
    Set<AlbisCachedBatch> one = Collections.newSetFromMap(new IdentityHashMap<>());
    one.add(batch);
    if (block != null) {
      blocks.add(block);
      StoredBatches.removeBlock(block, one);
    } else {
      StoredBatches.removePartition(UNKNOWN, one);
    }
    return !one.isEmpty();
  }

  private synchronized void end() {
    regions.close();
    batches.removeIf(AlbisCachedBatch::isClosed);
    blocks.forEach(block -> StoredBatches.removeBlock(block, batches));
    StoredBatches.removePartition(builtPartition, batches);
    batches.forEach(AlbisCachedBatch::close);
    batches.clear();
  }
}
