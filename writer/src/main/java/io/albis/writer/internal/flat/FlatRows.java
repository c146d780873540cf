// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.value.Decimals;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.UUID;

/**
 * The rows of the segments under construction, for all leaves except lists and maps.
 *
 * <p>The last rows form a <b>chunk</b>, in which each leaf has a slot for the value of each row,
 * and a flag byte that tells whether the row has a value. Setting a value takes two stores; no
 * branch depends on the layout and no call on the type. Bitmaps, null words, zeros and statistics
 * are computed when the chunk is full, while it is still in the processor's caches.
 *
 * <p>Columns that are filled row by row have their slots in the memory of the chunk, which is
 * copied into the segments, for two reasons. The slots of one row in the segments of many columns
 * have the same offset within a page, so that they compete for the same lines of the first-level
 * cache. And the chunk has room for one row more, so that values can be set after the last one.
 * Columns that are filled from arrays have their slots in the segments.
 *
 * <p>The memory of the chunk is allocated outside the limit of the writer's allocator; see {@link
 * ChunkMemory}.
 *
 * <p>For one thread.
 */
public final class FlatRows {

  /** How rows are filled. */
  public enum Filling {
    /** Value by value. */
    BY_ROW,
    /** From arrays. */
    BY_COLUMN,
    /** Value by value or from arrays, only to be copied to the segments of partitions. */
    STAGED,
    /** From rows that are {@link #STAGED}; the flags are part of the writer's memory. */
    BY_PARTITION
  }

  /** The largest number of rows of a chunk, unless it grows; a power of two. */
  public static final int CHUNK = 512;

  private final WritePlan plan;
  private final LeafPlan[] leaves;
  private final Filling filling;

  /** Null of staged rows. */
  private final FlatRegions regions;

  private final long[] steps;

  private final VariableBytes variable;

  private final WriteDefaults defaults;

  /** Per group: bytes at the start of its area that are defaults. */
  private final long[] areaStarts;

  /** Per group: rows before the chunk. */
  private final int[] rowsBefore;

  private ChunkMemory chunk;

  /** Of the memory of the chunk. */
  private long firstFlag;

  private long flagStep;

  /** Index in the chunk of the current row, which is the number of rows before it. */
  private int row;

  /** Per leaf: address of the slot of the current row. */
  private final long[] slots;

  /** Address of the flag of the first leaf for the current row. */
  private long flag;

  /** Starts without rows. */
  public FlatRows(WritePlan plan, Filling filling, WriterMemory memory) {
    this.plan = plan;
    this.leaves = plan.leaves().toArray(LeafPlan[]::new);
    this.slots = new long[leaves.length];
    this.steps = new long[leaves.length];
    this.rowsBefore = new int[plan.groups().size()];
    for (int i = 0; i < leaves.length; i++) {
      steps[i] = leaves[i].step();
    }
    this.filling = filling;
    this.variable = new VariableBytes(plan, memory);
    this.defaults =
        filling == Filling.BY_PARTITION
            ? WriteDefaults.none(plan)
            : WriteDefaults.of(plan, variable.areas());
    this.areaStarts = new long[rowsBefore.length];
    for (int g = 0; g < rowsBefore.length; g++) {
      areaStarts[g] = defaults.areaLength(plan.leavesOfGroup(g));
    }
    setChunk(
        new ChunkMemory(plan, CHUNK, isByRow(), filling == Filling.BY_PARTITION ? memory : null));
    this.regions = filling == Filling.STAGED ? null : new FlatRegions(plan, memory, initialRows());
    clearFlags();
    place();
  }

  private void setChunk(ChunkMemory other) {
    chunk = other;
    firstFlag = other.firstFlag();
    flagStep = other.flagStep();
  }

  /**
   * Makes room for more rows in the chunk of staged rows, which is empty.
   *
   * @param rows a power of two; fewer fit if they would take too much memory
   */
  public void growChunk(int rows) {
    setChunk(new ChunkMemory(plan, rows, true, null));
    startChunk();
  }

  private boolean isByRow() {
    return filling == Filling.BY_ROW || filling == Filling.STAGED;
  }

  private int initialRows() {
    return filling == Filling.BY_PARTITION ? ChunkMemory.MIN_ROWS : CHUNK;
  }

  private void place() {
    for (int g = 0; g < rowsBefore.length; g++) {
      place(g);
    }
    flag = firstFlag + row;
  }

