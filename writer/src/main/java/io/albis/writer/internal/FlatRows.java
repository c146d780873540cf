/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.writer.internal;

import io.albis.format.error.InvalidValueException;
import io.albis.format.layout.Layout;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.UUID;

/**
 * The rows of the segments that are being built, for all leaves but lists and maps.
 *
 * <p>Each leaf has a slot in each row, and a flag byte that says whether the row has a value.
 * Setting a value is two stores at addresses that are kept per leaf and moved on once per row: no
 * branch on the layout, no call that depends on the type. What the format wants (bitmaps, offsets,
 * null words, statistics) is made from this when a segment is sealed. All slots and flags lie in
 * one block of memory, so that a table of thousands of columns does not need thousands of pages.
 *
 * <p>For one thread. Owns its memory.
 */
final class FlatRows implements AutoCloseable {

  private static final int INITIAL_ROWS = 1024;

  private final WritePlan plan;
  private final BufferAllocator allocator;
  private final LeafPlan[] leaves;

  /** Per leaf: slot and flag of the present row. */
  private final long[] slots;

  private final long[] flags;
  private final long[] steps;

  /** Per leaf: slot and flag of the first row of the segment. */
  private final long[] firstSlots;

  private final long[] firstFlags;

  /** Per leaf: the bytes of variable-length values; shared by the leaves of a row-layout group. */
  private final GrowableBuffer[] areas;

  /** Per group: rows that fit, and rows that are there. */
  private final int[] capacities;

  private final int[] rows;

  private OffHeapBuffer block;

  FlatRows(WritePlan plan, BufferAllocator allocator) {
    this.plan = plan;
    this.allocator = allocator;
    this.leaves = plan.leaves().toArray(LeafPlan[]::new);
    this.slots = new long[leaves.length];
    this.flags = new long[leaves.length];
    this.steps = new long[leaves.length];
    this.firstSlots = new long[leaves.length];
    this.firstFlags = new long[leaves.length];
    this.areas = new GrowableBuffer[leaves.length];
    this.capacities = new int[plan.groups().size()];
    this.rows = new int[plan.groups().size()];
    for (int i = 0; i < leaves.length; i++) {
      steps[i] = leaves[i].step();
    }
    for (int g = 0; g < rows.length; g++) {
      shareArea(g);
    }
    allocate(INITIAL_ROWS);
  }

  private void shareArea(int g) {
    GrowableBuffer shared = null;
    for (int i : plan.leavesOfGroup(g)) {
      if (leaves[i].isVariable()) {
        shared = shared == null ? new GrowableBuffer(allocator) : shared;
        areas[i] = shared;
      }
    }
  }

  /** Bytes of slots and flags of a group. */
  private long regionBytes(int g, int capacity) {
    long slotBytes;
    if (plan.rowLayout(g) != null) {
      slotBytes = (long) capacity * plan.rowLayout(g).stride();
    } else {
      slotBytes = (long) capacity * leaves[plan.leavesOfGroup(g)[0]].width();
    }
    return align8(slotBytes) + align8(capacity) * plan.leavesOfGroup(g).length;
  }

  private static long align8(long bytes) {
    return (bytes + 7) & -8L;
  }

  /** Makes a block for this many rows per segment, and takes over the rows that are there. */
  private void allocate(int rowsWanted) {
    long total = blockBytes(rowsWanted);
    int[] newCapacities = new int[capacities.length];
    for (int g = 0; g < newCapacities.length; g++) {
      newCapacities[g] = Math.min(rowsWanted, plan.segmentRows(g));
    }
    OffHeapBuffer newBlock = allocator.allocate(total);
    Memory.setZero(newBlock.address(), total);
    long address = newBlock.address();
    for (int g = 0; g < newCapacities.length; g++) {
      moveGroup(g, address, newCapacities[g]);
      address += regionBytes(g, newCapacities[g]);
    }
    if (block != null) {
      block.release();
    }
    block = newBlock;
    System.arraycopy(newCapacities, 0, capacities, 0, capacities.length);
  }

  private void moveGroup(int g, long region, int capacity) {
    int[] members = plan.leavesOfGroup(g);
    LeafPlan first = leaves[members[0]];
    // One row more than was ended: the one that is being set. It is there only if it fits.
    int used = block == null ? 0 : Math.min(rows[g] + 1, capacities[g]);
    int stride = first.step();
    if (used > 0) {
      Memory.copy(firstSlots[members[0]] - first.offset(), region, (long) used * stride);
    }
    long flagRegion = region + align8((long) capacity * stride);
    for (int i : members) {
      if (used > 0) {
        Memory.copy(firstFlags[i], flagRegion, used);
      }
      firstSlots[i] = region + leaves[i].offset();
      firstFlags[i] = flagRegion;
      slots[i] = firstSlots[i] + rows[g] * steps[i];
      flags[i] = flagRegion + rows[g];
      flagRegion += align8(capacity);
    }
  }

  /**
   * Makes room for more rows where a segment may have more.
   *
   * @return false if that would take more than half the memory of a row group: then segments have
   *     to be sealed before they are full
   */
  boolean grow() {
    long wanted = INITIAL_ROWS;
    for (int count : rows) {
      wanted = Math.max(wanted, count);
    }
    int more = (int) Math.min(Integer.MAX_VALUE, wanted * 4);
    if (blockBytes(more) > plan.rowGroupSize() / 2) {
      return false;
    }
    allocate(more);
    return true;
  }

