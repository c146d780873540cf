// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.SegmentBuffers;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.internal.memory.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * Where a segment has offsets, which point to bytes or elements in it (SPEC.md, sections 12 and
 * 13). They are checked once, before any caller gets an address of the segment, because programs
 * that are given Arrow buffers do not check them. Immutable.
 */
final class SegmentOffsets implements ObjLongConsumer<SegmentKey> {

  private static final SegmentOffsets NONE = new SegmentOffsets(new int[0], List.of(), 0, 0);

  /** Offsets that are compared together: enough for the loop to be one of vector instructions. */
  private static final int BLOCK = 256;

  /** Column layout: for each node with offsets its place in the segment, its elements, its end. */
  private final int[] nodes;

  /** Row layout: where offset and length of each string or binary are in a row. */
  private final List<Integer> fields;

  private final int rowCount;
  private final int stride;

  private SegmentOffsets(int[] nodes, List<Integer> fields, int rowCount, int stride) {
    this.nodes = nodes;
    this.fields = fields;
    this.rowCount = rowCount;
    this.stride = stride;
  }

  static SegmentOffsets of(StoredLayout layout, Segment segment) {
    if (layout.root() == null) {
      List<Integer> fields = layout.rowLayout().variableOffsets();
      return fields.isEmpty()
          ? NONE
          : new SegmentOffsets(NONE.nodes, fields, segment.rowCount(), layout.stride());
    }
    if (!layout.root().type().isVariableLength() && layout.root().children().isEmpty()) {
      return NONE;
    }
    List<Integer> nodes = new ArrayList<>();
    add(layout.root(), layout.buffers(segment), nodes);
    int[] numbers = nodes.stream().mapToInt(Integer::intValue).toArray();
    return new SegmentOffsets(numbers, List.of(), 0, 0);
  }

  private static void add(ColumnNode node, SegmentBuffers buffers, List<Integer> nodes) {
    int first = node.firstBuffer();
    boolean isVariable = node.kind() == ColumnNode.Kind.VARIABLE;
    if (isVariable || node.kind() == ColumnNode.Kind.LIST) {
      nodes.add(buffers.offset(first + 1));
      nodes.add(buffers.nodeLength(node.index()));
      nodes.add(
          isVariable
              ? buffers.length(first + 2)
              : buffers.nodeLength(node.children().get(0).index()));
    }
    for (ColumnNode child : node.children()) {
      add(child, buffers, nodes);
    }
  }

  /** Whether there is nothing to check. */
  boolean isEmpty() {
    return nodes.length == 0 && fields.isEmpty();
  }

  /** Checks the offsets of a segment whose first byte is at an address. */
  @Override
  public void accept(SegmentKey key, long address) {
    if (nodes.length > 0) {
      Block block = new Block(largestBlock());
      for (int n = 0; n < nodes.length; n += 3) {
        checkNode(key, address, nodes[n], nodes[n + 1], nodes[n + 2], block);
      }
    }
    if (!fields.isEmpty()) {
      checkRows(key, address);
    }
  }

  private int largestBlock() {
    int largest = 0;
    for (int n = 0; n < nodes.length; n += 3) {
      largest = Math.max(largest, Math.min(nodes[n + 1], BLOCK));
    }
    return largest;
  }

  private static void checkNode(
      SegmentKey key, long address, int place, int count, int end, Block block) {
    long offsets = address + place;
    if (Memory.getInt(offsets) != 0
        || Memory.getInt(offsets + 4L * count) != end
        || !block.isAscending(offsets, count)) {
      throw firstError(key, offsets, place, count, end);
    }
  }

  /** Memory for the offsets that are compared together, for all nodes of a segment. */
  private static final class Block {
    private final int[] from;
    private final int[] to;

    /** Not negative where all offsets so far are right. */
    private final int[] signs;

    Block(int length) {
      from = new int[length];
      to = new int[length];
      signs = new int[length];
    }

    /** Whether offsets of which the first is 0 never decrease. */
    boolean isAscending(long offsets, int count) {
      int size = Math.min(count, BLOCK);
      for (int i = 0; i < count; i += size) {
        // The last block overlaps the one before it.
        long start = offsets + 4L * Math.min(i, count - size);
        Memory.copyToArray(start, from, size);
        Memory.copyToArray(start + Integer.BYTES, to, size);
        addSigns(from, to, signs, size);
      }
      int all = 0;
      for (int i = 0; i < size; i++) {
        all |= signs[i];
      }
      return all >= 0;
    }

    /** Makes a sign negative if an offset is, or if it is less than the one before it. */
    private static void addSigns(int[] from, int[] to, int[] signs, int size) {
      for (int i = 0; i < size; i++) {
        signs[i] |= to[i] | (to[i] - from[i]);
      }
    }
  }

  private static CorruptFileException firstError(
      SegmentKey key, long offsets, int place, int count, int end) {
    int last = 0;
    for (int i = 0; i <= count; i++) {
      int found = Memory.getInt(offsets + 4L * i);
      boolean isValid =
          (i > 0 || found == 0) && (i < count || found == end) && found >= last && found <= end;
      if (!isValid) {
        Object range = i == 0 ? 0 : "from " + last + " to " + end;
        return new CorruptFileException(
            key.path(),
            key.offset() + place + 4L * i,
            "offset " + i + " of " + count + " elements",
            i == count ? end : range,
            found);
      }
      last = found;
    }
    throw new IllegalStateException("The offsets of " + key + " are valid");
  }

  private void checkRows(SegmentKey key, long address) {
    long area = key.length() - (long) rowCount * stride;
    for (int field : fields) {
      long signs = 0;
      long last = address + field + (long) rowCount * stride;
      for (long at = address + field; at < last; at += stride) {
        signs |= area - end(at);
      }
      if (signs < 0) {
        throw firstError(key, address, field, area);
      }
    }
  }

  /** The end of a value in the variable area. */
  private static long end(long at) {
    long pair = Memory.getLong(at);
    return (pair & 0xffff_ffffL) + (pair >>> Integer.SIZE);
  }

  private CorruptFileException firstError(SegmentKey key, long address, int field, long area) {
    for (int row = 0; row < rowCount; row++) {
      long place = field + (long) row * stride;
      long end = end(address + place);
      if (end > area) {
        return new CorruptFileException(
            key.path(),
            key.offset() + place,
            "end of a value in the variable area",
            "at most " + area,
            end);
      }
    }
    throw new IllegalStateException("The offsets of " + key + " are valid");
  }

  @Override
  public boolean equals(Object object) {
    return object == this
        || (object instanceof SegmentOffsets other
            && rowCount == other.rowCount
            && stride == other.stride
            && Arrays.equals(nodes, other.nodes)
            && fields.equals(other.fields));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nodes) + 31 * (rowCount + 31 * fields.hashCode());
  }
}
