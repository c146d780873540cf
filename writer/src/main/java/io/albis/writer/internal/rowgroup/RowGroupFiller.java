// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.schema.PartitionTuple;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.internal.file.RowGroupOutput;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.flat.FlatSealer;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.nested.NestedColumn;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.segment.SealedSegment;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Divides rows into segments, and these into row groups of one partition, one after another. For
 * one thread.
 */
final class RowGroupFiller implements RowSink {

  private final WritePlan plan;
  private final FlatRows flat;
  private final FlatSealer sealer;
  private final NestedColumn[] nested;
  private final RowGroupOutput output;
  private final PartitionTuple partition;
  private final LongSupplier growthLimit;
  private final BooleanSupplier roomElsewhere;
  private final WriterMemory memory;
  private final boolean hasVariable;

  /** Whether an engine has refused memory for more rows of the row group. */
  private boolean isShort;

  /** Null if the row group has no segment yet. */
  private RowGroupOutput.OpenRowGroup rowGroup;

  private long sealedBytes;

  /** Memory of the segments of the present row group that have been sealed, in bytes. */
  private long heldBytes;

  /** Rows before the chunk, in the row group and in all. */
  private long groupRowsBefore;

  private long rowsBefore;

  /**
   * Starts with no rows.
   *
   * @param flat the rows, and the chunk
   * @param nested by leaf; null for others than lists and maps
   * @param partition of all rows
   * @param growthLimit the most memory, in bytes, up to which the regions of segments grow
   * @param roomElsewhere releases memory of others if an engine refuses it; false if there is none
   */
  RowGroupFiller(
      WritePlan plan,
      FlatRows flat,
      NestedColumn[] nested,
      WriterMemory memory,
      RowGroupOutput output,
      PartitionTuple partition,
      LongSupplier growthLimit,
      BooleanSupplier roomElsewhere) {
    this.plan = plan;
    this.flat = flat;
    this.nested = nested;
    this.output = output;
    this.partition = partition;
    this.growthLimit = growthLimit;
    this.roomElsewhere = roomElsewhere;
    this.memory = memory;
    this.sealer = new FlatSealer(plan, flat, memory);
    this.hasVariable = plan.hasVariable();
  }

  private long rowsInGroup() {
    return groupRowsBefore + flat.chunkRows();
  }

  @Override
  public long rowsBefore() {
    return rowsBefore;
  }

  @Override
  public boolean hasOpenRows() {
    return groupRowsBefore > 0;
  }

  /** Memory of the segments of the present row group that have been sealed, in bytes. */
  long heldBytes() {
    return heldBytes;
  }

  @Override
  public int rowsUntilCheck() {
    long rowsInGroup = rowsInGroup();
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
    return Math.toIntExact(Math.max(1, until));
  }

  private boolean isNested(int g) {
    return nested[plan.leavesOfGroup(g)[0]] != null;
  }

  /** The approximate size of the segment under construction, in bytes. */
  private long openBytes(int g) {
    if (isNested(g)) {
      return nested[plan.leavesOfGroup(g)[0]].bytes();
    }
    return (long) flat.rows(g) * plan.rowBytes(g) + flat.areaBytes(g);
  }

  @Override
  public void check() {
    if (flat.chunkRoom() == 0) {
      endChunk();
    }
    boolean mustGrow = false;
    for (int g = 0; g < plan.groups().size(); g++) {
      boolean isFull = flat.rows(g) >= plan.segmentRows(g);
      boolean isLong =
          plan.isVariable(g)
              && flat.rows(g) % FileLayout.ROW_COUNT_MULTIPLE == 0
              && openBytes(g) >= plan.segmentSize();
      if (isFull || isLong) {
        sealEarly(g);
      }
      mustGrow |= flat.room(g) == 0;
    }
    if (sealedBytes + unsealedBytes() >= plan.rowGroupSize()
        || rowsInGroup() >= plan.rowGroupSize() / plan.rowBytes()) {
      finish();
    } else if (mustGrow && !isShort && !grow()) {
      for (int g = 0; g < plan.groups().size(); g++) {
        if (flat.room(g) == 0) {
          sealEarly(g);
        }
      }
    }
    if (isShort) {
      finish();
    }
  }

  /** Makes room for more rows in segments, if their memory may grow. */
  private boolean grow() {
    while (true) {
      try {
        return flat.grow(growthLimit.getAsLong());
      } catch (OutOfOffHeapMemoryException e) {
        if (!memory.isGranted()) {
          throw e;
        }
        if (!roomElsewhere.getAsBoolean()) {
          isShort = true;
          return true;
        }
      }
    }
  }

  /** Seals a group whose row group goes on. */
  private void sealEarly(int g) {
    seal(g);
    isShort |= !memory.trySetSealed(output.heldBytes(rowGroup));
  }

  private void endChunk() {
    int count = flat.chunkRows();
    sealer.endChunk();
    groupRowsBefore += count;
    rowsBefore += count;
  }

  private long unsealedBytes() {
    long bytes = 0;
    for (int g = 0; g < plan.groups().size(); g++) {
      bytes += openBytes(g);
    }
    return bytes;
  }

  private void seal(int g) {
    if (rowGroup == null) {
      rowGroup = output.beginRowGroup();
    }
    output.awaitRoom(rowGroup, openBytes(g));
    endChunk();
    SealedSegment segment = isNested(g) ? sealNested(g) : sealer.seal(g);
    sealedBytes += segment.length();
    heldBytes += segment.heldBytes();
    output.add(rowGroup, g, segment);
  }

  private SealedSegment sealNested(int g) {
    flat.reset(g);
    return nested[plan.leavesOfGroup(g)[0]].seal();
  }

  @Override
  public boolean makeRoom() {
    if (rowsInGroup() > 0) {
      finish();
      return true;
    }
    long before = memory.allocatedBytes();
    shrink();
    return memory.allocatedBytes() < before;
  }

  @Override
  public void reclaim(long bytes) {
    finish();
    shrink();
  }

  private void shrink() {
    flat.shrink();
    for (NestedColumn column : nested) {
      if (column != null) {
        column.shrink();
      }
    }
    memory.settle();
  }

  @Override
  public void finish() {
    isShort = false;
    if (rowsInGroup() == 0) {
      return;
    }
    for (int g = 0; g < plan.groups().size(); g++) {
      if (flat.rows(g) > 0) {
        seal(g);
      }
    }
    output.endRowGroup(rowGroup, groupRowsBefore, partition, sealer.endRowGroup());
    rowGroup = null;
    sealedBytes = 0;
    heldBytes = 0;
    groupRowsBefore = 0;
    memory.trySetSealed(0);
  }
}
