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

import io.albis.format.layout.Layout;
import io.albis.format.layout.RowLayout;
import io.albis.format.proto.Segment;
import io.albis.format.schema.TypeKind;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;

/** Makes segments of the rows in {@link FlatRows}. */
final class FlatSealer {

  private final WritePlan plan;
  private final FlatRows rows;
  private final BufferAllocator allocator;

  FlatSealer(WritePlan plan, FlatRows rows, BufferAllocator allocator) {
    this.plan = plan;
    this.rows = rows;
    this.allocator = allocator;
  }

  /** Makes a segment of all rows of a group, of which there is at least one, and empties it. */
  SealedSegment seal(int g) {
    int count = rows.rows(g);
    int[] members = plan.leavesOfGroup(g);
    List<LeafStatistics> statistics = new ArrayList<>(members.length);
    int[] fieldIds = new int[members.length];
    for (int m = 0; m < members.length; m++) {
      int i = members[m];
      LeafPlan leaf = rows.leaf(i);
      LeafStatistics gathered = LeafStatistics.of(leaf.leaf());
      long area = rows.area(i) == null ? 0 : rows.area(i).base();
      gathered.scan(rows.firstSlot(i), leaf.step(), rows.firstFlag(i), count, area);
      statistics.add(gathered);
      fieldIds[m] = leaf.leaf().id();
    }
    SealedSegment segment =
        plan.groups().get(g).layout() == Layout.ROW
            ? sealRows(g, count, fieldIds, statistics)
            : sealColumn(members[0], count, fieldIds, statistics);
    rows.reset(g);
    return segment;
  }

  private SealedSegment sealColumn(
      int i, int count, int[] fieldIds, List<LeafStatistics> statistics) {
    LeafPlan leaf = rows.leaf(i);
    TypeKind kind = leaf.leaf().type().kind();
    LeafStatistics gathered = statistics.get(0);
    BufferLayout layout = new BufferLayout(kind == TypeKind.STRUCT ? 1 : leaf.isVariable() ? 3 : 2);
    layout.add(gathered.nullCount > 0 ? Bits.bytes(count) : 0);
    if (leaf.isVariable()) {
      layout.add(4L * (count + 1));
      layout.add(gathered.valueBytes);
    } else if (kind == TypeKind.BOOLEAN) {
      layout.add(Bits.bytes(count));
    } else if (kind != TypeKind.STRUCT) {
      layout.add((long) count * leaf.width());
    }
    OffHeapBuffer buffer = allocate(layout.end());
    if (buffer != null) {
      fillColumn(i, count, gathered.nullCount > 0, layout, buffer.address());
    }
    Segment.Builder message = Segment.newBuilder().addNodeLengths(count);
    layout.addTo(message);
    return SealedSegment.of(buffer, layout.end(), count, message, fieldIds, statistics);
  }

  private OffHeapBuffer allocate(long bytes) {
    if (bytes == 0) {
      return null;
    }
    return allocator.allocate(bytes);
  }

  private void fillColumn(int i, int count, boolean hasNulls, BufferLayout layout, long base) {
    LeafPlan leaf = rows.leaf(i);
    if (hasNulls) {
      long validityEnd = layout.length(0);
      Bits.pack(rows.firstFlag(i), count, base);
      long next = layout.end() > validityEnd ? layout.offset(1) : validityEnd;
      Memory.setZero(base + validityEnd, next - validityEnd);
      zeroNulls(i, count, leaf.width());
    }
    switch (leaf.leaf().type().kind()) {
      case STRUCT -> {}
      case BOOLEAN -> Bits.pack(rows.firstSlot(i), count, base + layout.offset(1));
      case STRING, BINARY -> fillVariable(i, count, layout, base);
      default ->
          Memory.copy(rows.firstSlot(i), base + layout.offset(1), (long) count * leaf.width());
    }
  }

  /** Slots of nulls may hold what was set before the null, or a row that was given up. */
  private void zeroNulls(int i, int count, int width) {
    long slot = rows.firstSlot(i);
    long flag = rows.firstFlag(i);
    int step = rows.leaf(i).step();
    for (int r = 0; r < count; r++) {
      if (Memory.getByte(flag + r) == 0) {
        Memory.setZero(slot + (long) r * step, width);
      }
    }
  }

  private void fillVariable(int i, int count, BufferLayout layout, long base) {
    long slot = rows.firstSlot(i);
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
      total += rows.leaf(members[m]).isVariable() ? statistics.get(m).valueBytes : 0;
    }
    OffHeapBuffer buffer = allocator.allocate(total);
    long base = buffer.address();
    for (int m = 0; m < members.length; m++) {
      if (statistics.get(m).nullCount > 0) {
        zeroNulls(members[m], count, layout.width(m));
      }
    }
    Memory.copy(rows.firstSlot(members[0]) - rows.leaf(members[0]).offset(), base, fixed);
    for (int m = 0; m < members.length; m++) {
      if (statistics.get(m).nullCount > 0) {
        putNullBits(members[m], count, layout.stride(), base);
      }
    }
    if (total > fixed) {
      fillArea(members, count, layout, base, base + fixed);
    }
    return SealedSegment.of(buffer, total, count, Segment.newBuilder(), fieldIds, statistics);
  }

  private void putNullBits(int i, int count, int stride, long base) {
    int bit = rows.leaf(i).nullBit();
    long flag = rows.firstFlag(i);
    long word = base + (bit / 64) * 8L;
    long mask = 1L << (bit % 64);
    for (int r = 0; r < count; r++) {
      if (Memory.getByte(flag + r) == 0) {
        long address = word + (long) r * stride;
        Memory.putLong(address, Memory.getLong(address) | mask);
      }
    }
  }

  /** Brings the bytes into the order of rows and leaves, whatever the order they were set in. */
  private void fillArea(int[] members, int count, RowLayout layout, long base, long area) {
    int position = 0;
    for (int r = 0; r < count; r++) {
      long row = base + (long) r * layout.stride();
      for (int m = 0; m < members.length; m++) {
        GrowableBuffer source = rows.area(members[m]);
        if (source == null || Memory.getByte(rows.firstFlag(members[m]) + r) == 0) {
          continue;
        }
        long slot = row + layout.offset(m);
        int length = Memory.getInt(slot + 4);
        Memory.copy(source.base() + Memory.getInt(slot), area + position, length);
        Memory.putInt(slot, position);
        position += length;
      }
    }
  }
}
