// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import io.albis.format.error.InvalidValueException;
import io.albis.format.layout.FileLayout;
import io.albis.format.schema.Leaf;
import io.albis.storage.memory.BufferAllocator;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Collects rows into segments and segments into row groups, which are written in the background.
 * Memory is what waits to be written, which is at most a row group, plus one segment that is being
 * built per column group. For one thread.
 */
public final class RowGroupBuilder implements AutoCloseable {

  private final WritePlan plan;
  private final DataFiles files;
  private final RowGroupFiles output;
  private final FlatRows flat;
  private final FlatSealer sealer;

  /** By leaf; null for others than lists and maps. */
  private final NestedColumn[] nested;

  private final NestedColumn[] nestedColumns;
  private final RequiredValues required;
  private final boolean hasVariable;
  private long sealedBytes;
  private long rowsInGroup;
  private long rows;
  private long untilCheck;
  private boolean closed;

  /**
   * Starts with no rows, to be filled row by row.
   *
   * @param finished told of each row group when its files are durable, by another thread
   */
  public static RowGroupBuilder byRow(
      WritePlan plan,
      BufferAllocator allocator,
      DataFiles files,
      Consumer<WrittenRowGroup> finished) {
    return new RowGroupBuilder(plan, FlatRows.Filling.BY_ROW, allocator, files, finished);
  }

  /** As {@link #byRow}, to be filled column by column. */
  public static RowGroupBuilder byColumn(
      WritePlan plan,
      BufferAllocator allocator,
      DataFiles files,
      Consumer<WrittenRowGroup> finished) {
    return new RowGroupBuilder(plan, FlatRows.Filling.BY_COLUMN, allocator, files, finished);
  }

  private RowGroupBuilder(
      WritePlan plan,
      FlatRows.Filling filling,
      BufferAllocator allocator,
      DataFiles files,
      Consumer<WrittenRowGroup> finished) {
    this.plan = plan;
    this.files = files;
    this.output = new RowGroupFiles(plan, files, finished);
    this.nested = new NestedColumn[plan.leaves().size()];
    boolean variable = false;
    for (int g = 0; g < plan.groups().size(); g++) {
      variable |= plan.isVariable(g);
    }
    this.hasVariable = variable;
    this.required = RequiredValues.of(plan);
    this.flat = new FlatRows(plan, filling, allocator);
    this.sealer = new FlatSealer(plan, flat, allocator);
    for (int i = 0; i < nested.length; i++) {
      if (plan.leaves().get(i).isNested()) {
        nested[i] = new NestedColumn(plan.leaves().get(i).leaf(), allocator);
      }
    }
    this.nestedColumns =
        Arrays.stream(nested).filter(Objects::nonNull).toArray(NestedColumn[]::new);
    untilCheck = rowsUntilCheck();
  }

  FlatRows flat() {
    return flat;
  }

  NestedColumn nested(int leaf) {
    return nested[leaf];
  }

  long rows() {
    return rows;
  }

  boolean isClosed() {
    return closed;
  }

  private boolean isSet(int leaf) {
    return nested[leaf] != null ? nested[leaf].isSet() : flat.isSet(leaf);
  }

  void endRow() {
    for (int leaf : required.always()) {
      if (!isSet(leaf)) {
        throw missing(leaf);
      }
    }
    if (required.inStructs().length > 0) {
      checkStructs();
    }
    for (NestedColumn column : nestedColumns) {
      column.value().requireEnded();
    }
    for (NestedColumn column : nestedColumns) {
      column.value().close(false);
    }
    flat.advance();
    rows++;
    rowsInGroup++;
    if (--untilCheck <= 0) {
      check();
    }
  }

