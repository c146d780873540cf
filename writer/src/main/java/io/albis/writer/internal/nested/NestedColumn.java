// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.nested;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.segment.BufferLayout;
import io.albis.writer.internal.segment.SealedSegment;
import io.albis.writer.internal.stats.LeafStatistics;
import io.albis.writer.internal.value.AbstractValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The rows of a list or map column in the segment under construction. For one thread. */
public final class NestedColumn {

  private final Leaf leaf;
  private final WriterOwner owner;
  private final WriterMemory memory;
  private final ColumnNode node;
  private final NodeValue root;
  private final LongSupplier row;

  /**
   * Creates a column without rows.
   *
   * @param row the number of the current row, for messages
   */
  public NestedColumn(Leaf leaf, WriterOwner owner, WriterMemory memory, LongSupplier row) {
    this.leaf = leaf;
    this.owner = owner;
    this.memory = memory;
    this.row = row;
    this.node = ColumnNode.of(leaf);
    this.root = build(node, leaf.path());
  }

  private NodeValue build(ColumnNode subtree, String path) {
    List<NodeValue> children = new ArrayList<>();
    for (int i = 0; i < subtree.children().size(); i++) {
      ColumnNode child = subtree.children().get(i);
      if (child.isMapEntries()) {
        children.add(build(child, path));
      } else {
        Field field = subtree.type().children().get(i);
        NodeValue value = build(child, path + "." + field.name());
        PlainDefaults.writeOf(field).ifPresent(value::setWriteDefault);
        children.add(value);
      }
    }
    return switch (subtree.kind()) {
      case VARIABLE -> new VariableNode(subtree, path, owner, memory);
      case STRUCT -> new StructNode(subtree, path, owner, memory, children);
      case LIST -> new ListNode(subtree, path, owner, memory, children.get(0));
      case PRESENCE, BOOLEAN, FIXED -> new FixedNode(subtree, path, owner, memory, row);
    };
  }

  /** The writer of the current row's value. */
  public AbstractValue value() {
    return root;
  }

  /** Whether the current row has a value. */
  public boolean isSet() {
    return root.isSet();
  }

  /** Whether a struct, list or map of the current row was begun but not ended. */
  public boolean isBegun() {
    return root.isBegun();
  }

  /**
   * Checks that each struct, list and map of the current row was ended.
   *
   * @throws IllegalStateException if one was not
   */
  public void requireEnded() {
    root.requireEnded();
  }

  /** Ends the current row, which is null unless a value was set. */
  public void endRow() {
    root.close(false);
  }

  /** Discards the value of the current row. */
  public void discardRow() {
    root.truncate(root.count());
  }

  /**
   * Appends rows of another writer of the same column, or none of them if this throws.
   *
   * @param rows their numbers, ascending
   * @param from first of these to append
   * @param count number of these
   */
  public void appendRows(NestedColumn source, int[] rows, int from, int count) {
    long before = root.count();
    try {
      int first = from;
      for (int k = from + 1; k <= from + count; k++) {
        if (k == from + count || rows[k] != rows[k - 1] + 1) {
          root.appendFrom(source.root, rows[first], k - first);
          first = k;
        }
      }
    } catch (RuntimeException | Error e) {
      root.truncate(before);
      throw e;
    }
  }

  /**
   * Appends rows of a batch, whose lengths and offsets were checked.
   *
   * @param mask address of a byte for each row, 0 where an enclosing struct is null; 0 if there is
   *     none
   * @throws io.albis.format.error.InvalidArgumentException if a value is invalid; then no row was
   *     appended
   */
  public void appendRows(ColumnInput input, int from, int count, long mask) {
    long before = root.count();
    try {
      root.append(input, from, count, mask, row.getAsLong());
    } catch (RuntimeException | Error e) {
      root.truncate(before);
      throw e;
    }
  }

  /** Removes the last rows. */
  public void removeLast(int count) {
    root.truncate(root.count() - count);
  }

  /** Removes all rows. */
  public void clear() {
    root.truncate(0);
  }

  /** Releases memory when there are no rows. */
  public void shrink() {
    root.shrink();
  }

  /** The approximate size of the segment so far, in bytes. */
  public long bytes() {
    return root.bytes();
  }

  /** Builds a segment from all rows, at least one, and removes them from the column. */
  public SealedSegment seal() {
    int rows = Math.toIntExact(root.count());
    BufferLayout layout = new BufferLayout(node.bufferCount());
    root.addTo(layout);
    // Never empty: the offsets of a list have at least two entries.
    OffHeapBuffer buffer = memory.allocateKept(layout.end());
    Memory.setZero(buffer.address(), layout.end());
    root.fill(layout, buffer.address());
    Segment.Builder message = Segment.builder();
    layout.addTo(message);
    root.addNodeLengths(message);
    LeafStatistics statistics = LeafStatistics.ofNested(root.nullCount(), root.valueBytes());
    SealedSegment segment =
        SealedSegment.of(
            memory.handOver(buffer),
            0,
            layout.end(),
            rows,
            message,
            new int[] {leaf.id()},
            List.of(statistics));
    root.truncate(0);
    return segment;
  }
}
