// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

import io.albis.format.schema.PartitionTuple;
import io.albis.writer.internal.file.RowGroupOutput;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.nested.NestedColumn;
import io.albis.writer.internal.plan.WritePlan;
import java.util.function.LongSupplier;

/** A partition whose row group is being filled. For the owner of the writer. */
final class OpenPartition {

  private final WriterMemory memory;
  private final FlatRows flat;
  private final NestedColumn[] nested;
  private final RowGroupFiller filler;

  /** The row of the chunk that ends it. */
  private int checkRow;

  /**
   * Starts without rows.
   *
   * @param memory released by the caller
   * @param growthLimit the most memory, in bytes, up to which the regions of segments grow
   */
  OpenPartition(
      WritePlan plan,
      WriterOwner owner,
      WriterMemory memory,
      RowGroupOutput output,
      PartitionTuple partition,
      LongSupplier growthLimit) {
    this.memory = memory;
    this.flat = new FlatRows(plan, FlatRows.Filling.BY_PARTITION, memory);
    this.nested = new NestedColumn[plan.leaves().size()];
    for (int i = 0; i < nested.length; i++) {
      if (plan.leaves().get(i).isNested()) {
        nested[i] = new NestedColumn(plan.leaves().get(i).leaf(), owner, memory, () -> 0);
      }
    }
    this.filler = new RowGroupFiller(plan, flat, nested, memory, output, partition, growthLimit);
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

  /**
   * Appends staged rows.
   *
   * @param rows indexes of rows, ascending
   * @param from first of these to append
   * @param to end of these
   */
  void append(FlatRows staged, NestedColumn[] stagedNested, int[] rows, int from, int to) {
    int done = from;
    while (done < to) {
      int count = Math.min(checkRow - flat.chunkRows(), to - done);
      flat.copyRows(staged, rows, done, count);
      for (int i = 0; i < nested.length; i++) {
        if (nested[i] != null) {
          nested[i].appendRows(stagedNested[i], rows, done, count);
        }
      }
      flat.advance(count);
      done += count;
      if (flat.chunkRows() == checkRow) {
        filler.check();
        checkRow = flat.chunkRows() + filler.rowsUntilCheck();
      }
    }
  }

  /** Ends the row group, also if it is shorter than planned. */
  void finish() {
    filler.finish();
  }
}
