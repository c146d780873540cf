// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.AlbisException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.ConcurrentUseException;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.row.BatchRows;
import io.albis.reader.internal.scan.BatchLoader;
import io.albis.reader.internal.table.TableUses;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Walks through the rows of a scan or split in batches, forwards and once. A batch never spans
 * segments, so its vectors are the bytes that were read.
 *
 * <p>Owns the memory of the batch at hand; give it back by closing. For one thread at a time: a
 * second thread that moves the cursor at the same time gets a {@link ConcurrentUseException}. Any
 * thread may close it; that waits until the cursor has stopped moving.
 */
public final class BatchCursor implements AutoCloseable {

  private final BatchLoader loader;
  private final ColumnBatch batch;
  private final TableUses.Use use;
  private final ReentrantLock lock = new ReentrantLock();

  /** Whether the cursor stands on a batch. Guarded by the lock, as are the following. */
  private volatile boolean isOnBatch;

  private boolean closed;

  /** With what moving has failed; null if it has not. */
  private Throwable failure;

  /**
   * A cursor before the first batch.
   *
   * @param use of the table, which is ended when the cursor is at its end or closed
   */
  BatchCursor(BatchLoader loader, TableUses.Use use) {
    this.loader = loader;
    this.use = use;
    this.batch =
        new ColumnBatch(
            loader.plan().projected(),
            loader.plan().leaves(),
            loader.batch(),
            loader.plan().projectedLeaves());
  }

  /**
   * Moves to the next batch, which has at least one row that counts.
   *
   * @return false at the end, also when called again
   * @throws ClosedException if the cursor is closed, or has failed before
   * @throws ConcurrentUseException if another thread is moving the cursor
   * @throws io.albis.format.error.CorruptFileException if what was read is damaged
   * @throws io.albis.format.error.AlbisIOException if reading failed
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if the memory limit is reached
   */
  public boolean next() {
    if (!lock.tryLock()) {
      throw new ConcurrentUseException(
          "Cannot move "
              + description()
              + ": another thread is moving it (a cursor is for one thread at a time)");
    }
    try {
      requireUsable();
      isOnBatch = false;
      batch.leave();
      isOnBatch = loader.next();
      if (!isOnBatch) {
        release();
      }
      return isOnBatch;
    } catch (AlbisException | IllegalStateException | Error e) {
      // The batch that the user has been reading may be gone in part.
      failure = e;
      release();
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private void requireUsable() {
    if (closed) {
      throw new ClosedException("Cannot read the next batch: the cursor is closed");
    }
    if (failure != null) {
      throw new ClosedException(
          "Cannot read the next batch: reading the one before it has failed", failure);
    }
  }

  private String description() {
    return TableUses.cursor(
        loader.plan().leaves().stream()
            .filter(leaf -> !leaf.isPresence())
            .map(Leaf::path)
            .toList());
  }

  /**
   * The batch that the cursor stands on: the same object each time.
   *
   * @throws IllegalStateException if it stands on none
   */
  public ColumnBatch batch() {
    if (!isOnBatch) {
      throw new IllegalStateException(
          "Cannot give a batch: the cursor stands on none (call next() first, while it is true)");
    }
    return batch;
  }

  /** The rows of all batches; closing that closes this. */
  RowCursor rows() {
    BatchRows rows =
        new BatchRows(
            loader.batch(), loader.plan().rowFields().leaves().size(), this::next, this::close);
    return new RowCursor(loader.plan().rowFields(), rows);
  }

  private void release() {
    isOnBatch = false;
    batch.leave();
    try {
      loader.leave();
    } finally {
      use.close();
    }
  }

  /** Gives the memory back; the batch cannot be read any more. Idempotent. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        release();
        loader.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
