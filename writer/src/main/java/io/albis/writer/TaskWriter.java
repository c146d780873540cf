// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.schema.Schema;
import io.albis.storage.Storage;
import io.albis.storage.memory.MemoryBudget;
import io.albis.table.TableStorages;
import io.albis.writer.internal.file.NewDataFiles;
import io.albis.writer.internal.file.WrittenRows;
import io.albis.writer.internal.session.WriteSession;
import java.util.UUID;

/**
 * One attempt to write a partition of the rows of a {@link DistributedWrite}. Threads, memory and
 * the order of rows are as in {@link TableWriter}; each attempt has the memory limit for itself.
 *
 * <p>Its rows become visible only when the write is committed. An attempt that is closed without
 * {@link #finish} deletes its files; files of a killed attempt are ignored.
 */
public final class TaskWriter implements AutoCloseable {

  private final WriteTask task;
  private final Storage storage;
  private final int partitionId;
  private final long attemptId;
  private final UUID filesId;
  private final WriteSession rows;

  /**
   * Starts an attempt.
   *
   * @param budget null if none is asked
   */
  TaskWriter(
      WriteTask task, Storage storage, int partitionId, long attemptId, MemoryBudget budget) {
    this.task = task;
    this.storage = storage;
    this.partitionId = partitionId;
    this.attemptId = attemptId;
    this.filesId = task.target().environment().uuid();
    WriteSettings settings = task.settings();
    this.rows =
        new WriteSession(
            task + ", partition " + partitionId + ", attempt " + attemptId,
            settings.plan(storage, task.target()),
            new NewDataFiles(storage, filesId, settings.files(storage, task.target())),
            settings.memoryLimit(),
            budget);
  }

  /** The columns, with ids. Ordinals of row writers index its fields. */
  public Schema schema() {
    return task.schema();
  }

  /** The off-heap memory in use, in bytes. */
  public long memoryUsed() {
    return rows.memoryUsed();
  }

  /** As {@link TableWriter#newRowWriter()}. */
  public RowWriter newRowWriter() {
    return newRowWriter(0);
  }

  /** As {@link TableWriter#newRowWriter(int)}. */
  public RowWriter newRowWriter(int position) {
    return rows.newRowWriter(position);
  }

  /** As {@link TableWriter#newBatchWriter()}. */
  public BatchWriter newBatchWriter() {
    return newBatchWriter(0);
  }

  /** As {@link TableWriter#newBatchWriter(int)}. */
  public BatchWriter newBatchWriter(int position) {
    return rows.newBatchWriter(position);
  }

  /**
   * Ends the attempt. All files are durable when this returns.
   *
   * @return the result that the driver needs for the commit
   * @throws IllegalStateException if a row or batch writer is still open, or has failed to write
   *     its rows
   * @throws io.albis.format.error.ClosedException if the attempt was finished or aborted
   */
  public synchronized TaskResult finish() {
    WrittenRows written = rows.written("finish");
    rows.finish();
    TableStorages.close(storage);
    return TaskResult.of(task, partitionId, attemptId, filesId, written, rows.shortRowGroups());
  }

  /**
   * Deletes the files of this attempt. Does nothing after {@link #finish}. Callable by any thread.
   * Idempotent.
   */
  public synchronized void abort() {
    if (rows.isFinished()) {
      return;
    }
    try {
      rows.abort();
    } finally {
      TableStorages.close(storage);
    }
  }

  /** Aborts the attempt unless it was finished. */
  @Override
  public void close() {
    abort();
  }
}
