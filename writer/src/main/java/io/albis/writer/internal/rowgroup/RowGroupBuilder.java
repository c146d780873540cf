// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.internal.file.NewDataFiles;
import io.albis.writer.internal.file.RowGroupOutput;
import io.albis.writer.internal.file.WrittenFile;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.flat.StructValue;
import io.albis.writer.internal.memory.SharedAllocator;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.nested.NestedColumn;
import io.albis.writer.internal.plan.RequiredValues;
import io.albis.writer.internal.plan.WritePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Collects rows in a chunk, and passes them on to be divided into segments and row groups, which
 * are written in the background. It holds at most one row group that waits to be written, plus one
 * segment under construction per column group; if rows are partitioned, as much as their {@link
 * io.albis.writer.internal.plan.PartitionPlan} allows.
 *
 * <p>For the thread that is the {@link #owner}; {@link #stop}, {@link #finishAndClose} and {@link
 * #close} may be called by any other.
 */
public final class RowGroupBuilder implements AutoCloseable {

  private final WritePlan plan;
  private final WriterMemory memory;
  private final WriterOwner owner;
  private final NewDataFiles files;
  private final RowGroupOutput output;
  private final FlatRows flat;
  private final RowSink sink;

  /** By leaf; null for others than lists and maps. */
  private final NestedColumn[] nested;

  private final NestedColumn[] nestedColumns;
  private final RequiredValues required;

  /** Whether a row can be incomplete. */
  private final boolean hasChecks;

  /** Indexes in {@code required.inStructs()} of leaves with defaults. */
  private final int[] defaultsInStructs;

  /** Rows of the chunk at which they are checked. */
  private int checkRow;

  /** Whether a check failed, so that the chunk may be full. */
  private boolean failed;

  private final List<Runnable> whenClosed = new ArrayList<>();

  /**
   * Starts with no rows, to be filled row by row.
   *
   * @param finished called for each data file when it is durable, by another thread
   */
  public static RowGroupBuilder byRow(
      WritePlan plan,
      SharedAllocator allocator,
      NewDataFiles files,
      Consumer<WrittenFile> finished) {
    return new RowGroupBuilder(plan, FlatRows.Filling.BY_ROW, allocator, files, finished);
  }

  /** As {@link #byRow}, to be filled column by column. */
  public static RowGroupBuilder byColumn(
      WritePlan plan,
      SharedAllocator allocator,
      NewDataFiles files,
      Consumer<WrittenFile> finished) {
    return new RowGroupBuilder(plan, FlatRows.Filling.BY_COLUMN, allocator, files, finished);
  }

  private RowGroupBuilder(
      WritePlan plan,
      FlatRows.Filling filling,
      SharedAllocator allocator,
      NewDataFiles files,
      Consumer<WrittenFile> finished) {
    if (plan.leaves().isEmpty()) {
      throw new InvalidArgumentException("Cannot write rows without columns; add a column first");
    }
    this.plan = plan;
    this.files = files;
    this.memory = allocator.newMemory(plan.groups().size());
    this.owner = new WriterOwner(memory, this::release);
    this.output = new RowGroupOutput(plan, files, finished);
    if (memory.isGranted()) {
      memory.register(output::awaitSent);
    }
    this.nested = new NestedColumn[plan.leaves().size()];
    this.required = RequiredValues.of(plan);
    boolean isPartitioned = plan.partitions() != null;
    this.flat = flat(isPartitioned ? FlatRows.Filling.STAGED : filling);
    for (int i = 0; i < nested.length; i++) {
      if (plan.leaves().get(i).isNested()) {
        nested[i] = new NestedColumn(plan.leaves().get(i).leaf(), owner, memory, this::rows);
      }
    }
    this.nestedColumns =
        Arrays.stream(nested).filter(Objects::nonNull).toArray(NestedColumn[]::new);
    this.hasChecks =
        required.always().length + required.inStructs().length + nestedColumns.length > 0;
    this.defaultsInStructs =
        IntStream.range(0, required.inStructs().length)
            .filter(k -> flat.hasDefault(required.inStructs()[k]))
            .toArray();
    this.sink =
        isPartitioned
            ? new PartitionRouter(
                plan, flat, nested, owner, memory, output, files::addShortRowGroup)
            : new RowGroupFiller(
                plan,
                flat,
                nested,
                memory,
                output,
                PartitionTuple.NONE,
                plan::growthLimit,
                () -> false);
    planCheck();
  }

  private FlatRows flat(FlatRows.Filling filling) {
    try {
      return new FlatRows(plan, filling, memory);
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  public WriterOwner owner() {
    return owner;
  }

  public FlatRows flat() {
    return flat;
  }

  public NestedColumn nested(int leaf) {
    return nested[leaf];
  }

  /** The number of rows ended so far. */
  public long rows() {
    return sink.rowsBefore() + flat.chunkRows();
  }

  /** Adds what is run when this is closed, maybe more than once. */
  public void whenClosed(Runnable action) {
    whenClosed.add(action);
  }

  private boolean isSet(int leaf) {
    return nested[leaf] != null ? nested[leaf].isSet() : flat.isSet(leaf);
  }

  /** As {@link #isSet}, but false if the leaf has its default because no value was given. */
  private boolean isGiven(int leaf) {
    return nested[leaf] != null ? nested[leaf].isSet() : flat.isGiven(leaf);
  }

  /**
   * Checks that the row can be ended.
   *
   * @throws InvalidArgumentException if a required value is missing
   * @throws IllegalStateException if a list, map or struct was not ended
   */
  private void requireCompleteRow() {
    for (int leaf : required.always()) {
      if (!isSet(leaf)) {
        throw missing(leaf);
      }
    }
    if (required.inStructs().length > 0) {
      checkStructs();
    }
    for (NestedColumn column : nestedColumns) {
      column.requireEnded();
    }
    clearAbsent();
  }

  /**
   * Ends the row.
   *
   * @throws InvalidArgumentException if a required value is missing; the row can be completed
   * @throws IllegalStateException if a list, map or struct was not ended, or an earlier segment
   *     could not be written
   */
  public void endRow() {
    owner.requireNotAborted();
    if (hasChecks) {
      requireCompleteRow();
    }
    requireNotFailed();
    endNested();
    flat.advance();
    if (flat.chunkRows() == checkRow) {
      check();
    }
  }

  private void endNested() {
    int ended = 0;
    try {
      for (; ended < nestedColumns.length; ended++) {
        nestedColumns[ended].endRow();
      }
    } catch (OutOfOffHeapMemoryException e) {
      for (int i = 0; i < ended; i++) {
        nestedColumns[i].removeLast(1);
      }
      discardRow();
      throw e;
    }
  }

  /** A leaf inside nullable structs may have a value only where all of them are present. */
  private void checkStructs() {
    for (int k = 0; k < required.inStructs().length; k++) {
      int leaf = required.inStructs()[k];
      boolean isPresent = isPresent(k);
      if (isGiven(leaf) && !isPresent) {
        throw StructValue.notBegun(plan.leaves().get(leaf).leaf().path());
      }
      if (!isSet(leaf) && isPresent && required.isRequired()[k]) {
        throw missing(leaf);
      }
    }
  }

  private boolean isPresent(int k) {
    boolean isPresent = true;
    for (int presence : required.presences()[k]) {
      isPresent &= flat.isSet(presence);
    }
    return isPresent;
  }

  /** A leaf has no default where a struct around it is null. */
  private void clearAbsent() {
    for (int k : defaultsInStructs) {
      if (!isPresent(k)) {
        flat.setNull(required.inStructs()[k]);
      }
    }
  }

  private InvalidArgumentException missing(int leaf) {
    Leaf missing = plan.leaves().get(leaf).leaf();
    return new InvalidArgumentException(
        "Cannot end row: column "
            + missing.path()
            + " of type "
            + missing.type()
            + " has no value (expected one, it is required)");
  }

  /** Discards the values of the current row. */
  public void discardRow() {
    owner.requireNotAborted();
    flat.clearRow();
    for (NestedColumn column : nestedColumns) {
      column.discardRow();
    }
    if (memory.takeRefusal() && !failed) {
      pass(
          () -> {
            sink.finish();
            sink.makeRoom();
          });
    }
  }

  /**
   * Makes room when memory for rows was refused, between rows.
   *
   * @return false if there is nothing left to release
   */
  public boolean makeRoom() {
    requireNotFailed();
    boolean[] hasRoom = new boolean[1];
    if (memory.isGranted()) {
      pass(() -> hasRoom[0] = sink.makeRoom());
    }
    return hasRoom[0];
  }

  /** As {@link io.albis.writer.BatchWriter#reclaim}. */
  public long reclaim(long bytes) {
    owner.requireNotAborted();
    if (failed || !memory.isGranted()) {
      return 0;
    }
    long before = memory.grantedBytes();
    memory.withoutAsking(
        () -> {
          pass(() -> sink.reclaim(bytes));
          output.awaitSent(Long.MAX_VALUE);
        });
    return Math.max(0, before - memory.grantedBytes());
  }

  private void requireNotFailed() {
    if (failed) {
      throw new IllegalStateException(
          "Cannot write: an earlier segment could not be written; close the writer");
    }
  }

  /**
   * Rows that can be added before the next check, at least 1.
   *
   * @throws io.albis.format.error.ClosedException if another thread has aborted the writer
   */
  public int room() {
    owner.requireNotAborted();
    requireNotFailed();
    return checkRow - flat.chunkRows();
  }

  /** Adds rows whose slots and flags have been filled; at most {@link #room}. */
  public void advance(int count) {
    flat.advance(count);
    if (flat.chunkRows() == checkRow) {
      check();
    }
  }

  private void planCheck() {
    checkRow = flat.chunkRows() + sink.rowsUntilCheck();
  }

  private void check() {
    pass(sink::check);
  }

  /** Passes rows on. If that fails, nothing more can be written. */
  private void pass(Runnable rows) {
    failed = true;
    try {
      rows.run();
      failed = false;
    } finally {
      if (failed) {
        owner.releaseIfAborted();
      }
    }
    memory.takeRefusal();
    planCheck();
  }

  /** Ends the row group, also if it is shorter than planned. */
  public void endRowGroup() {
    owner.requireNotAborted();
    requireNotFailed();
    pass(sink::finish);
  }

  /**
   * Keeps rows from being written; the owner fails, also if it waits for room. Callable by any
   * thread. Idempotent.
   */
  public void stop() {
    owner.abort();
    output.stop();
  }

  /**
   * Writes the remaining rows, waits until all rows are durable, and releases the memory. If the
   * writer was aborted, only releases the memory. Idempotent.
   *
   * @param requireNothingOpen throws if values would be lost
   * @throws IllegalStateException if another thread owns the writer, which is then aborted
   */
  public void finishAndClose(Runnable requireNothingOpen) {
    boolean wasOpen = owner.abort();
    if (!owner.claim()) {
      if (wasOpen) {
        String name = owner.name();
        close();
        throw new IllegalStateException(
            "Cannot close the writer in thread '"
                + Thread.currentThread().getName()
                + "': thread '"
                + name
                + "' owns it and must close it; its rows are lost");
      }
      return;
    }
    if (!wasOpen) {
      release();
      return;
    }
    try {
      requireComplete(requireNothingOpen);
      sink.finish();
      output.finish();
    } finally {
      release();
    }
  }

  private void requireComplete(Runnable requireNothingOpen) {
    try {
      requireNothingOpen.run();
    } catch (IllegalStateException e) {
      files.setIncomplete();
      throw e;
    }
  }

  /**
   * Closes the writer without writing the remaining rows. Callable by any thread: if another one
   * owns the writer, that thread releases the memory. Idempotent.
   */
  @Override
  public void close() {
    stop();
    if (owner.claim()) {
      release();
    } else if (!owner.isReleased()) {
      files.setIncomplete();
      output.close();
      owner.releaseWhenUnreachable();
      whenClosed.forEach(Runnable::run);
    }
  }

  private void release() {
    if (owner.isMisused() || sink.hasOpenRows() || flat.chunkRows() > 0) {
      files.setIncomplete();
    }
    try {
      output.close();
    } finally {
      owner.release();
      whenClosed.forEach(Runnable::run);
    }
  }

  /** Whether rows can no longer be written. */
  public boolean isClosed() {
    return owner.isClosing() || owner.isReleased();
  }

  /** Paths of the leaves that have a value in the row that was begun. */
  public List<String> setLeaves() {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < nested.length; i++) {
      if (isGiven(i) || (nested[i] != null && nested[i].isBegun())) {
        paths.add(plan.leaves().get(i).leaf().path());
      }
    }
    return paths;
  }
}