  private void place(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      slots[i] = chunkSlot(i) + row * steps[i];
    }
  }

  /**
   * Makes room for more rows where a segment may have more. For use between rows, at a multiple of
   * 64.
   *
   * @param limit of the memory for rows, in bytes
   * @return false if that would take more than the limit: then segments have to be sealed before
   *     they are full
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if memory is refused; the rows are
   *     unchanged
   */
  public boolean grow(long limit) {
    int[] used = new int[rowsBefore.length];
    for (int g = 0; g < used.length; g++) {
      used[g] = rows(g);
    }
    try {
      return regions.grow(used, limit);
    } finally {
      place();
    }
  }

  /** Releases memory when there are no rows. */
  public void shrink() {
    if (regions != null) {
      regions.shrink();
    }
    variable.distinct().forEach(GrowableBuffer::shrink);
    place();
  }

  /** Rows that a group can take before it must be sealed or {@link #grow} be called. */
  public int room(int g) {
    return regions.capacity(g) - rows(g);
  }

  /** Rows of a chunk. */
  public int chunkSize() {
    return chunk.rows();
  }

  /** Rows that the chunk can take before {@link #endChunk}. */
  public int chunkRoom() {
    return chunk.rows() - chunkRows();
  }

  /** Rows in the chunk. */
  public int chunkRows() {
    return row;
  }

  /** Moves on by one row. */
  public void advance() {
    for (int i = 0; i < slots.length; i++) {
      slots[i] += steps[i];
    }
    row++;
    flag++;
  }

  /** Moves on by rows whose slots and flags have been filled. */
  public void advance(int count) {
    for (int i = 0; i < slots.length; i++) {
      slots[i] += steps[i] * count;
    }
    row += count;
    flag += count;
  }

  /** Rows of a group that have not been sealed. */
  public int rows(int g) {
    return rowsBefore[g] + chunkRows();
  }

  /** Rows of a group before the chunk. */
  int rowsBefore(int g) {
    return rowsBefore[g];
  }

  public LeafPlan leaf(int i) {
    return leaves[i];
  }

  FlatRegions regions() {
    return regions;
  }

  /** Address of a leaf's slot in a row of its segment. */
  long slotAt(int i, int row) {
    return regions.base(leaves[i].group()) + leaves[i].offset() + (long) row * leaves[i].step();
  }

  /** Address of the first row or value of the chunk. */
  long chunkStart(int g) {
    long staged = chunk.staged(g);
    if (staged != 0 || regions == null) {
      return staged;
    }
    return regions.base(g) + (long) rowsBefore[g] * stride(g);
  }

  private int stride(int g) {
    return leaves[plan.leavesOfGroup(g)[0]].step();
  }

  /** Address of a leaf's slot for the first row of the chunk. */
  public long chunkSlot(int i) {
    return chunkStart(leaves[i].group()) + leaves[i].offset();
  }

  /** Address of a leaf's flag for the first row of the chunk. */
  public long chunkFlag(int i) {
    return firstFlag + i * flagStep;
  }

  /** The bytes of variable-length values of a leaf. */
  public GrowableBuffer area(int i) {
    return variable.area(i);
  }

  /** Bytes of variable-length values of a group. */
  public long areaBytes(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      if (variable.area(i) != null) {
        return variable.area(i).position();
      }
    }
    return 0;
  }

  public boolean isSet(int i) {
    return Memory.getByte(flag(i)) != 0;
  }

  /** As {@link #isSet}, but false of a leaf that has its default because no value was given. */
  public boolean isGiven(int i) {
    return Memory.getByte(flag(i)) == 1;
  }

  /** Whether a leaf has a default, which rows have that give no value. */
  public boolean hasDefault(int i) {
    return defaults.has(i);
  }

  void markSet(int i) {
    Memory.putByte(flag(i), (byte) 1);
  }

  public void setNull(int i) {
    Memory.putByte(flag(i), (byte) 0);
  }

  /** Gives a leaf the value that it has in a row that gives none: its default, or null. */
  void unset(int i) {
    if (defaults.has(i) && isByRow()) {
      putDefault(i, 1);
      Memory.putByte(flag(i), WriteDefaults.FLAG);
    } else {
      setNull(i);
    }
  }

  /** Puts the default of a leaf into the slots of rows from the current one on. */
  public void putDefault(int i, int count) {
    defaults.put(i, slot(i), steps[i], count, leaves[i].isVariable());
  }

  public void putByte(int i, byte value) {
    Memory.putByte(slot(i), value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putShort(int i, short value) {
    Memory.putShort(slot(i), value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putInt(int i, int value) {
    Memory.putInt(slot(i), value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putLong(int i, long value) {
    Memory.putLong(slot(i), value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putDecimal(int i, BigDecimal value) {
    Decimals.put(slot(i), value, leaves[i].leaf().type(), leaves[i].leaf().path());
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putDecimal(int i, long unscaled) {
    Decimals.put(slot(i), unscaled, leaves[i].leaf().type(), leaves[i].leaf().path());
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putUuid(int i, UUID value) {
    long slot = slot(i);
    Memory.putLong(slot, Long.reverseBytes(value.getMostSignificantBits()));
    Memory.putLong(slot + 8, Long.reverseBytes(value.getLeastSignificantBits()));
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putString(int i, CharSequence value) {
    variable.put(i, slot(i), value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putBytes(int i, byte[] value, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, value.length);
    if (leaves[i].isVariable()) {
      variable.put(i, slot(i), value, offset, length);
    } else {
      requireLength(i, length);
      Memory.copyFromArray(value, offset, slot(i), length);
    }
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putBytes(int i, ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().order(ByteOrder.LITTLE_ENDIAN).get(bytes);
    putBytes(i, bytes, 0, bytes.length);
  }

  /**
   * Puts strings or binaries of a batch into the slots of rows from the current one on, whose flags
   * have been set.
   */
  public void putVariable(int i, ColumnInput input, int from, int count) {
    variable.put(i, flag(i), slot(i), steps[i], input, from, count);
  }

  /** Number of areas of variable-length values. */
  public int areaCount() {
    return variable.distinct().size();
  }

  /** Bytes of each area, to be passed to {@link #undo}. */
  public void markAreas(long[] marks) {
    for (int k = 0; k < marks.length; k++) {
      marks[k] = variable.distinct().get(k).position();
    }
  }

  /**
   * Discards what was put for rows from the current one on.
   *
   * @param marks of {@link #markAreas} before
   */
  public void undo(int count, long[] marks) {
    for (int i = 0; i < leaves.length; i++) {
      Memory.setZero(flag(i), count);
    }
    for (int k = 0; k < marks.length; k++) {
      variable.distinct().get(k).truncate(marks[k]);
    }
  }

  private void requireLength(int i, int length) {
    if (length != leaves[i].width()) {
      throw new InvalidArgumentException(
          "Invalid value for column "
              + leaves[i].leaf().path()
              + ": "
              + length
              + " bytes (expected "
              + leaves[i].width()
              + " for "
              + leaves[i].leaf().type()
              + ")");
    }
  }

  /** Address of a leaf's slot in the current row. */
  public long slot(int i) {
    return slots[i];
  }

  /** Address of a leaf's flag for the current row. */
  public long flag(int i) {
    return flag + i * flagStep;
  }

  /** Discards the values of the current row. */
  public void clearRow() {
    for (int i = 0; i < leaves.length; i++) {
      unset(i);
    }
  }

  /**
   * Starts the next chunk. The rows of the last one must already have the form that they have in a
   * segment.
   */
  void endChunk() {
    int count = chunkRows();
    for (int g = 0; g < rowsBefore.length; g++) {
      if (chunk.staged(g) != 0) {
        long target = regions.base(g) + (long) rowsBefore[g] * stride(g);
        Memory.copy(chunk.staged(g), target, (long) count * stride(g));
      }
      rowsBefore[g] += count;
    }
    startChunk();
  }

  private void startChunk() {
    clearFlags();
    row = 0;
    place();
  }

  /** Flags start at 0: a column that is not set is null, or has its default. */
  private void clearFlags() {
    Memory.setZero(firstFlag, leaves.length * flagStep);
    if (!defaults.isEmpty() && isByRow()) {
      for (int i : defaults.leaves()) {
        defaults.put(i, chunkSlot(i), steps[i], chunk.rows() + 1, leaves[i].isVariable());
        Memory.fill(chunkFlag(i), chunk.rows() + 1L, WriteDefaults.FLAG);
      }
    }
  }

  /** Makes defaults of the rows of the chunk values like others. */
  public void settleDefaults() {
    if (!defaults.isEmpty()) {
      defaults.settle(this, chunkRows());
    }
  }

  /** Starts the next chunk of staged rows. */
  public void discardChunk() {
    for (int g = 0; g < rowsBefore.length; g++) {
      truncateArea(g);
    }
    startChunk();
  }

  private void truncateArea(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      if (leaves[i].isVariable()) {
        variable.area(i).truncate(areaStarts[g]);
      }
    }
  }

  /** Empties a group after it has been sealed, when no rows are in the chunk. */
  public void reset(int g) {
    rowsBefore[g] = 0;
    truncateArea(g);
    place(g);
  }

  /**
   * Puts staged rows into the slots and flags of the rows from the current one on.
   *
   * @param rows indexes in the chunk of {@code source}, ascending
   * @param from first of these to copy
   * @param count number of these, at most those that fit
   */
  public void copyRows(FlatRows source, int[] rows, int from, int count) {
    for (int g = 0; g < rowsBefore.length; g++) {
      int stride = stride(g);
      if (stride > 0) {
        long target = chunkStart(g) + (long) row * stride;
        SlotCopies.copy(source.chunkStart(g), target, stride, rows, from, count);
      }
    }
    for (int i = 0; i < leaves.length; i++) {
      SlotCopies.copy(source.chunkFlag(i), flag(i), 1, rows, from, count);
      if (leaves[i].isVariable()) {
        variable.move(i, flag(i), slot(i), steps[i], source.area(i).base(), count);
      }
    }
  }
}
