// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import io.albis.format.layout.ColumnNode;
import io.albis.format.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;

/** The rows of the segment that is being built for a list or map. For one thread. */
final class NestedColumn implements AutoCloseable {

  private final Leaf leaf;
  private final BufferAllocator allocator;
  private final ColumnNode node;
  private final NodeValue root;

  NestedColumn(Leaf leaf, BufferAllocator allocator) {
    this.leaf = leaf;
    this.allocator = allocator;
    this.node = ColumnNode.of(leaf);
    this.root = build(node, leaf.path());
  }

  private NodeValue build(ColumnNode below, String path) {
    List<NodeValue> children = new ArrayList<>();
    for (int i = 0; i < below.children().size(); i++) {
      ColumnNode child = below.children().get(i);
      String name = child.isMapEntries() ? "" : "." + below.type().children().get(i).name();
      children.add(build(child, path + name));
    }
    return switch (below.kind()) {
      case VARIABLE -> new VariableNode(below, path, allocator);
      case STRUCT -> new StructNode(below, path, allocator, children);
      case LIST -> new ListNode(below, path, allocator, children.get(0));
      case PRESENCE, BOOLEAN, FIXED -> new FixedNode(below, path, allocator);
    };
  }

  /** The place of the present row's value. */
  NodeValue value() {
    return root;
  }

  boolean isSet() {
    return root.isSet();
  }

  /** Bytes of the segment so far, about. */
  long bytes() {
    return root.bytes();
  }

  /** Makes a segment of all rows, of which there is at least one, and empties the column. */
  SealedSegment seal() {
    int rows = Math.toIntExact(root.count());
    BufferLayout layout = new BufferLayout(node.bufferCount());
    root.addTo(layout);
    // Never empty: the offsets of a list have at least two entries.
    OffHeapBuffer buffer = allocator.allocate(layout.end());
    Memory.setZero(buffer.address(), layout.end());
    root.fill(layout, buffer.address());
    Segment.Builder message = Segment.builder();
    layout.addTo(message);
    root.addNodeLengths(message);
    LeafStatistics statistics = new LeafStatistics.Unbounded();
    statistics.nullCount = root.nullCount();
    statistics.valueBytes = root.valueBytes();
    SealedSegment segment =
        SealedSegment.of(
            buffer, 0, layout.end(), rows, message, new int[] {leaf.id()}, List.of(statistics));
    root.truncate(0);
    return segment;
  }

  @Override
  public void close() {
    root.close();
  }
}
