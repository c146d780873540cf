// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.layout.RowLayout;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.writer.internal.memory.Bits;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.segment.BufferLayout;
import io.albis.writer.internal.segment.SealedSegment;
import io.albis.writer.internal.stats.LeafStatistics;
import io.albis.writer.internal.stats.NullRows;
import java.util.ArrayList;
import java.util.List;

/** Builds segments from the rows in {@link FlatRows}, chunk by chunk. */
public final class FlatSealer {

  private final WritePlan plan;
  private final FlatRows rows;
  private final WriterMemory memory;
  private final NullRows nulls;

  /** Per leaf: of the segment that is being built; null of lists and maps. */
  private final LeafStatistics[] statistics;

  /** Null if the rows have no order. */
  private final ChunkOrderCheck order;

  public FlatSealer(WritePlan plan, FlatRows rows, WriterMemory memory) {
    this.plan = plan;
    this.rows = rows;
    this.memory = memory;
    this.nulls = new NullRows(rows.chunkSize());
    this.order = plan.sortOrder() == null ? null : new ChunkOrderCheck(plan, rows);
    this.statistics = new LeafStatistics[plan.leaves().size()];
    for (int i = 0; i < statistics.length; i++) {
      renew(i);
    }
  }

  private void renew(int i) {
    statistics[i] = rows.leaf(i).isNested() ? null : LeafStatistics.of(rows.leaf(i).leaf());
  }

  /**
   * Converts the rows of the chunk to the form that they have in a segment, and starts the next
   * chunk.
   */
  public void endChunk() {
    int count = rows.chunkRows();
    if (count == 0) {
      return;
    }
    rows.settleDefaults();
    if (order != null) {
      order.addChunk(count);
    }
    for (int g = 0; g < plan.groups().size(); g++) {
      RowLayout layout = plan.rowLayout(g);
      if (layout != null) {
        clearNullWords(g, layout, count);
      }
    }
    for (int i = 0; i < statistics.length; i++) {
      if (statistics[i] != null) {
        digest(i, count);
      }
    }
    rows.endChunk();
  }

  /**
   * Ends the row group, of which no rows may be in the chunk.
   *
   * @return id of the order that its rows have; 0 for none
   */
  public int endRowGroup() {
    return order != null && order.endRowGroup() ? plan.sortOrder().id() : 0;
  }

  private void clearNullWords(int g, RowLayout layout, int count) {
    long row = rows.chunkStart(g);
    for (int r = 0; r < count; r++) {
      for (int word = 0; word < layout.nullWordCount(); word++) {
        Memory.putLong(row + word * 8L, 0);
      }
      row += layout.stride();
    }
  }

  private void digest(int i, int count) {
    LeafPlan leaf = rows.leaf(i);
    int first = rows.rowsBefore(leaf.group());
    long slot = rows.chunkSlot(i);
    nulls.find(rows.chunkFlag(i), count);
    long area = rows.area(i) == null ? 0 : rows.area(i).base();
    statistics[i].scan(slot, leaf.step(), nulls, area);
    if (nulls.count() > 0) {
      // They may hold a value that was set before the null, or that of a discarded row.
      nulls.zero(slot, leaf.step(), leaf.width());
    }
    if (leaf.layout() == Layout.COLUMN) {
      nulls.putValidity(rows.regions().bitmap(leaf.group()) + first / 8);
    } else if (nulls.count() > 0) {
      putNullBits(leaf, slot - leaf.offset());
    }
  }

  private void putNullBits(LeafPlan leaf, long firstRow) {
    long word = firstRow + (leaf.nullBit() / 64) * 8L;
    long mask = 1L << (leaf.nullBit() % 64);
    for (int k = 0; k < nulls.count(); k++) {
      long address = word + (long) nulls.row(k) * leaf.step();
      Memory.putLong(address, Memory.getLong(address) | mask);
    }
  }

  /**
   * Builds a segment from all rows of a group, at least one, and empties the group. No rows may be
   * in the chunk.
   */
  public SealedSegment seal(int g) {
    int count = rows.rows(g);
    int[] members = plan.leavesOfGroup(g);
    List<LeafStatistics> gathered = new ArrayList<>(members.length);
    int[] fieldIds = new int[members.length];
    for (int m = 0; m < members.length; m++) {
      gathered.add(statistics[members[m]]);
      fieldIds[m] = rows.leaf(members[m]).leaf().id();
    }
    SealedSegment segment =
        plan.groups().get(g).isRowLayout()
            ? sealRows(g, count, fieldIds, gathered)
            : sealColumn(members[0], count, fieldIds, gathered);
    rows.reset(g);
    for (int i : members) {
      renew(i);
    }
    return segment;
  }