  /** Values of leaves inside nullable structs must be there just where these are. */
  private void checkStructs() {
    for (int k = 0; k < required.inStructs().length; k++) {
      int leaf = required.inStructs()[k];
      boolean isPresent = true;
      for (int presence : required.presences()[k]) {
        isPresent &= flat.isSet(presence);
      }
      boolean isSet = isSet(leaf);
      if (isSet && !isPresent) {
        throw StructValue.notBegun(plan.leaves().get(leaf).leaf().path());
      }
      if (!isSet && isPresent && required.isRequired()[k]) {
        throw missing(leaf);
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

  void discardRow() {
    flat.clearRow();
    for (NestedColumn column : nestedColumns) {
      column.value().reopen();
    }
  }

  /** Rows that can be taken before the next check, at least 1. */
  long room() {
    return untilCheck;
  }

  /** Takes rows of which the slots and flags have been filled; at most {@link #room}. */
  void advance(int count) {
    flat.advance(count);
    rows += count;
    rowsInGroup += count;
    untilCheck -= count;
    if (untilCheck <= 0) {
      check();
    }
  }

  private long rowsUntilCheck() {
    long until = plan.rowGroupSize() / plan.rowBytes() - rowsInGroup;
    for (int g = 0; g < plan.groups().size(); g++) {
      until = Math.min(until, flat.room(g));
    }
    until = Math.min(until, flat.chunkRoom());
    if (hasVariable) {
      until =
          Math.min(
              until, FileLayout.ROW_COUNT_MULTIPLE - rowsInGroup % FileLayout.ROW_COUNT_MULTIPLE);
    }
    return Math.max(1, until);
  }

  private boolean isNested(int g) {
    return nested[plan.leavesOfGroup(g)[0]] != null;
  }

  /** Bytes of the segment that is being built, about. */
  private long openBytes(int g) {
    if (isNested(g)) {
      return nested[plan.leavesOfGroup(g)[0]].bytes();
    }
    return (long) flat.rows(g) * plan.rowBytes(g) + flat.areaBytes(g);
  }

  private void check() {
    if (flat.chunkRoom() == 0) {
      sealer.endChunk();
    }
    boolean mustGrow = false;
    for (int g = 0; g < plan.groups().size(); g++) {
      boolean isFull = flat.rows(g) >= plan.segmentRows(g);
      boolean isLong =
          plan.isVariable(g)
              && flat.rows(g) % FileLayout.ROW_COUNT_MULTIPLE == 0
              && openBytes(g) >= plan.segmentSize();
      if (isFull || isLong) {
        seal(g);
      }
      mustGrow |= flat.room(g) == 0;
    }
    if (sealedBytes + unsealedBytes() >= plan.rowGroupSize()
        || rowsInGroup >= plan.rowGroupSize() / plan.rowBytes()) {
      finishRowGroup();
    } else if (mustGrow && !flat.grow()) {
      for (int g = 0; g < plan.groups().size(); g++) {
        if (flat.room(g) == 0) {
          seal(g);
        }
      }
    }
    untilCheck = rowsUntilCheck();
  }

  private long unsealedBytes() {
    long bytes = 0;
    for (int g = 0; g < plan.groups().size(); g++) {
      bytes += openBytes(g);
    }
    return bytes;
  }

  private void seal(int g) {
    output.awaitRoom(openBytes(g));
    sealer.endChunk();
    SealedSegment segment = isNested(g) ? sealNested(g) : sealer.seal(g);
    sealedBytes += segment.length();
    output.add(g, segment);
  }

  private SealedSegment sealNested(int g) {
    flat.reset(g);
    return nested[plan.leavesOfGroup(g)[0]].seal();
  }

  /** Writes the rows that are there as a row group, and waits until all of them are durable. */
  public void finish() {
    finishRowGroup();
    output.awaitAll();
  }

  private void finishRowGroup() {
    if (rowsInGroup == 0) {
      return;
    }
    for (int g = 0; g < plan.groups().size(); g++) {
      if (flat.rows(g) > 0) {
        seal(g);
      }
    }
    output.endRowGroup(rowsInGroup);
    sealedBytes = 0;
    rowsInGroup = 0;
    untilCheck = rowsUntilCheck();
  }

  /** Gives back all memory; rows that were not written are lost. Idempotent. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (rowsInGroup > 0) {
      files.setIncomplete();
    }
    output.close();
    flat.close();
    for (NestedColumn column : nestedColumns) {
      column.close();
    }
  }
}
