// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import io.albis.format.layout.ColumnNode;
import io.albis.format.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.storage.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;

/** The rows of the segment that is being built for a list or map. For one thread. */
final class NestedColumn {

  private final Leaf leaf;
  private final WriterGate gate;
  private final WriterMemory memory;
  private final ColumnNode node;
  private final NodeValue root;

  NestedColumn(Leaf leaf, WriterGate gate, WriterMemory memory) {
    this.leaf = leaf;
    this.gate = gate;
    this.memory = memory;
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
      case VARIABLE -> new VariableNode(below, path, gate, memory);
      case STRUCT -> new StructNode(below, path, gate, memory, children);
      case LIST -> new ListNode(below, path, gate, memory, children.get(0));
      case PRESENCE, BOOLEAN, FIXED -> new FixedNode(below, path, gate, memory);
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
    OffHeapBuffer buffer = memory.allocate(layout.end());
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
