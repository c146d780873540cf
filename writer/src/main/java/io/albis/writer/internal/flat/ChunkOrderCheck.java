// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.UnsignedBytes;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.plan.WritePlan;
import java.util.Comparator;

/**
 * Finds out whether the rows of a row group are in a sort order (SPEC.md, section 15). It looks at
 * the slots of a chunk of rows; without allocation, except for one row per chunk.
 */
final class ChunkOrderCheck {

  private final FlatRows rows;
  private final int[] leaves;
  private final int[] widths;
  private final long[] steps;
  private final ValueOrder[] orders;
  private final boolean[] descending;
  private final boolean[] nullsLast;
  private final Comparator<byte[][]> comparator;

  /** The chunk being checked, by sort field. */
  private final long[] slots;

  private final long[] flags;
  private final long[] areas;

  /** The last row of the row group before the chunk, in plain encoding; null if there is none. */
  private byte[][] last;

  private boolean isOrdered = true;

  ChunkOrderCheck(WritePlan plan, FlatRows rows) {
    SortOrder order = plan.sortOrder();
    int count = order.fields().size();
    this.rows = rows;
    this.leaves = new int[count];
    this.widths = new int[count];
    this.steps = new long[count];
    this.orders = new ValueOrder[count];
    this.descending = new boolean[count];
    this.nullsLast = new boolean[count];
    this.slots = new long[count];
    this.flags = new long[count];
    this.areas = new long[count];
    this.comparator = order.comparator(plan.schema());
    for (int f = 0; f < count; f++) {
      SortField field = order.fields().get(f);
      LeafPlan leaf = plan.leaves().get(plan.leafIndex(field.leafId()));
      Type type = leaf.leaf().type();
      leaves[f] = plan.leafIndex(field.leafId());
      widths[f] = leaf.isVariable() ? -1 : leaf.width();
      steps[f] = leaf.step();
      orders[f] = ValueOrder.of(type);
      descending[f] = field.descending();
      nullsLast[f] = field.nullsLast();
    }
  }

  /** Looks at the rows of the chunk. */
  void addChunk(int count) {
    if (!isOrdered || count == 0) {
      return;
    }
    for (int f = 0; f < leaves.length; f++) {
      slots[f] = rows.chunkSlot(leaves[f]);
      flags[f] = rows.chunkFlag(leaves[f]);
      areas[f] = rows.area(leaves[f]) == null ? 0 : rows.area(leaves[f]).base();
    }
    if (last != null && comparator.compare(last, copy(0)) > 0) {
      isOrdered = false;
      return;
    }
    for (int row = 1; row < count; row++) {
      if (compare(row - 1, row) > 0) {
        isOrdered = false;
        return;
      }
    }
    last = copy(count - 1);
  }

  /** Whether all rows so far are in order; the next row group starts. */
  boolean endRowGroup() {
    boolean result = isOrdered;
    isOrdered = true;
    last = null;
    return result;
  }

  private int compare(int a, int b) {
    for (int f = 0; f < leaves.length; f++) {
      int result = compare(f, a, b);
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }

  private boolean isNull(int f, int row) {
    return Memory.getByte(flags[f] + row) == 0;
  }

  private int compare(int f, int a, int b) {
    boolean isNullA = isNull(f, a);
    boolean isNullB = isNull(f, b);
    if (isNullA || isNullB) {
      int nullsFirst = Boolean.compare(isNullB, isNullA);
      return nullsLast[f] ? -nullsFirst : nullsFirst;
    }
    long slotA = slots[f] + a * steps[f];
    long slotB = slots[f] + b * steps[f];
    int result =
        switch (orders[f]) {
          case LONG -> Long.compare(integer(slotA, widths[f]), integer(slotB, widths[f]));
          case INT128 -> compareWide(slotA, slotB);
          case DOUBLE ->
              PlainEncoding.compareDoubles(number(slotA, widths[f]), number(slotB, widths[f]));
          case BYTES ->
              UnsignedBytes.compare(
                  bytes(f, slotA), length(f, slotA), bytes(f, slotB), length(f, slotB));
          case NONE -> throw new IllegalStateException("Values have no order");
        };
    return descending[f] ? -result : result;
  }

  private static long integer(long slot, int width) {
    return switch (width) {
      case 1 -> Memory.getByte(slot);
      case 2 -> Memory.getShort(slot);
      case 4 -> Memory.getInt(slot);
      default -> Memory.getLong(slot);
    };
  }

  private static int compareWide(long a, long b) {
    int high = Long.compare(Memory.getLong(a + 8), Memory.getLong(b + 8));
    return high != 0 ? high : Long.compareUnsigned(Memory.getLong(a), Memory.getLong(b));
  }

  private static double number(long slot, int width) {
    return width == Float.BYTES
        ? Float.intBitsToFloat(Memory.getInt(slot))
        : Double.longBitsToDouble(Memory.getLong(slot));
  }

  private long bytes(int f, long slot) {
    return widths[f] < 0 ? areas[f] + Memory.getInt(slot) : slot;
  }

  private int length(int f, long slot) {
    return widths[f] < 0 ? Memory.getInt(slot + 4) : widths[f];
  }

  private byte[][] copy(int row) {
    byte[][] values = new byte[leaves.length][];
    for (int f = 0; f < leaves.length; f++) {
      if (!isNull(f, row)) {
        long slot = slots[f] + row * steps[f];
        values[f] = new byte[length(f, slot)];
        Memory.copyToArray(bytes(f, slot), values[f], 0, values[f].length);
      }
    }
    return values;
  }
}
