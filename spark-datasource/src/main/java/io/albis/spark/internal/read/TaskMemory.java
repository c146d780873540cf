// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.storage.memory.MemoryBudget;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;

/**
 * The off-heap memory of a partition's reader. It has a limit of its own. If Spark manages off-heap
 * memory ({@code spark.memory.offHeap.enabled}), each byte is also acquired from Spark before it is
 * allocated, so that Spark's operators and scans together stay within its limit, and Spark can ask
 * for it back: then, segments that were read ahead are released.
 *
 * <p>Thread-safe.
 */
final class TaskMemory implements MemoryBudget {

  private final long limit;
  private final AtomicLong held = new AtomicLong();

  /** Null if Spark does not manage off-heap memory. */
  private final Consumer consumer;

  /**
   * Creates a budget.
   *
   * @param limit in bytes
   * @param manager of the task; null outside of tasks
   * @param giveBack releases memory of the reader; gets and returns a number of bytes
   */
  TaskMemory(long limit, TaskMemoryManager manager, LongUnaryOperator giveBack) {
    this.limit = limit;
    this.consumer =
        manager != null && manager.getTungstenMemoryMode() == MemoryMode.OFF_HEAP
            ? new Consumer(manager, giveBack)
            : null;
  }

  private static final class Consumer extends MemoryConsumer {

    private final LongUnaryOperator giveBack;

    Consumer(TaskMemoryManager manager, LongUnaryOperator giveBack) {
      super(manager, MemoryMode.OFF_HEAP);
      this.giveBack = giveBack;
    }

    /** Grants all or nothing. */
    boolean tryAcquire(long bytes) {
      long granted = acquireMemory(bytes);
      if (granted == bytes) {
        return true;
      }
      if (granted > 0) {
        freeMemory(granted);
      }
      return false;
    }

    /**
     * Releases what was read ahead. If the reader itself needs memory, it does that on its own,
     * when the request is refused.
     */
    @Override
    public long spill(long size, MemoryConsumer trigger) {
      return trigger == this ? 0 : giveBack.applyAsLong(size);
    }
  }

  @Override
  public boolean tryReserve(long bytes) {
    if (held.addAndGet(bytes) > limit || (consumer != null && !consumer.tryAcquire(bytes))) {
      held.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  @Override
  public void release(long bytes) {
    held.addAndGet(-bytes);
    if (consumer != null) {
      consumer.freeMemory(bytes);
    }
  }

  /** Returns the bytes that are granted now. */
  long heldBytes() {
    return held.get();
  }
}
