// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.layout.FileLayout;

/**
 * Where the buffers of a segment in the column layout lie (SPEC.md, section 12). Buffers and nodes
 * are numbered as in {@link ColumnNode}; offsets count from the start of the segment, in bytes.
 */
public final class SegmentBuffers {

  private final int[] offsets;
  private final int[] lengths;
  private final int[] nodeLengths;

  private SegmentBuffers(int[] offsets, int[] lengths, int[] nodeLengths) {
    this.offsets = offsets;
    this.lengths = lengths;
    this.nodeLengths = nodeLengths;
  }

  static SegmentBuffers of(ColumnNode root, Segment segment, Check check) {
    int buffers = root.bufferCount();
    check.equal("number of buffers", buffers, segment.bufferCount());
    check.equal("number of nodes", root.nodeCount(), segment.nodeCount());
    int[] offsets = new int[buffers];
    int[] lengths = new int[buffers];
    long position = 0;
    long end = 0;
    for (int i = 0; i < buffers; i++) {
      int length = segment.bufferLength(i);
      check.notNegative("length of a buffer", length);
      position = FileLayout.align(position, FileLayout.BUFFER_ALIGNMENT);
      // Beyond the end of the segment only if nothing follows, so no offset is out of range.
      if (position + length > segment.length() && length != 0) {
        throw check.corrupt("end of a buffer", "at most " + segment.length(), position + length);
      }
      offsets[i] = (int) Math.min(position, segment.length());
      lengths[i] = length;
      position += length;
      end = length > 0 ? position : end;
    }
    check.equal("length of a segment", end, segment.length());
    int[] nodes = new int[root.nodeCount()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = segment.nodeLength(i);
      check.notNegative("number of elements", nodes[i]);
    }
    check.equal("number of elements", segment.rowCount(), nodes[0]);
    SegmentBuffers result = new SegmentBuffers(offsets, lengths, nodes);
    result.checkNode(root, check);
    return result;
  }

  private void checkNode(ColumnNode node, Check check) {
    long count = nodeLengths[node.index()];
    int first = node.firstBuffer();
    long bitmap = (count + 7) / 8;
    if (lengths[first] != 0 && (!node.nullable() || lengths[first] != bitmap)) {
      throw check.corrupt(
          "length of a validity buffer", node.nullable() ? "0 or " + bitmap : "0", lengths[first]);
    }
    switch (node.kind()) {
      case PRESENCE -> {}
      case BOOLEAN -> check.equal("length of a values buffer", bitmap, lengths[first + 1]);
      case FIXED ->
          check.equal("length of a values buffer", count * node.width(), lengths[first + 1]);
      case VARIABLE ->
          check.equal("length of an offsets buffer", 4 * (count + 1), lengths[first + 1]);
      case STRUCT -> {
        for (ColumnNode child : node.children()) {
          check.equal("number of elements", count, nodeLengths[child.index()]);
          checkNode(child, check);
        }
      }
      case LIST -> {
        check.equal("length of an offsets buffer", 4 * (count + 1), lengths[first + 1]);
        checkNode(node.children().get(0), check);
      }
    }
  }

  /** Offset of a buffer. */
  public int offset(int buffer) {
    return offsets[buffer];
  }

  /** Length of a buffer without padding; 0 if it is omitted. */
  public int length(int buffer) {
    return lengths[buffer];
  }

  /** Number of elements of a node. */
  public int nodeLength(int node) {
    return nodeLengths[node];
  }
}
