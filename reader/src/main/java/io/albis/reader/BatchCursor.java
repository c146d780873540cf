// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.AlbisException;
import io.albis.format.error.ClosedException;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.row.BatchRows;
import io.albis.reader.internal.row.RowFields;
import io.albis.reader.internal.scan.BatchLoader;
import io.albis.reader.internal.table.TableUses;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Iterates over the rows of a scan or split in batches, once and forward only. A batch never spans
 * segments, so its vectors read the segments' bytes in place.
 *
 * <p>Owns the memory of the current batch until it is closed. For one thread at a time: a second
 * thread that advances the cursor concurrently gets a {@link IllegalStateException}. Any thread may
 * close it; closing waits for a running {@link #next} to return.
 */
public final class BatchCursor implements AutoCloseable {

  private final BatchLoader loader;
  private final ColumnBatch batch;
  private final TableUses.Use use;
  private final ReentrantLock lock = new ReentrantLock();

  /** Whether there is a current batch. Guarded by the lock, as are the following fields. */
  private volatile boolean isOnBatch;

  private boolean closed;

  /** Whether row groups have been requested. */
  private boolean isStarted;

  /** Why {@link #next} failed; null if it has not. */
  private Throwable failure;

  /**
   * Creates a cursor positioned before the first batch.
   *
   * @param use of the table, ended when the cursor reaches its end or is closed
   */
  BatchCursor(BatchLoader loader, TableUses.Use use) {
    this.loader = loader;
    this.use = use;
    this.batch = new ColumnBatch(loader.plan().projected(), loader.batch());
  }

  /**
   * Advances to the next batch that has at least one selected row.
   *
   * @return false at the end, also on further calls
   * @throws ClosedException if the cursor is closed or has failed before
   * @throws IllegalStateException if another thread is advancing the cursor
   * @throws io.albis.format.error.CorruptFileException if the file is corrupt
   * @throws io.albis.format.error.AlbisIOException if the read failed
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if the memory limit is reached
   */
  public boolean next() {
    lockOrRefuse("move");
    try {
      requireUsable();
      isStarted = true;
      isOnBatch = false;
      batch.leave();
      isOnBatch = loader.next();
      if (!isOnBatch) {
        release();
      }
      return isOnBatch;
    } catch (AlbisException | IllegalStateException | Error e) {
      // The user's current batch may already have been released in part.
      failure = e;
      release();
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Starts to open the first row groups and to read their segments, on other threads and as far as
   * the cursor would read ahead, for an engine that reads one cursor after the other. Does nothing
   * after the first call of {@link #next}. Errors are thrown by {@link #next}.
   *
   * @throws ClosedException if the cursor is closed
   * @throws IllegalStateException if another thread is advancing the cursor
   */
  public void prefetch() {
    lockOrRefuse("prefetch");
    try {
      requireUsable();
      if (!isStarted) {
        isStarted = true;
        loader.start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void lockOrRefuse(String what) {
    if (!lock.tryLock()) {
      throw new IllegalStateException(
          "Cannot "
              + what
              + " "
              + description()
              + ": another thread is moving it (a cursor is for one thread at a time)");
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
   * Returns the current batch: the same object each time.
   *
   * @throws IllegalStateException if there is no current batch
   */
  public ColumnBatch batch() {
    if (!isOnBatch) {
      throw new IllegalStateException(
          "Cannot return a batch: the cursor is not on a batch (call next() first)");
    }
    return batch;
  }

  /**
   * Returns what has been read for this cursor so far. May be called by any thread, while another
   * one advances the cursor and after it is closed: an engine can report while a task runs. {@link
   * DatasetScan#metrics} adds up all cursors of a scan.
   */
  public ScanMetrics metrics() {
    return loader.metrics();
  }

  /**
   * Releases segments that were read ahead, starting with those that would be used last, for an
   * engine that needs memory elsewhere. The cursor continues, and reads ahead less. May be called
   * by any thread; waits for reads in flight to end. The current batch stays in memory.
   *
   * @param bytes to release; more or fewer may be released
   * @return the bytes released
   */
  public long reclaim(long bytes) {
    return loader.reclaim(bytes);
  }

  /** Returns a cursor over the rows of all batches; closing it closes this cursor. */
  RowCursor rows() {
    BatchRows rows = new BatchRows(loader.batch(), this::next, this::close);
    return new RowCursor(RowFields.of(loader.plan().projected()), rows, this);
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

  /** Releases the memory; the batch can no longer be read. Idempotent. */
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
