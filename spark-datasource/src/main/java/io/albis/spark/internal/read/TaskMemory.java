// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.storage.memory.MemoryBudget;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;

/**
 * The off-heap memory of a partition's reader or writer. It has a limit of its own. If Spark
 * manages off-heap memory ({@code spark.memory.offHeap.enabled}), each byte is also acquired from
 * Spark before it is allocated, so that Spark's operators, scans and writes together stay within
 * its limit, and Spark can ask for it back: then, segments that were read ahead are released, or
 * row groups ended early.
 *
 * <p>Thread-safe.
 */
public final class TaskMemory implements MemoryBudget {

  private final long limit;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();

  /** Null if Spark does not manage off-heap memory. */
  private final Consumer consumer;

  /**
   * Creates a budget.
   *
   * @param limit in bytes
   * @param task null outside of tasks
   * @param reclaim releases memory of the reader or writer, and returns how much, in bytes; called
   *     by any thread of the task
   */
  public TaskMemory(long limit, TaskContext task, LongUnaryOperator reclaim) {
    this.limit = limit;
    boolean isManaged =
        task != null && task.taskMemoryManager().getTungstenMemoryMode() == MemoryMode.OFF_HEAP;
    this.consumer =
        isManaged
            ? new Consumer(
                task.taskMemoryManager(),
                SparkEnv.get().memoryManager(),
                task.taskAttemptId(),
                reclaim)
            : null;
  }

  private static final class Consumer extends MemoryConsumer {

    private final MemoryManager pool;
    private final long taskAttemptId;
    private final LongUnaryOperator reclaim;

    /** Bytes that were acquired from the pool, without the task's manager. */
    private final AtomicLong ofPool = new AtomicLong();

    /** Whether the task's manager asks this consumer for memory: it has acquired some before. */
    private volatile boolean isKnown;

    Consumer(
        TaskMemoryManager manager,
        MemoryManager pool,
        long taskAttemptId,
        LongUnaryOperator reclaim) {
      super(manager, MemoryMode.OFF_HEAP);
      this.pool = pool;
      this.taskAttemptId = taskAttemptId;
      this.reclaim = reclaim;
      if (freeBytes() > 0) {
        // May wait if others have taken it meanwhile: here, no thread waits for this task.
        if (tryAcquire(1)) {
          freeMemory(1);
        }
      }
    }

    /**
     * Grants all or nothing. The task's manager would make other consumers spill, and the pool
     * would make the task wait for others, if there were not enough.
     */
    boolean tryAcquireFree(long bytes) {
      if (!isKnown || freeBytes() < bytes) {
        return false;
      }
      synchronized (pool) {
        if (freeBytes() < bytes) {
          return false;
        }
        long granted = pool.acquireExecutionMemory(bytes, taskAttemptId, MemoryMode.OFF_HEAP);
        if (granted < bytes) {
          // More than the share of one task.
          pool.releaseExecutionMemory(granted, taskAttemptId, MemoryMode.OFF_HEAP);
          return false;
        }
      }
      ofPool.addAndGet(bytes);
      return true;
    }

    /** Returns what neither operators nor cached blocks have. */
    private long freeBytes() {
      return pool.maxOffHeapStorageMemory() - pool.offHeapStorageMemoryUsed();
    }

    void release(long bytes) {
      long before = ofPool.getAndUpdate(acquired -> Math.max(0, acquired - bytes));
      long toPool = Math.min(before, bytes);
      if (toPool > 0) {
        pool.releaseExecutionMemory(toPool, taskAttemptId, MemoryMode.OFF_HEAP);
      }
      if (bytes > toPool) {
        freeMemory(bytes - toPool);
      }
    }

    /** What the manager can ask for. */
    @Override
    public long getUsed() {
      return super.getUsed() + ofPool.get();
    }

    /** Grants all or nothing. */
    boolean tryAcquire(long bytes) {
      long granted = acquireMemory(bytes);
      isKnown = true;
      if (granted == bytes) {
        return true;
      }
      if (granted > 0) {
        freeMemory(granted);
      }
      return false;
    }

    /**
     * Releases memory for others. If the reader or writer itself needs memory, it does that on its
     * own, when the request is refused.
     */
    @Override
    public long spill(long size, MemoryConsumer trigger) {
      return trigger == this ? 0 : reclaim.applyAsLong(size);
    }
  }

  @Override
  public boolean tryReserve(long bytes) {
    return tryReserve(bytes, spark -> spark.tryAcquire(bytes));
  }

  private boolean tryReserve(long bytes, Predicate<Consumer> acquisition) {
    boolean isGranted = false;
    try {
      isGranted =
          held.addAndGet(bytes) <= limit && (consumer == null || acquisition.test(consumer));
    } finally {
      // Spark throws if the task is interrupted while it waits.
      if (!isGranted) {
        held.addAndGet(-bytes);
      }
    }
    if (isGranted) {
      peak.accumulateAndGet(held.get(), Math::max);
    }
    return isGranted;
  }

  /** Grants what no other consumer and no cached block has, without asking them to spill. */
  @Override
  public boolean tryReserveFree(long bytes) {
    return tryReserve(bytes, spark -> spark.tryAcquireFree(bytes));
  }

  @Override
  public void release(long bytes) {
    held.addAndGet(-bytes);
    if (consumer != null) {
      consumer.release(bytes);
    }
  }

  /** Returns the most bytes that were granted at a time. */
  public long peakBytes() {
    return peak.get();
  }

  /** Returns the bytes that are granted now. */
  public long heldBytes() {
    return held.get();
  }
}
