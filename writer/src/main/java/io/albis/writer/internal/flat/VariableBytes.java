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
import io.albis.writer.internal.value.Utf8;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of strings and binaries of rows, to which the slots of their leaves refer by offset and
 * length. Leaves of a group in the row layout share an area. For one thread.
 */
final class VariableBytes {

  /** Longest area: offsets are int32. */
  private static final int MAX_AREA = Integer.MAX_VALUE - 4096;

  private final LeafPlan[] leaves;

  /** Per leaf: null if its values have a fixed width. */
  private final GrowableBuffer[] areas;

  /** Each area once. */
  private final List<GrowableBuffer> distinct = new ArrayList<>();

  VariableBytes(WritePlan plan, WriterMemory memory) {
    this.leaves = plan.leaves().toArray(LeafPlan[]::new);
    this.areas = new GrowableBuffer[leaves.length];
    for (int g = 0; g < plan.groups().size(); g++) {
      GrowableBuffer shared = null;
      for (int i : plan.leavesOfGroup(g)) {
        if (leaves[i].isVariable()) {
          if (shared == null) {
            shared = new GrowableBuffer(memory);
            distinct.add(shared);
          }
          areas[i] = shared;
        }
      }
    }
  }

  /** Per leaf: the bytes; null if its values have a fixed width. */
  GrowableBuffer[] areas() {
    return areas;
  }

  /** The bytes of a leaf; null if its values have a fixed width. */
  GrowableBuffer area(int i) {
    return areas[i];
  }

  /** Each area once. */
  List<GrowableBuffer> distinct() {
    return distinct;
  }

  /** Puts a string. */
  void put(int i, long slot, CharSequence value) {
    GrowableBuffer area = areas[i];
    long start = area.position();
    int length = Utf8.append(value, area, leaves[i].leaf().path());
    putPointer(i, slot, start, length);
  }

  /** Puts a binary. */
  void put(int i, long slot, byte[] value, int offset, int length) {
    GrowableBuffer area = areas[i];
    long start = area.position();
    Memory.copyFromArray(value, offset, area.reserve(length), length);
    area.advance(length);
    putPointer(i, slot, start, length);
  }

  /**
   * Puts strings or binaries of a batch.
   *
   * @param flags address of the flags of the rows: 0 if the row has no value
   * @param slot of the first row
   * @param step bytes from one slot to the next
   */
  void put(int i, long flags, long slot, long step, ColumnInput input, int from, int count) {
    GrowableBuffer area = areas[i];
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

  /**
   * Appends the bytes to which slots refer that were copied from other rows, those that lie
   * together at once, and lets the slots refer to them.
   *
   * @param source address of the bytes of the other rows
   */
  void move(int i, long flags, long slots, long step, long source, int count) {
    GrowableBuffer area = areas[i];
    long runStart = 0;
    long runEnd = 0;
    for (int k = 0; k < count; k++) {
      if (Memory.getByte(flags + k) != 0) {
        long slot = slots + k * step;
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

  private void putPointer(int i, long slot, long start, int length) {
    if (start + length > MAX_AREA) {
      areas[i].truncate(start);
      throw new InvalidArgumentException(
          "Invalid value for column "
              + leaves[i].leaf().path()
              + ": a segment cannot hold more than 2 GiB");
    }
    Memory.putInt(slot, (int) start);
    Memory.putInt(slot + 4, length);
  }
}
