// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.error.InvalidValueException;
import io.albis.storage.memory.Memory;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterGate;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.value.Decimals;
import io.albis.writer.internal.value.Utf8;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The rows of the segments that are being built, for all leaves but lists and maps.
 *
 * <p>The last rows make a <b>chunk</b>, in which each leaf has a slot for the value of each row,
 * and a flag byte that says whether it has one. Setting a value is two stores: no branch on the
 * layout, no call that depends on the type. What the format wants besides (bitmaps, null words,
 * zeros, statistics) is made of a chunk when it is full, while it is still in the caches of the
 * processor.
 *
 * <p>Columns that are filled row by row have their slots in memory of the chunk, which is copied
 * into the segments, for two reasons. The places of a row in the segments of many columns are all
 * at the same distance from a page, and the processor can hold only few such lines in its first
 * cache. And the memory of the chunk lives as long as this object: a thread that sets values of
 * fixed width while another one closes the writer does no harm, and need not be kept out. Columns
 * that are filled as arrays have their slots in the segments.
 *
 * <p>For one thread. All but {@code put} of values of fixed width, {@code setNull}, {@code markSet}
 * and {@code isSet} uses memory that closing releases: see {@link WriterGate}.
 */
public final class FlatRows {

  /** How rows are filled. */
  public enum Filling {
    BY_ROW,
    BY_COLUMN
  }

  private static final int CHUNK_BITS = 9;

  private static final int CACHE_LINE = 64;

  /** Rows of a chunk, a multiple of 64. */
  public static final int CHUNK = 1 << CHUNK_BITS;

  private final WritePlan plan;
  private final LeafPlan[] leaves;
  private final FlatRegions regions;

  /** Per leaf: address of the slot of the present row, and bytes to the next one. */
  private final long[] slots;

  private final long[] steps;

  /** Per leaf: the bytes of variable-length values; shared by the leaves of a row-layout group. */
  private final GrowableBuffer[] areas;

  /** Per group: rows before the chunk. */
  private final int[] rowsBefore;

  /** Per group: address of its first row or value in the memory of the chunk; 0 if not there. */
  private final long[] staged;

  /** Flags, {@link #CHUNK} bytes for each leaf; then the slots. Freed by the garbage collector. */
  private final ByteBuffer chunk;

  private final long firstFlag;

  /** Address of the flag of the first leaf for the present row. */
  private long flag;

  public FlatRows(WritePlan plan, Filling filling, WriterMemory memory) {
    this.plan = plan;
    this.leaves = plan.leaves().toArray(LeafPlan[]::new);
    this.slots = new long[leaves.length];
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
    long flagBytes = (long) leaves.length << CHUNK_BITS;
    this.chunk = ByteBuffer.allocateDirect(Math.toIntExact(flagBytes + stage(filling)));
    this.firstFlag = Memory.addressOf(chunk);
    for (int g = 0; g < staged.length; g++) {
      staged[g] = staged[g] < 0 ? 0 : firstFlag + flagBytes + staged[g];
    }
    this.regions = new FlatRegions(plan, memory);
    clearChunk();
    place();
  }

  /** Gives groups offsets in the memory of the chunk, -1 where they have none; its size. */
  private long stage(Filling filling) {
    long bytes = 0;
    for (int g = 0; g < staged.length; g++) {
      int stride = stride(g);
      boolean isStaged = filling == Filling.BY_ROW && stride > 0;
      staged[g] = isStaged ? bytes : -1;
      // A line more, so that rows of different groups are at different places of the cache.
      bytes += isStaged ? (long) CHUNK * stride + CACHE_LINE : 0;
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

  private void place() {
    for (int g = 0; g < rowsBefore.length; g++) {
      place(g);
    }
  }

  private void place(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      slots[i] = chunkSlot(i) + chunkRows() * steps[i];
    }
  }

  /**
   * Makes room for more rows where a segment may have more. For use between rows, at a multiple of
   * 64.
   *
   * @return false if that would take more than half the memory of a row group: then segments have
   *     to be sealed before they are full
   */
  public boolean grow() {
    int[] used = new int[rowsBefore.length];
    for (int g = 0; g < used.length; g++) {
      used[g] = rows(g);
    }
    boolean hasGrown = regions.grow(used);
    place();
    return hasGrown;
  }

  /** Rows that a group can take before it must be sealed or {@link #grow} be called. */
  public int room(int g) {
    return regions.capacity(g) - rows(g);
  }

  /** Rows that the chunk can take before {@link #endChunk}. */
  public int chunkRoom() {
    return CHUNK - chunkRows();
  }

  int chunkRows() {
    return (int) (flag - firstFlag);
  }

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
    return regions.base(leaves[i].group()) + leaves[i].offset() + row * steps[i];
  }

  /** Address of the first row or value of the chunk. */
  long chunkStart(int g) {
    return staged[g] != 0 ? staged[g] : regions.base(g) + (long) rowsBefore[g] * stride(g);
  }

  private int stride(int g) {
    return leaves[plan.leavesOfGroup(g)[0]].step();
  }

