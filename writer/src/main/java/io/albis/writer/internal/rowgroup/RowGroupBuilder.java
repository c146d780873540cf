// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

import io.albis.format.error.InvalidSchemaException;
import io.albis.format.error.InvalidValueException;
import io.albis.format.error.UnfinishedRowException;
import io.albis.format.partition.PartitionTuple;
import io.albis.format.schema.Leaf;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.internal.file.NewDataFiles;
import io.albis.writer.internal.file.RowGroupOutput;
import io.albis.writer.internal.file.WrittenFile;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.flat.RowPosition;
import io.albis.writer.internal.flat.StructValue;
import io.albis.writer.internal.memory.WriterGate;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.nested.NestedColumn;
import io.albis.writer.internal.plan.RequiredValues;
import io.albis.writer.internal.plan.WritePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Collects rows in a chunk, and passes them on to be divided into segments and row groups, which
 * are written in the background. It holds at most one row group that waits to be written, plus one
 * segment under construction per column group; if rows are partitioned, as much as their {@link
 * io.albis.writer.internal.plan.PartitionPlan} allows.
 *
 * <p>For one thread, which has entered the {@link #gate}; {@link #stop}, {@link #finishAndClose}
 * and {@link #close} may be called by any other.
 */
public final class RowGroupBuilder implements AutoCloseable {

  /** Far more than it takes until a store is visible to other processors. */
  private static final long STORE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final WritePlan plan;
  private final WriterMemory memory;
  private final WriterGate gate;
  private final NewDataFiles files;
  private final RowGroupOutput output;
  private final FlatRows flat;
  private final RowSink sink;

  /** By leaf; null for others than lists and maps. */
  private final NestedColumn[] nested;

  private final NestedColumn[] nestedColumns;
  private final RequiredValues required;
  private final boolean hasRequired;

  /** Indexes in {@code required.inStructs()} of leaves with defaults. */
  private final int[] defaultsInStructs;

  /** The row of the chunk that must be ended by {@link #endRow}. */
  private int checkRow;

  /** As {@link #checkRow}, for {@link #endFixedRow}; 0 if it cannot end any row. */
  private int fixedLimit;

  /** Whether a check failed, so that the chunk may be full. */
  private boolean failed;

  /** The position at which the writer was closed. */
  private RowPosition lastPosition;

  /** Rows of the chunk when the writer was closed; guarded by the gate. */
  private int taken = -1;

  /** Run when the memory is released, or left to the thread that uses it. */
  private final List<Runnable> whenClosed = new ArrayList<>();

  private volatile boolean leftOpen;

  /**
   * Starts with no rows, to be filled row by row.
   *
   * @param finished called for each data file when it is durable, by another thread
   */
  public static RowGroupBuilder byRow(
      WritePlan plan,
      BufferAllocator allocator,
      NewDataFiles files,
      Consumer<WrittenFile> finished) {
    return new RowGroupBuilder(plan, FlatRows.Filling.BY_ROW, allocator, files, finished);
  }

  /** As {@link #byRow}, to be filled column by column. */
  public static RowGroupBuilder byColumn(
      WritePlan plan,
      BufferAllocator allocator,
      NewDataFiles files,
      Consumer<WrittenFile> finished) {
    return new RowGroupBuilder(plan, FlatRows.Filling.BY_COLUMN, allocator, files, finished);
  }

  private RowGroupBuilder(
      WritePlan plan,
      FlatRows.Filling filling,
      BufferAllocator allocator,
      NewDataFiles files,
      Consumer<WrittenFile> finished) {
    if (plan.leaves().isEmpty()) {
      throw new InvalidSchemaException("Cannot write rows without columns; add a column first");
    }
    this.plan = plan;
    this.files = files;
    this.memory = new WriterMemory(allocator);
    this.gate = new WriterGate(memory);
    this.output = new RowGroupOutput(plan, files, finished);
    this.nested = new NestedColumn[plan.leaves().size()];
    this.required = RequiredValues.of(plan);
    boolean isPartitioned = plan.partitions() != null;
    this.flat = flat(isPartitioned ? FlatRows.Filling.STAGED : filling);
    for (int i = 0; i < nested.length; i++) {
      if (plan.leaves().get(i).isNested()) {
        nested[i] = new NestedColumn(plan.leaves().get(i).leaf(), gate, memory, this::rows);
      }
    }
    this.nestedColumns =
        Arrays.stream(nested).filter(Objects::nonNull).toArray(NestedColumn[]::new);
    this.hasRequired = required.always().length + required.inStructs().length > 0;
    this.defaultsInStructs =
        IntStream.range(0, required.inStructs().length)
            .filter(k -> flat.hasDefault(required.inStructs()[k]))
            .toArray();
    this.sink =
        isPartitioned
            ? new PartitionRouter(plan, flat, nested, gate, memory, output, files::addShortRowGroup)
            : new RowGroupFiller(
                plan, flat, nested, memory, output, PartitionTuple.NONE, plan::growthLimit);
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

  public WriterGate gate() {
    return gate;
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

  /** Adds what is to be run when this is closed. */
  public void whenClosed(Runnable action) {
    whenClosed.add(action);
  }

  /** Whether a thread was left in the middle of a row when this was closed. */
  public boolean isLeftOpen() {
    return leftOpen;
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
   * @throws InvalidValueException if a required value is missing
   * @throws IllegalStateException if a list, map or struct was not ended
   */
  public void requireCompleteRow() {
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
   * Ends a row that has values of fixed width only, without entering the gate: it touches only the
   * memory of the chunk, which is never released under a thread.
   *
   * <p>If another thread closes the writer meanwhile, the row is either written or not added. That
   * thread first announces that it closes the writer, and takes the rows of the chunk after a pause
   * ({@link RowPosition#awaitStores}). This thread first adds the row, and then looks whether the
   * writer is being closed; if so, the lock decides whether the row was taken.
   *
   * @return false if nothing was done, and the row must be ended by {@link #endRow}
   * @throws InvalidValueException if a required value is missing
   * @throws io.albis.format.error.ClosedException if the writer is closed; the row is not added
   */
  public boolean endFixedRow() {
    RowPosition position = flat.position();
    int next = position.row() + 1;
    if (next >= fixedLimit || !position.isOwn() || gate.isInside() || gate.isClosing()) {
      return false;
    }
    if (hasRequired) {
      requireCompleteRow();
    }
    flat.advance(position);
    if (gate.isClosing()) {
      requireTaken(position, next);
    }
    return true;
  }

  /** Decides whether a row was ended before the writer was closed. */
  private void requireTaken(RowPosition position, int next) {
    synchronized (gate) {
      if (taken < next || position != lastPosition) {
        position.setRow(next - 1);
        gate.requireOpen();
      }
    }
  }

  /** Takes the rows of the chunk; the thread that writes can add no more after this. */
  private void takeRows() {
    lastPosition = flat.position();
    lastPosition.awaitStores(STORE_NANOS);
    synchronized (gate) {
      taken = lastPosition.acquireRow();
      if (failed) {
        return;
      }
      if (taken >= checkRow) {
        throw writtenBySeveralThreads();
      }
      flat.takeOver();
      flat.freeze(taken);
    }
  }

  private static UnfinishedRowException writtenBySeveralThreads() {
    return new UnfinishedRowException(
        "Cannot close the writer: several threads wrote rows at the same time");
  }

  /** Ends a row that is complete. Needs the gate. */
  public void endRow() {
    requireNotFailed();
    for (NestedColumn column : nestedColumns) {
      column.endRow();
    }
    advance(1);
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

  private InvalidValueException missing(int leaf) {
    Leaf missing = plan.leaves().get(leaf).leaf();
    return new InvalidValueException(
        "Cannot end row: column "
            + missing.path()
            + " of type "
            + missing.type()
            + " has no value (expected one, it is required)");
  }

  public void discardRow() {
    flat.clearRow();
    for (NestedColumn column : nestedColumns) {
      column.discardRow();
    }
  }

  private void requireNotFailed() {
    if (failed) {
      throw new IllegalStateException(
          "Cannot write: an earlier segment could not be written; close the writer");
    }
  }

  /** Rows that can be added before the next check, at least 1. */
  public int room() {
    return checkRow - flat.chunkRows();
  }

  /** Adds rows whose slots and flags have been filled; at most {@link #room}. */
  public void advance(int count) {
    requireNotFailed();
    flat.takeOver();
    int next = flat.position().row() + count;
    if (next > checkRow) {
      throw new IllegalStateException(
          "Cannot end row: another thread ended rows at the same time; each thread needs a writer"
              + " of its own");
    }
    flat.advance(count);
    if (next == checkRow) {
      failed = true;
      flat.freeze(next);
      check();
      flat.unfreeze();
      failed = false;
    }
  }

  private void planCheck() {
    checkRow = flat.chunkRows() + sink.rowsUntilCheck();
    fixedLimit = nestedColumns.length > 0 ? 0 : checkRow;
  }

  private void check() {
    sink.check();
    planCheck();
  }

  private void finishRowGroups() {
    sink.finish();
    planCheck();
  }

  /** Ends the row group, also if it is shorter than planned. Needs the gate. */
  public void endRowGroup() {
    requireNotFailed();
    flat.takeOver();
    failed = true;
    flat.freeze(flat.chunkRows());
    finishRowGroups();
    flat.unfreeze();
    failed = false;
  }

  /** Stops writing; a thread that waits for room fails. Callable by any thread. Idempotent. */
  public void stop() {
    output.stop();
  }

  /**
   * Writes the remaining rows, waits until all rows are durable, and releases the memory. Callable
   * by any thread. Idempotent.
   *
   * @param requireNothingOpen throws if values would be lost
   * @throws UnfinishedRowException if another thread is in the middle of a row
   */
  public void finishAndClose(Runnable requireNothingOpen) {
    WriterGate.Closing closing = gate.close(this::release);
    if (closing == WriterGate.Closing.OCCUPIED) {
      String thread = gate.threadInside();
      leave();
      throw new UnfinishedRowException(
          "Cannot close the writer: thread " + thread + " is in the middle of a row");
    }
    if (closing == WriterGate.Closing.EMPTY) {
      try {
        takeRows();
        requireNothingOpen.run();
        finishRowGroups();
        output.finish();
        requireNoLostRows();
      } catch (UnfinishedRowException e) {
        files.setIncomplete();
        throw e;
      } finally {
        releaseAndTell();
      }
    }
  }

  /** Checks that no thread has ended rows that are not among those taken. */
  private void requireNoLostRows() {
    boolean hasMoved = !lastPosition.isOwn() && lastPosition.acquireRow() != taken;
    if (hasMoved || flat.hasLostRows(lastPosition)) {
      throw writtenBySeveralThreads();
    }
  }

  /**
   * Releases all memory; rows that were not written are lost. Callable by any thread. If another
   * thread is in the middle of a row, that thread will release the memory. Idempotent.
   */
  @Override
  public void close() {
    stop();
    switch (gate.close(this::release)) {
      case EMPTY -> releaseAndTell();
      case OCCUPIED -> leave();
      case ALREADY_CLOSED -> {}
    }
  }

  private void leave() {
    leftOpen = true;
    files.setIncomplete();
    output.close();
    whenClosed.forEach(Runnable::run);
  }

  private void releaseAndTell() {
    try {
      release();
      whenClosed.forEach(Runnable::run);
    } finally {
      gate.released();
    }
  }

  private void release() {
    if (sink.hasOpenRows() || flat.chunkRows() > 0) {
      files.setIncomplete();
    }
    output.close();
    memory.close();
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
