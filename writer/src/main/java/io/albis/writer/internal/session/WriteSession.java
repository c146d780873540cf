// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.session;

import io.albis.format.error.ClosedException;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import io.albis.writer.BatchWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.internal.batch.BatchWriterImpl;
import io.albis.writer.internal.file.NewDataFiles;
import io.albis.writer.internal.file.WrittenFile;
import io.albis.writer.internal.file.WrittenRows;
import io.albis.writer.internal.memory.SharedAllocator;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.row.RowWriterImpl;
import io.albis.writer.internal.rowgroup.RowGroupBuilder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The row and batch writers of one process that write to the same table, and the row groups that
 * they have written. Thread-safe.
 */
public final class WriteSession {

  private final String name;
  private final WritePlan plan;
  private final NewDataFiles files;
  private final SharedAllocator allocator;

  /** Guarded by itself. */
  private final WrittenRows written = new WrittenRows();

  /** The builders of the row and batch writers that have not been closed. */
  private final Set<RowGroupBuilder> open = ConcurrentHashMap.newKeySet();

  private boolean finished;

  /**
   * Starts with no rows.
   *
   * @param name what is written to, for messages
   * @param memoryLimit of all writers together, in bytes
   * @param budget asked before memory is allocated; null if none is
   */
  public WriteSession(
      String name, WritePlan plan, NewDataFiles files, long memoryLimit, MemoryBudget budget) {
    this.name = name;
    this.plan = plan;
    this.files = files;
    this.allocator =
        new SharedAllocator(BufferAllocator.create("writer of " + name, memoryLimit), budget);
  }

  /** The columns and how they are laid out. */
  public WritePlan plan() {
    return plan;
  }

  /** The off-heap memory in use, in bytes. */
  public long memoryUsed() {
    return allocator.allocatedBytes();
  }

  /** The peak of the off-heap memory in use, in bytes. */
  public long peakMemoryUsed() {
    return allocator.peakBytes();
  }

  /** A writer of rows; position as in {@code TableWriter}. */
  public synchronized RowWriter newRowWriter(int position) {
    requireUnfinished();
    RowGroupBuilder builder =
        RowGroupBuilder.byRow(plan, allocator, files, file -> add(position, file));
    opened(builder);
    return new RowWriterImpl(plan, builder);
  }

  /** A writer of batches; position as in {@code TableWriter}. */
  public synchronized BatchWriter newBatchWriter(int position) {
    requireUnfinished();
    RowGroupBuilder builder =
        RowGroupBuilder.byColumn(plan, allocator, files, file -> add(position, file));
    opened(builder);
    return new BatchWriterImpl(plan, builder);
  }

  private void opened(RowGroupBuilder builder) {
    open.add(builder);
    builder.whenClosed(() -> open.removeIf(other -> other == builder));
  }

  /** Called by threads for which {@link #abort} waits: it must not need the lock of this. */
  private void add(int position, WrittenFile file) {
    synchronized (written) {
      written.add(position, file);
    }
  }

  /**
   * Throws after {@link #finish} or {@link #abort}.
   *
   * @throws ClosedException then
   */
  public synchronized void requireUnfinished() {
    if (finished) {
      throw new ClosedException(
          "Cannot write to " + name + ": the writer was committed, aborted or closed");
    }
  }

  /**
   * All data files, which are durable.
   *
   * @param verb what the caller does, for messages
   * @throws IllegalStateException if a writer is open, or has failed to write its rows
   */
  public synchronized WrittenRows written(String verb) {
    requireUnfinished();
    if (!open.isEmpty()) {
      throw new IllegalStateException(
          "Cannot "
              + verb
              + ": "
              + open.size()
              + " row or batch writers are open; close them first");
    }
    files.requireComplete(verb);
    synchronized (written) {
      return written;
    }
  }

  /** Number of row groups that were ended early, to bound the number or memory of partitions. */
  public int shortRowGroups() {
    return files.shortRowGroups();
  }

  /** Accepts no more rows; the files stay. */
  public synchronized void finish() {
    finished = true;
    allocator.close();
  }

  /**
   * Closes all writers without writing, and deletes what was written. Does nothing after {@link
   * #finish}.
   */
  public synchronized void abort() {
    if (finished) {
      return;
    }
    List<RowGroupBuilder> unfinished = List.copyOf(open);
    try {
      unfinished.forEach(RowGroupBuilder::stop);
      unfinished.forEach(RowGroupBuilder::close);
      files.deleteAll();
    } finally {
      finish();
    }
  }

  /** Number of row and batch writers that have not been closed. */
  public int openWriters() {
    return open.size();
  }

  /** Whether no more rows are accepted. */
  public synchronized boolean isFinished() {
    return finished;
  }
}
