// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

import io.albis.format.schema.PartitionTuple;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.internal.file.RowGroupOutput;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.nested.NestedColumn;
import io.albis.writer.internal.plan.WritePlan;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A partition whose row group is being filled. For the owner of the writer. */
final class OpenPartition {

  private final WriterMemory memory;
  private final FlatRows flat;
  private final NestedColumn[] nested;
  private final RowGroupFiller filler;

  /** The row of the chunk that ends it. */
  private int checkRow;

  /** Bytes of values of variable length before rows are appended. */
  private final long[] areaMarks;

  /**
   * Starts without rows.
   *
   * @param memory released by the caller
   * @param growthLimit the most memory, in bytes, up to which the regions of segments grow
   * @param roomElsewhere releases memory of other partitions; false if there is none
   */
  OpenPartition(
      WritePlan plan,
      WriterOwner owner,
      WriterMemory memory,
      RowGroupOutput output,
      PartitionTuple partition,
      LongSupplier growthLimit,
      BooleanSupplier roomElsewhere) {
    this.memory = memory;
    this.flat = new FlatRows(plan, FlatRows.Filling.BY_PARTITION, memory);
    this.nested = new NestedColumn[plan.leaves().size()];
    for (int i = 0; i < nested.length; i++) {
      if (plan.leaves().get(i).isNested()) {
        nested[i] = new NestedColumn(plan.leaves().get(i).leaf(), owner, memory, () -> 0);
      }
    }
    this.areaMarks = new long[flat.areaCount()];
    this.filler =
        new RowGroupFiller(
            plan, flat, nested, memory, output, partition, growthLimit, roomElsewhere);
    this.checkRow = filler.rowsUntilCheck();
  }

  WriterMemory memory() {
    return memory;
  }

  /** Memory for its rows, in bytes. */
  long bytes() {
    return memory.allocatedBytes() + filler.heldBytes();
  }

  /** Whether it has rows that are in no row group that has been ended. */
  boolean hasRows() {
    return filler.hasOpenRows() || flat.chunkRows() > 0;
  }

  /** Rows that can be appended before {@link #check}, at least 1. */
  int room() {
    return checkRow - flat.chunkRows();
  }

  /**
   * Appends staged rows, or none of them if this throws.
   *
   * @param rows indexes of rows, ascending
   * @param from first of these to append
   * @param count number of these, at most {@link #room}
   * @throws OutOfOffHeapMemoryException if memory is refused
   */
  void append(FlatRows staged, NestedColumn[] stagedNested, int[] rows, int from, int count) {
    flat.markAreas(areaMarks);
    int filled = 0;
    try {
      flat.copyRows(staged, rows, from, count);
      for (; filled < nested.length; filled++) {
        if (nested[filled] != null) {
          nested[filled].appendRows(stagedNested[filled], rows, from, count);
        }
      }
    } catch (OutOfOffHeapMemoryException e) {
      for (int i = 0; i < filled; i++) {
        if (nested[i] != null) {
          nested[i].removeLast(count);
        }
      }
      flat.undo(count, areaMarks);
      throw e;
    }
    flat.advance(count);
  }

  /** Divides the rows into segments, if there are enough of them. */
  void check() {
    if (flat.chunkRows() == checkRow) {
      filler.check();
      checkRow = flat.chunkRows() + filler.rowsUntilCheck();
    }
  }

  /** Ends the row group, also if it is shorter than planned. */
  void finish() {
    filler.finish();
  }
}
