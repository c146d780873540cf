// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.layout.RowLayout;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.internal.memory.Bits;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.plan.WritePlan;
import java.util.stream.IntStream;

/**
 * The memory of the segments under construction, for all leaves except lists and maps: for each
 * column group its rows, or the values of its column and a bitmap before them.
 *
 * <p>At first all regions lie in one block, so that a table of thousands of columns does not need
 * thousands of pages. They grow as needed. A region that has grown to a whole segment, and whose
 * bytes are already those of the format, gets its own buffer, which becomes the segment without
 * being copied.
 *
 * <p>For one thread.
 */
final class FlatRegions {

  /** How many times as many rows fit after regions have grown, unless memory is short. */
  private static final int GROWTH = 4;

  private final WritePlan plan;
  private final WriterMemory memory;
  private final int initialRows;

  /** Per group: rows that fit, address of the first row or value, and that of the bitmap. */
  private final int[] capacities;

  private final long[] bases;
  private final long[] bitmaps;

  /** Per group: its own buffer; null while it lies in the block. */
  private final OffHeapBuffer[] own;

  private OffHeapBuffer block;

  /**
   * Allocates the first regions: smaller ones if an engine does not grant enough for them.
   *
   * @param initialRows room at first, a multiple of 64
   */
  FlatRegions(WritePlan plan, WriterMemory memory, int initialRows) {
    this.plan = plan;
    this.memory = memory;
    this.initialRows = initialRows;
    int groups = plan.groups().size();
    this.capacities = new int[groups];
    this.bases = new long[groups];
    this.bitmaps = new long[groups];
    this.own = new OffHeapBuffer[groups];
    try {
      allocate(initialRows, new int[groups]);
    } catch (OutOfOffHeapMemoryException e) {
      if (!memory.isGranted() || initialRows == ChunkMemory.MIN_ROWS) {
        throw e;
      }
      allocate(ChunkMemory.MIN_ROWS, new int[groups]);
    }
  }

  int capacity(int g) {
    return capacities[g];
  }

  /** Address of the first row, or of the first value. */
  long base(int g) {
    return bases[g];
  }

  /** Address of the bitmap of a group in the column layout. */
  long bitmap(int g) {
    return bitmaps[g];
  }

  private int stride(int g) {
    return plan.leaves().get(plan.leavesOfGroup(g)[0]).step();
  }

  /** Bytes of the bitmap, to where the values start; 0 in the row layout. */
  private long bitmapBytes(int g, int capacity) {
    return plan.rowLayout(g) != null
        ? 0
        : FileLayout.align(Bits.bytes(capacity), FileLayout.BUFFER_ALIGNMENT);
  }

  private long regionBytes(int g, int capacity) {
    long bytes = bitmapBytes(g, capacity) + (long) capacity * stride(g);
    return FileLayout.align(bytes, FileLayout.BUFFER_ALIGNMENT);
  }

  /**
   * Makes room for more rows where a segment may have more.
   *
   * @param used per group: rows to take over, a multiple of 64
   * @param limit of all regions, in bytes
   * @return false if that would take more than the limit
   * @throws OutOfOffHeapMemoryException if memory is refused; the rows are unchanged
   */
  boolean grow(int[] used, long limit) {
    // Regions are smaller than at first if an engine did not grant enough.
    long wanted = memory.isGranted() ? ChunkMemory.MIN_ROWS : initialRows;
    for (int count : used) {
      wanted = Math.max(wanted, count);
    }
    long most = Math.max(wanted, plan.rowGroupRows());
    OutOfOffHeapMemoryException refusal = null;
    for (int factor = GROWTH; factor > 1; factor /= 2) {
      int more = (int) Math.min(most, wanted * factor);
      if (more > wanted && bytes(more) <= limit) {
        try {
          allocate(more, used);
          return true;
        } catch (OutOfOffHeapMemoryException e) {
          refusal = e;
        }
      }
    }
    if (refusal != null) {
      throw refusal;
    }
    return false;
  }

  /** Bytes of all regions with room for a number of rows. */
  private long bytes(int rows) {
    long total = 0;
    for (int g = 0; g < capacities.length; g++) {
      total += regionBytes(g, Math.min(rows, plan.segmentRows(g)));
    }
    return total;
  }