  private long blockBytes(int rowsWanted) {
    long total = 0;
    for (int g = 0; g < rows.length; g++) {
      total += regionBytes(g, Math.min(rowsWanted, plan.segmentRows(g)));
    }
    return total;
  }

  /** Rows that a group can take before it must be sealed or {@link #grow} be called. */
  int room(int g) {
    return capacities[g] - rows[g];
  }

  int rows(int g) {
    return rows[g];
  }

  LeafPlan leaf(int i) {
    return leaves[i];
  }

  long firstSlot(int i) {
    return firstSlots[i];
  }

  long firstFlag(int i) {
    return firstFlags[i];
  }

  /** The bytes of variable-length values of a leaf. */
  GrowableBuffer area(int i) {
    return areas[i];
  }

  /** Bytes of variable-length values of a group. */
  long areaBytes(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      if (areas[i] != null) {
        return areas[i].position();
      }
    }
    return 0;
  }

  boolean isSet(int i) {
    return Memory.getByte(flags[i]) != 0;
  }

  void markSet(int i) {
    Memory.putByte(flags[i], (byte) 1);
  }

  void setNull(int i) {
    Memory.putByte(flags[i], (byte) 0);
  }

  void putByte(int i, byte value) {
    Memory.putByte(slots[i], value);
    Memory.putByte(flags[i], (byte) 1);
  }

  void putShort(int i, short value) {
    Memory.putShort(slots[i], value);
    Memory.putByte(flags[i], (byte) 1);
  }

  void putInt(int i, int value) {
    Memory.putInt(slots[i], value);
    Memory.putByte(flags[i], (byte) 1);
  }

  void putLong(int i, long value) {
    Memory.putLong(slots[i], value);
    Memory.putByte(flags[i], (byte) 1);
  }

  void putDecimal(int i, BigDecimal value) {
    Decimals.put(slots[i], value, leaves[i].leaf().type(), leaves[i].leaf().path());
    Memory.putByte(flags[i], (byte) 1);
  }

  void putDecimal(int i, long unscaled) {
    Decimals.put(slots[i], unscaled, leaves[i].leaf().type(), leaves[i].leaf().path());
    Memory.putByte(flags[i], (byte) 1);
  }

  void putUuid(int i, UUID value) {
    Memory.putLong(slots[i], Long.reverseBytes(value.getMostSignificantBits()));
    Memory.putLong(slots[i] + 8, Long.reverseBytes(value.getLeastSignificantBits()));
    Memory.putByte(flags[i], (byte) 1);
  }

  void putString(int i, CharSequence value) {
    GrowableBuffer area = areas[i];
    long start = area.position();
    int length = Utf8.append(value, area, leaves[i].leaf().path());
    putVariable(i, start, length);
  }

  void putBytes(int i, byte[] value, int offset, int length) {
    java.util.Objects.checkFromIndexSize(offset, length, value.length);
    GrowableBuffer area = areas[i];
    if (area == null) {
      requireLength(i, length);
      Memory.copyFromArray(value, offset, slots[i], length);
      Memory.putByte(flags[i], (byte) 1);
      return;
    }
    long start = area.position();
    Memory.copyFromArray(value, offset, area.reserve(length), length);
    area.advance(length);
    putVariable(i, start, length);
  }

  void putBytes(int i, ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().order(ByteOrder.LITTLE_ENDIAN).get(bytes);
    putBytes(i, bytes, 0, bytes.length);
  }

  /** Puts the string of a row that comes {@code ahead} rows after the present one. */
  void putStringAt(int i, int ahead, String value) {
    GrowableBuffer area = areas[i];
    long start = area.position();
    int length = Utf8.append(value, area, leaves[i].leaf().path());
    putPointer(i, slots[i] + steps[i] * ahead, start, length);
  }

  /** Puts consecutive values of a column from the present row on. */
  void putBytesAt(int i, byte[] data, int[] offsets, int from, int count) {
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
    Memory.putByte(flags[i], (byte) 1);
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
  void advance() {
    for (int i = 0; i < slots.length; i++) {
      slots[i] += steps[i];
      flags[i]++;
    }
    for (int g = 0; g < rows.length; g++) {
      rows[g]++;
    }
  }

  /** Moves on by rows of which slots and flags have been filled from outside. */
  void advance(int count) {
    for (int i = 0; i < slots.length; i++) {
      slots[i] += steps[i] * count;
      flags[i] += count;
    }
    for (int g = 0; g < rows.length; g++) {
      rows[g] += count;
    }
  }

  long slot(int i) {
    return slots[i];
  }

  long flag(int i) {
    return flags[i];
  }

  /** Makes all leaves of the present row null. Needs room for the row. */
  void clearRow() {
    for (int i = 0; i < flags.length; i++) {
      Memory.putByte(flags[i], (byte) 0);
    }
  }

  /** Empties a group after it has been sealed. */
  void reset(int g) {
    for (int i : plan.leavesOfGroup(g)) {
      // Flags must start at 0: a column that is not set is null.
      Memory.setZero(firstFlags[i], rows[g]);
      slots[i] = firstSlots[i];
      flags[i] = firstFlags[i];
      if (areas[i] != null) {
        areas[i].truncate(0);
      }
    }
    rows[g] = 0;
  }

  boolean isRowLayout(int i) {
    return leaves[i].layout() == Layout.ROW;
  }

  @Override
  public void close() {
    if (block != null) {
      block.release();
      block = null;
    }
    Arrays.stream(areas).filter(area -> area != null).forEach(GrowableBuffer::close);
  }
}