  private SealedSegment sealColumn(
      int i, int count, int[] fieldIds, List<LeafStatistics> statistics) {
    LeafPlan leaf = rows.leaf(i);
    TypeKind kind = leaf.leaf().type().kind();
    LeafStatistics gathered = statistics.get(0);
    BufferLayout layout = new BufferLayout(kind == TypeKind.STRUCT ? 1 : leaf.isVariable() ? 3 : 2);
    layout.add(gathered.nullCount() > 0 ? Bits.bytes(count) : 0);
    if (leaf.isVariable()) {
      layout.add(4L * (count + 1));
      layout.add(gathered.valueBytes());
    } else if (kind == TypeKind.BOOLEAN) {
      layout.add(Bits.bytes(count));
    } else if (kind != TypeKind.STRUCT) {
      layout.add((long) count * leaf.width());
    }
    Segment.Builder message = Segment.builder().addNodeLength(count);
    layout.addTo(message);
    if (rows.regions().isWhole(leaf.group(), count)) {
      long values = rows.regions().base(leaf.group());
      OffHeapBuffer buffer = rows.regions().take(leaf.group());
      long offset = values - layout.offset(1) - buffer.address();
      return SealedSegment.of(buffer, offset, layout.end(), count, message, fieldIds, statistics);
    }
    OffHeapBuffer buffer = null;
    if (layout.end() > 0) {
      buffer = memory.allocateKept(layout.end());
      fillColumn(i, count, gathered.nullCount() > 0, layout, buffer.address());
      memory.handOver(buffer);
    }
    return SealedSegment.of(buffer, 0, layout.end(), count, message, fieldIds, statistics);
  }

  private void fillColumn(int i, int count, boolean hasNulls, BufferLayout layout, long base) {
    LeafPlan leaf = rows.leaf(i);
    if (hasNulls) {
      long validityEnd = layout.length(0);
      Memory.copy(rows.regions().bitmap(leaf.group()), base, validityEnd);
      long next = layout.end() > validityEnd ? layout.offset(1) : validityEnd;
      Memory.setZero(base + validityEnd, next - validityEnd);
    }
    switch (leaf.leaf().type().physicalType()) {
      case STRUCT -> {}
      case BOOLEAN -> Bits.pack(rows.slotAt(i, 0), count, base + layout.offset(1));
      case STRING, BINARY -> fillVariable(i, count, layout, base);
      case INT8,
          INT16,
          INT32,
          INT64,
          DECIMAL32,
          DECIMAL64,
          DECIMAL128,
          FLOAT,
          DOUBLE,
          FIXED_BINARY,
          UUID ->
          Memory.copy(rows.slotAt(i, 0), base + layout.offset(1), (long) count * leaf.width());
      case LIST, MAP -> throw new IllegalStateException("Not flat: " + leaf.leaf());
    }
  }

  private void fillVariable(int i, int count, BufferLayout layout, long base) {
    long slot = rows.slotAt(i, 0);
    long source = rows.area(i).base();
    long offsets = base + layout.offset(1);
    long bytes = base + layout.offset(2);
    long gap = layout.offset(2) - layout.offset(1) - layout.length(1);
    if (layout.length(2) > 0) {
      Memory.setZero(offsets + layout.length(1), gap);
    }
    int position = 0;
    for (int r = 0; r < count; r++) {
      Memory.putInt(offsets + 4L * r, position);
      // A null's slot was set to zero, its length with it.
      int length = Memory.getInt(slot + 8L * r + 4);
      if (length > 0) {
        Memory.copy(source + Memory.getInt(slot + 8L * r), bytes + position, length);
        position += length;
      }
    }
    Memory.putInt(offsets + 4L * count, position);
  }

  private SealedSegment sealRows(
      int g, int count, int[] fieldIds, List<LeafStatistics> statistics) {
    RowLayout layout = plan.rowLayout(g);
    int[] members = plan.leavesOfGroup(g);
    long fixed = (long) count * layout.stride();
    long total = fixed;
    for (int m = 0; m < members.length; m++) {
      total += rows.leaf(members[m]).isVariable() ? statistics.get(m).valueBytes() : 0;
    }
    if (rows.regions().isWhole(g, count)) {
      OffHeapBuffer whole = rows.regions().take(g);
      return SealedSegment.of(whole, 0, total, count, Segment.builder(), fieldIds, statistics);
    }
    OffHeapBuffer buffer = memory.allocateKept(total);
    long base = buffer.address();
    Memory.copy(rows.regions().base(g), base, fixed);
    if (plan.isVariable(g)) {
      fillArea(members, count, layout, base, base + fixed);
    }
    memory.handOver(buffer);
    return SealedSegment.of(buffer, 0, total, count, Segment.builder(), fieldIds, statistics);
  }

  /** Sorts the bytes by row and leaf, whatever the order in which they were set. */
  private void fillArea(int[] members, int count, RowLayout layout, long base, long area) {
    int position = 0;
    for (int r = 0; r < count; r++) {
      long row = base + (long) r * layout.stride();
      for (int m = 0; m < members.length; m++) {
        GrowableBuffer source = rows.area(members[m]);
        if (source == null) {
          continue;
        }
        long slot = row + layout.offset(m);
        int length = Memory.getInt(slot + 4);
        if (length == 0 && isNull(rows.leaf(members[m]), row)) {
          continue;
        }
        Memory.copy(source.base() + Memory.getInt(slot), area + position, length);
        Memory.putInt(slot, position);
        position += length;
      }
    }
  }

  private static boolean isNull(LeafPlan leaf, long row) {
    int bit = leaf.nullBit();
    return bit >= 0 && (Memory.getLong(row + (bit / 64) * 8L) & 1L << (bit % 64)) != 0;
  }
}