  private void allocate(int rowsWanted, int[] used) {
    long total = 0;
    for (int g = 0; g < capacities.length; g++) {
      int capacity = Math.min(rowsWanted, plan.segmentRows(g));
      if (own[g] != null) {
        continue;
      }
      if (capacity == plan.segmentRows(g) && isInFinalForm(g)) {
        OffHeapBuffer buffer = memory.allocate(ownOffset(g) + (long) capacity * stride(g));
        move(g, buffer.address() + ownOffset(g), capacity, used[g]);
        own[g] = buffer;
      } else {
        total += regionBytes(g, capacity);
      }
    }
    moveRest(memory.replace(block, total), rowsWanted, used);
  }

  /** Moves the regions that have no buffer of their own to another block. */
  private void moveRest(OffHeapBuffer newBlock, int rowsWanted, int[] used) {
    long address = newBlock.address();
    for (int g = 0; g < capacities.length; g++) {
      if (own[g] == null) {
        int capacity = Math.min(rowsWanted, plan.segmentRows(g));
        move(g, address + bitmapBytes(g, capacity), capacity, used[g]);
        address += regionBytes(g, capacity);
      }
    }
    if (block != null) {
      memory.release(block);
    }
    block = newBlock;
  }

  /** Releases most of the memory, when there are no rows. */
  void shrink() {
    int rows = ChunkMemory.MIN_ROWS;
    if (IntStream.of(capacities).allMatch(capacity -> capacity <= rows)) {
      return;
    }
    OffHeapBuffer small = memory.allocateKept(bytes(rows));
    for (int g = 0; g < own.length; g++) {
      if (own[g] != null) {
        memory.release(own[g]);
        own[g] = null;
      }
    }
    moveRest(small, rows, new int[own.length]);
  }

  private void move(int g, long base, int capacity, int used) {
    long bitmapBytes = bitmapBytes(g, capacity);
    if (used > 0) {
      Memory.copy(bases[g], base, (long) used * stride(g));
      Memory.copy(bitmaps[g], base - bitmapBytes, bitmapBytes > 0 ? Bits.bytes(used) : 0);
    }
    if (bitmapBytes > 0) {
      Memory.setZero(base - bitmapBytes + capacity / 8, bitmapBytes - capacity / 8);
    }
    zeroPadding(g, base, capacity);
    bases[g] = base;
    bitmaps[g] = base - bitmapBytes;
    capacities[g] = capacity;
  }

  /** Rows end with padding where their fields are not a multiple of 8 bytes. */
  private void zeroPadding(int g, long base, int capacity) {
    RowLayout layout = plan.rowLayout(g);
    if (layout == null) {
      return;
    }
    int end = layout.nullWordCount() * Long.BYTES;
    for (int m = 0; m < plan.leavesOfGroup(g).length; m++) {
      end = Math.max(end, layout.offset(m) + layout.width(m));
    }
    int padding = layout.stride() - end;
    for (int r = 0; padding > 0 && r < capacity; r++) {
      Memory.setZero(base + (long) r * layout.stride() + end, padding);
    }
  }

  /** Whether the bytes of the region are those of a segment. */
  private boolean isInFinalForm(int g) {
    LeafPlan first = plan.leaves().get(plan.leavesOfGroup(g)[0]);
    return !plan.isVariable(g)
        && (plan.rowLayout(g) != null
            || (first.width() > 0 && first.leaf().type().kind() != TypeKind.BOOLEAN));
  }

  /** Where values start in a buffer of their own: at a page, also if there are no nulls. */
  private long ownOffset(int g) {
    return FileLayout.align(
        bitmapBytes(g, plan.segmentRows(g)), FileLayout.LARGE_SEGMENT_ALIGNMENT);
  }

  /** Whether the region is a whole segment that need not be copied, given its number of rows. */
  boolean isWhole(int g, int rows) {
    return own[g] != null && rows == capacities[g];
  }

  /** Hands the buffer of a whole segment over to the caller; the group gets another. */
  OffHeapBuffer take(int g) {
    OffHeapBuffer taken = own[g];
    OffHeapBuffer next = memory.allocateKept(taken.capacity());
    own[g] = next;
    move(g, next.address() + ownOffset(g), capacities[g], 0);
    return memory.handOver(taken);
  }
}
