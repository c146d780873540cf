// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/**
 * The cached batches of a partition, one after another. The memory of a batch stays until the next
 * one is asked for, or the task ends, also if the cache drops it. Not thread-safe.
 */
final class LeasedBatches extends AbstractIterator<AlbisCachedBatch>
    implements TaskCompletionListener {

  /** Batches that are read ahead: with 4 MB each, about 10 ms of a fast device. */
  private static final int AHEAD = 8;

  private static final PageCacheAdmission ADMISSION = new PageCacheAdmission();

  private final Iterator<CachedBatch> batches;
  private final RDDBlockId block;
  private final BitSet columns = new BitSet();
  private final Runnable onRelease;

  /** The batch that is read; null if there is none. */
  private BatchLease current;

  /** The batches after it that are known early, so that they are in memory when they are read. */
  private final Deque<BatchLease> following = new ArrayDeque<>();

  /** Whether the task has ended. */
  private boolean isClosed;

  /** Whether batches belong to this task; null before the first one. */
  private Boolean isOfTask;

  /**
   * Creates an instance.
   *
   * @param block of which the batches are; null if that is not known
   * @param selected positions of the columns that are read
   * @param onRelease called before a batch is released
   */
  LeasedBatches(
      Iterator<CachedBatch> batches, RDDBlockId block, int[] selected, Runnable onRelease) {
    this.block = block;
    this.batches = batches;
    IntStream.of(selected).forEach(columns::set);
    this.onRelease = onRelease;
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.addTaskCompletionListener((TaskCompletionListener) this);
    }
  }

  @Override
  public void onTaskCompletion(TaskContext context) {
    isClosed = true;
    release();
    following.forEach(BatchLease::close);
    following.clear();
  }

  @Override
  public boolean hasNext() {
    return !isClosed && (!following.isEmpty() || batches.hasNext());
  }

  @Override
  public AlbisCachedBatch next() {
    if (isClosed) {
      throw new NoSuchElementException();
    }
    release();
    current = following.isEmpty() ? readAhead() : following.remove();
    // A stored block has all its batches.
    while (!isOfTask && following.size() < AHEAD && batches.hasNext()) {
      following.add(readAhead());
    }
    current.load();
    return current.batch();
  }

  private BatchLease readAhead() {
    AlbisCachedBatch batch = (AlbisCachedBatch) batches.next();
    if (isOfTask == null) {
      // A block is stored as a whole, or not at all.
      isOfTask = TaskBatches.isOfTask(batch, block);
    }
    BatchLease lease = new BatchLease(batch, columns, ADMISSION);
    lease.readAhead();
    return lease;
  }

  private void release() {
    BatchLease last = current;
    current = null;
    if (last != null) {
      onRelease.run();
      last.close();
      if (isOfTask) {
        TaskBatches.close(last.batch());
      }
    }
  }
}