  /** Address of a leaf's slot for the first row of the chunk. */
  long chunkSlot(int i) {
    return chunkStart(leaves[i].group()) + leaves[i].offset();
  }

  /** Address of a leaf's flag for the first row of the chunk. */
  long chunkFlag(int i) {
    return firstFlag + ((long) i << CHUNK_BITS);
  }

  /** The bytes of variable-length values of a leaf. */
  GrowableBuffer area(int i) {
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

  void markSet(int i) {
    Memory.putByte(flag(i), (byte) 1);
  }

  public void setNull(int i) {
    Memory.putByte(flag(i), (byte) 0);
  }

  public void putByte(int i, byte value) {
    Memory.putByte(slots[i], value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putShort(int i, short value) {
    Memory.putShort(slots[i], value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putInt(int i, int value) {
    Memory.putInt(slots[i], value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putLong(int i, long value) {
    Memory.putLong(slots[i], value);
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putDecimal(int i, BigDecimal value) {
    Decimals.put(slots[i], value, leaves[i].leaf().type(), leaves[i].leaf().path());
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putDecimal(int i, long unscaled) {
    Decimals.put(slots[i], unscaled, leaves[i].leaf().type(), leaves[i].leaf().path());
    Memory.putByte(flag(i), (byte) 1);
  }

  public void putUuid(int i, UUID value) {
    Memory.putLong(slots[i], Long.reverseBytes(value.getMostSignificantBits()));
    Memory.putLong(slots[i] + 8, Long.reverseBytes(value.getLeastSignificantBits()));
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
      Memory.copyFromArray(value, offset, slots[i], length);
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

  /** Puts the string of a row that comes {@code ahead} rows after the present one. */
  public void putStringAt(int i, int ahead, String value) {
    GrowableBuffer area = areas[i];
    long start = area.position();
    int length = Utf8.append(value, area, leaves[i].leaf().path());
    putPointer(i, slots[i] + steps[i] * ahead, start, length);
  }

  /** Puts consecutive values of a column from the present row on. */
  public void putBytesAt(int i, byte[] data, int[] offsets, int from, int count) {
    GrowableBuffer area = areas[i];
    long start = area.position();
    int first = offsets[from];
    int total = offsets[from + count] - first;
    java.util.Objects.checkFromIndexSize(first, total, data.length);
    Memory.copyFromArray(data, first, area.reserve(total), total);
    area.advance(total);
    for (int r = 0; r < count; r++) {
      int offset = offsets[from + r] - first;
      int length = offsets[from + r + 1] - offsets[from + r];
      if (offset < 0 || length < 0) {
        throw new InvalidValueException(
            "Invalid offsets of column " + leaves[i].leaf().path() + ": they decrease");
      }
      putPointer(i, slots[i] + steps[i] * r, start + offset, length);
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
    putPointer(i, slots[i], start, length);
    Memory.putByte(flag(i), (byte) 1);
  }

  private void putPointer(int i, long slot, long start, int length) {
    if (start + length > Integer.MAX_VALUE - 4096) {
      areas[i].truncate(start);
      throw new InvalidValueException(
          "Invalid value for column "
              + leaves[i].leaf().path()
              + ": with it a segment would be longer than 2 GiB");
    }
    Memory.putInt(slot, (int) start);
    Memory.putInt(slot + 4, length);
  }

  /** Ends the row: all leaves move on. */
  public void advance() {
    for (int i = 0; i < slots.length; i++) {
      slots[i] += steps[i];
    }
    flag++;
  }

  /** Moves on by rows of which slots and flags have been filled from outside. */
  public void advance(int count) {
    for (int i = 0; i < slots.length; i++) {
      slots[i] += steps[i] * count;
    }
    flag += count;
  }

  /** Address of a leaf's slot in the present row. */
  public long slot(int i) {
    return slots[i];
  }

  /** Address of a leaf's flag for the present row. */
  public long flag(int i) {
    return flag + ((long) i << CHUNK_BITS);
  }

  /** Makes all leaves of the present row null. Needs room for the row. */
  public void clearRow() {
    for (int i = 0; i < leaves.length; i++) {
      Memory.putByte(flag(i), (byte) 0);
    }
  }

  /** Starts the next chunk. The rows of the last one have to be in order without their flags. */
  void endChunk() {
    for (int g = 0; g < staged.length; g++) {
      if (staged[g] != 0) {
        long target = regions.base(g) + (long) rowsBefore[g] * stride(g);
        Memory.copy(staged[g], target, (long) chunkRows() * stride(g));
      }
    }
    for (int g = 0; g < rowsBefore.length; g++) {
      rowsBefore[g] += chunkRows();
    }
    clearChunk();
    place();
  }

  /** Flags start at 0: a column that is not set is null. */
  private void clearChunk() {
    Memory.setZero(firstFlag, (long) leaves.length << CHUNK_BITS);
    flag = firstFlag;
  }

  /** Empties a group after it has been sealed, when no rows are in the chunk. */
  public void reset(int g) {
    rowsBefore[g] = 0;
    for (int i : plan.leavesOfGroup(g)) {
      if (areas[i] != null) {
        areas[i].truncate(0);
      }
    }
    place(g);
  }
}
