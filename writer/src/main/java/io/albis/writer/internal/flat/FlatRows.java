// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.error.InvalidValueException;
import io.albis.storage.memory.Memory;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterGate;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.value.Decimals;
import io.albis.writer.internal.value.Utf8;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
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
 * cache. And the memory of the chunk lives as long as this object: a thread that sets values of
 * fixed width while another one closes the writer does no harm. Columns that are filled from arrays
 * have their slots in the segments.
 *
 * <p>The memory of the chunk is allocated outside the limit of the writer's allocator. It holds
 * {@link #CHUNK} rows, or fewer where these would take more than 8 MiB, but at least 64. So it
 * takes at most 8 MiB, unless 64 rows are larger, plus about 1.2 KiB for each leaf.
 *
 * <p>For one thread. Only {@code put} of values of fixed width, {@code setNull}, {@code markSet},
 * {@code isSet} and {@link #advance(RowPosition)} may be called without having entered the {@link
 * WriterGate}: they access only the memory of the chunk, and stay within it even if several threads
 * call them at the same time.
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

  /** The largest number of rows of a chunk, a multiple of 64. */
  public static final int CHUNK = 512;

  /** A position, and its row when another thread took over. */
  private record ReplacedPosition(RowPosition position, int row) {
    boolean hasMoved() {
      return position.acquireRow() != row;
    }
  }

  private static final int MIN_CHUNK = 64;

  private static final long MAX_CHUNK_BYTES = 8L << 20;

  private static final int CACHE_LINE = 64;

  /** Bytes from the flags of one leaf to those of the next: room for one row more than a chunk. */
  private static final int FLAG_STEP = CHUNK + CACHE_LINE;

  private final WritePlan plan;
  private final LeafPlan[] leaves;
  private final Filling filling;

  /** Null of staged rows. */
  private final FlatRegions regions;

  /** Rows of a chunk, a multiple of 64. */
  private final int chunkSize;

  private final long[] steps;

  /** Per leaf: the bytes of variable-length values; shared by the leaves of a row-layout group. */
  private final GrowableBuffer[] areas;

  private final WriteDefaults defaults;

  /** Per group: bytes at the start of its area that are defaults. */
  private final long[] areaStarts;

  /** Per group: rows before the chunk. */
  private final int[] rowsBefore;

  /** Per group: address of its first row or value in the memory of the chunk; 0 if not there. */
  private final long[] staged;

  /**
   * The flags of all leaves, then the slots, with room for one row more than a chunk. Freed by the
   * garbage collector. Null if the flags are part of the writer's memory.
   */
  private final ByteBuffer chunk;

  private final long firstFlag;

  /** The current row, and its slots. */
  private RowPosition position;

  /** Positions of other threads that have been taken over; at most one per live thread. */
  private final List<ReplacedPosition> replaced = new ArrayList<>();

  /** Whether rows were ended at a position that is no longer in {@link #replaced}. */
  private boolean hasLostRows;

  private long[] slots;

  /** Address of the flag of the first leaf for the current row. */
  private long flag;

  /** Rows in the chunk after {@link #freeze}; -1 if these are all rows before the current one. */
  private int frozen = -1;

  /** Starts without rows. */
  public FlatRows(WritePlan plan, Filling filling, WriterMemory memory) {
    this.plan = plan;
    this.leaves = plan.leaves().toArray(LeafPlan[]::new);
    this.steps = new long[leaves.length];
    this.areas = new GrowableBuffer[leaves.length];
    this.rowsBefore = new int[plan.groups().size()];
    this.staged = new long[rowsBefore.length];
    for (int i = 0; i < leaves.length; i++) {
      steps[i] = leaves[i].step();
    }
    for (int g = 0; g < rowsBefore.length; g++) {
      shareArea(g, memory);
    }
    this.filling = filling;
    this.defaults =
        filling == Filling.BY_PARTITION ? WriteDefaults.none(plan) : WriteDefaults.of(plan, areas);
    this.areaStarts = new long[rowsBefore.length];
    for (int g = 0; g < rowsBefore.length; g++) {
      areaStarts[g] = defaults.areaLength(plan.leavesOfGroup(g));
    }
    this.chunkSize = chooseChunkSize();
    long flagBytes = (long) leaves.length * FLAG_STEP;
    long chunkBytes = flagBytes + stage();
    if (filling == Filling.BY_PARTITION) {
      this.chunk = null;
      this.firstFlag = memory.allocate(Math.max(1, chunkBytes)).address();
    } else {
      this.chunk = ByteBuffer.allocateDirect(Math.toIntExact(chunkBytes));
      this.firstFlag = Memory.addressOf(chunk);
    }
    for (int g = 0; g < staged.length; g++) {
      staged[g] = staged[g] < 0 ? 0 : firstFlag + flagBytes + staged[g];
    }
    this.regions = filling == Filling.STAGED ? null : new FlatRegions(plan, memory, initialRows());
    clearFlags();
    moveTo(0);
  }

  private boolean isByRow() {
    return filling == Filling.BY_ROW || filling == Filling.STAGED;
  }

  private int initialRows() {
    return filling == Filling.BY_PARTITION ? MIN_CHUNK : CHUNK;
  }

  private int chooseChunkSize() {
    long rowBytes = leaves.length;
    for (int g = 0; g < staged.length; g++) {
      rowBytes += isByRow() ? stride(g) : 0;
    }
    int size = CHUNK;
    while (size > MIN_CHUNK && size * rowBytes > MAX_CHUNK_BYTES) {
      size /= 2;
    }
    return size;
  }

  /** Assigns each group an offset in the memory of the chunk, or -1; returns the size. */
  private long stage() {
    long bytes = 0;
    for (int g = 0; g < staged.length; g++) {
      int stride = stride(g);
      boolean isStaged = isByRow() && stride > 0;
      staged[g] = isStaged ? bytes : -1;
      // One line more, so that rows of different groups lie in different lines of the cache.
      bytes += isStaged ? (chunkSize + 1L) * stride + CACHE_LINE : 0;
    }
    return bytes;
  }

  private void shareArea(int g, WriterMemory memory) {
    GrowableBuffer shared = null;
    for (int i : plan.leavesOfGroup(g)) {
      if (leaves[i].isVariable()) {
        shared = shared == null ? new GrowableBuffer(memory) : shared;
        areas[i] = shared;
      }
    }
  }

  /** Gives the current thread, which has entered the gate, the position. */
  public void takeOver() {
    if (!position.isOwn()) {
      int row = position.acquireRow();
      replaced.removeIf(this::isSettled);
      replaced.add(new ReplacedPosition(position, row));
      moveTo(row);
    }
  }

  /** Whether a thread cannot end rows at its replaced position any more; records if it has. */
  private boolean isSettled(ReplacedPosition old) {
    boolean isSettled = old.position().isOwn() || old.position().hasThreadEnded();
    hasLostRows |= isSettled && old.hasMoved();
    return isSettled;
  }

  /**
   * Whether a thread has ended rows at a position that another thread had already taken over: these
   * rows are not in the chunk.
   *
   * @param last the position that the closing thread took over, which is not checked
   */
  public boolean hasLostRows(RowPosition last) {
    return hasLostRows
        || replaced.stream().anyMatch(old -> old.position() != last && old.hasMoved());
  }

  private void moveTo(int row) {
    RowPosition next = new RowPosition(Thread.currentThread(), leaves.length, row);
    for (int i = 0; i < leaves.length; i++) {
      next.slots()[i] = chunkSlot(i) + row * steps[i];
    }
    // The thread that had the position may still set values: it must not see an empty array.
    VarHandle.releaseFence();
    slots = next.slots();
    position = next;
    flag = firstFlag + row;
  }

  private void place() {
    for (int g = 0; g < rowsBefore.length; g++) {
      place(g);
    }
    flag = firstFlag + position.row();
  }

  private void place(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      slots[i] = chunkSlot(i) + position.row() * steps[i];
    }
  }

  /**
   * Makes room for more rows where a segment may have more. For use between rows, at a multiple of
   * 64.
   *
   * @param limit of the memory for rows, in bytes
   * @return false if that would take more than the limit: then segments have to be sealed before
   *     they are full
   */
  public boolean grow(long limit) {
    int[] used = new int[rowsBefore.length];
    for (int g = 0; g < used.length; g++) {
      used[g] = rows(g);
    }
    boolean hasGrown = regions.grow(used, limit);
    place();
    return hasGrown;
  }

  /** Rows that a group can take before it must be sealed or {@link #grow} be called. */
  public int room(int g) {
    return regions.capacity(g) - rows(g);
  }

  /** Rows of a chunk. */
  int chunkSize() {
    return chunkSize;
  }

  /** Rows that the chunk can take before {@link #endChunk}. */
  public int chunkRoom() {
    return chunkSize - chunkRows();
  }

  /** Rows in the chunk. */
  public int chunkRows() {
    return frozen >= 0 ? frozen : position.row();
  }

  /** The current row. */
  public RowPosition position() {
    return position;
  }

  /** Moves on by one row, without having entered the gate. */
  public void advance(RowPosition own) {
    long[] ownSlots = own.slots();
    for (int i = 0; i < ownSlots.length; i++) {
      ownSlots[i] += steps[i];
    }
    int next = own.row() + 1;
    flag = firstFlag + next;
    own.setRow(next);
  }

  /** Moves on by rows whose slots and flags have been filled. */
  public void advance(int count) {
    for (int i = 0; i < slots.length; i++) {
      slots[i] += steps[i] * count;
    }
    int next = position.row() + count;
    flag = firstFlag + next;
    position.setRow(next);
  }

  /** Fixes the number of rows in the chunk, whatever another thread adds. */
  public void freeze(int rowsInChunk) {
    frozen = rowsInChunk;
  }

  /** Continues with the row after those in the chunk. */
  public void unfreeze() {
    position.setRow(frozen);
    frozen = -1;
    place();
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
    if (staged[g] != 0 || regions == null) {
      return staged[g];
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
    return firstFlag + (long) i * FLAG_STEP;
  }

  /** The bytes of variable-length values of a leaf. */
  public GrowableBuffer area(int i) {
    return areas[i];
  }

  /** Bytes of variable-length values of a group. */
  public long areaBytes(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      if (areas[i] != null) {
        return areas[i].position();
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
    defaults.put(i, slot(i), steps[i], count, areas[i] != null);
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
    GrowableBuffer area = areas[i];
    long start = area.position();
    int length = Utf8.append(value, area, leaves[i].leaf().path());
    putVariable(i, start, length);
  }

  public void putBytes(int i, byte[] value, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, value.length);
    GrowableBuffer area = areas[i];
    if (area == null) {
      requireLength(i, length);
      Memory.copyFromArray(value, offset, slot(i), length);
      Memory.putByte(flag(i), (byte) 1);
      return;
    }
    long start = area.position();
    Memory.copyFromArray(value, offset, area.reserve(length), length);
    area.advance(length);
    putVariable(i, start, length);
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
    GrowableBuffer area = areas[i];
    long flags = flag(i);
    long slot = slot(i);
    long step = steps[i];
    if (input.hasStrings()) {
      for (int r = 0; r < count; r++) {
        if (Memory.getByte(flags + r) != 0) {
          long start = area.position();
          int length = input.appendString(from + r, area);
          putPointer(i, slot + r * step, start, length);
        }
      }
      return;
    }
    int[] offsets = input.offsets(from, count);
    long start = area.position();
    int runStart = offsets[0];
    int runEnd = runStart;
    for (int r = 0; r < count; r++) {
      if (Memory.getByte(flags + r) != 0) {
        if (offsets[r] != runEnd) {
          input.appendData(runStart, runEnd - runStart, area);
          start = area.position();
          runStart = offsets[r];
        }
        runEnd = offsets[r + 1];
        putPointer(i, slot + r * step, start + (offsets[r] - runStart), runEnd - offsets[r]);
      }
    }
    input.appendData(runStart, runEnd - runStart, area);
  }

  /** Bytes of variable-length values per group, to be passed to {@link #undo}. */
  public void markAreas(long[] marks) {
    for (int g = 0; g < marks.length; g++) {
      marks[g] = areaBytes(g);
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
      if (areas[i] != null) {
        areas[i].truncate(marks[leaves[i].group()]);
      }
    }
  }

  private void requireLength(int i, int length) {
    if (length != leaves[i].width()) {
      throw new InvalidValueException(
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

  private void putVariable(int i, long start, int length) {
    putPointer(i, slot(i), start, length);
    Memory.putByte(flag(i), (byte) 1);
  }

  private void putPointer(int i, long slot, long start, int length) {
    if (start + length > Integer.MAX_VALUE - 4096) {
      areas[i].truncate(start);
      throw new InvalidValueException(
          "Invalid value for column "
              + leaves[i].leaf().path()
              + ": a segment cannot hold more than 2 GiB");
    }
    Memory.putInt(slot, (int) start);
    Memory.putInt(slot + 4, length);
  }

  /** Address of a leaf's slot in the current row. */
  public long slot(int i) {
    return slots[i];
  }

  /** Address of a leaf's flag for the current row. */
  public long flag(int i) {
    return flag + (long) i * FLAG_STEP;
  }

  /** Discards the values of the current row. */
  public void clearRow() {
    for (int i = 0; i < leaves.length; i++) {
      unset(i);
    }
  }

  /**
   * Starts the next chunk. The rows of the last one must already have the form that they have in a
   * segment. For use between {@link #freeze} and {@link #unfreeze}.
   */
  void endChunk() {
    int count = chunkRows();
    for (int g = 0; g < staged.length; g++) {
      if (staged[g] != 0) {
        long target = regions.base(g) + (long) rowsBefore[g] * stride(g);
        Memory.copy(staged[g], target, (long) count * stride(g));
      }
      rowsBefore[g] += count;
    }
    clearFlags();
    frozen = 0;
  }

  /** Flags start at 0: a column that is not set is null, or has its default. */
  private void clearFlags() {
    Memory.setZero(firstFlag, (long) leaves.length * FLAG_STEP);
    if (!defaults.isEmpty() && isByRow()) {
      for (int i : defaults.leaves()) {
        defaults.put(i, chunkSlot(i), steps[i], chunkSize + 1, areas[i] != null);
        Memory.fill(chunkFlag(i), chunkSize + 1L, WriteDefaults.FLAG);
      }
    }
  }

  /** Makes defaults of the rows of the chunk values like others. After {@link #freeze}. */
  public void settleDefaults() {
    if (!defaults.isEmpty()) {
      defaults.settle(this, chunkRows());
    }
  }

  /** Starts the next chunk of staged rows. Between {@link #freeze} and {@link #unfreeze}. */
  public void discardChunk() {
    for (int g = 0; g < rowsBefore.length; g++) {
      truncateArea(g);
    }
    clearFlags();
    frozen = 0;
  }

  private void truncateArea(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      if (areas[i] != null) {
        areas[i].truncate(areaStarts[g]);
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
    boolean isRun = rows[from + count - 1] - rows[from] == count - 1;
    for (int g = 0; g < rowsBefore.length; g++) {
      int stride = stride(g);
      if (stride > 0) {
        long target = chunkStart(g) + (long) position.row() * stride;
        copySlots(source.chunkStart(g), target, stride, rows, from, count, isRun);
      }
    }
    for (int i = 0; i < leaves.length; i++) {
      copySlots(source.chunkFlag(i), flag(i), 1, rows, from, count, isRun);
      if (areas[i] != null) {
        moveBytes(i, source.areas[i].base(), count);
      }
    }
  }

  private static void copySlots(
      long source, long target, int stride, int[] rows, int from, int count, boolean isRun) {
    if (isRun) {
      Memory.copy(source + (long) rows[from] * stride, target, (long) count * stride);
      return;
    }
    switch (stride) {
      case 1 -> {
        for (int k = 0; k < count; k++) {
          Memory.putByte(target + k, Memory.getByte(source + rows[from + k]));
        }
      }
      case 4 -> {
        for (int k = 0; k < count; k++) {
          Memory.putInt(target + 4L * k, Memory.getInt(source + 4L * rows[from + k]));
        }
      }
      case 8 -> {
        for (int k = 0; k < count; k++) {
          Memory.putLong(target + 8L * k, Memory.getLong(source + 8L * rows[from + k]));
        }
      }
      default -> {
        for (int k = 0; k < count; k++) {
          Memory.copy(source + (long) rows[from + k] * stride, target + (long) k * stride, stride);
        }
      }
    }
  }

  /** Appends bytes to which copied slots refer, those that lie together at once. */
  private void moveBytes(int i, long source, int count) {
    GrowableBuffer area = areas[i];
    long flags = flag(i);
    long runStart = 0;
    long runEnd = 0;
    for (int k = 0; k < count; k++) {
      if (Memory.getByte(flags + k) != 0) {
        long slot = slot(i) + k * steps[i];
        int offset = Memory.getInt(slot);
        int length = Memory.getInt(slot + 4);
        if (offset != runEnd) {
          append(area, source + runStart, runEnd - runStart);
          runStart = offset;
          runEnd = offset;
        }
        putPointer(i, slot, area.position() + (runEnd - runStart), length);
        runEnd += length;
      }
    }
    append(area, source + runStart, runEnd - runStart);
  }

  private static void append(GrowableBuffer area, long source, long length) {
    if (length > 0) {
      Memory.copy(source, area.reserve(length), length);
      area.advance(length);
    }
  }
}
