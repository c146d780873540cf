// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.layout.RowLayout;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.SegmentBuffers;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * Verifies the bytes of a segment that readers rely on without looking (SPEC.md, sections 12 and
 * 13): padding, unused bits and the bytes of null values are zero, null lists and strings are
 * empty, and values are valid for their type. Offsets were checked when the segment was read. At
 * most a few problems are recorded for a buffer.
 */
final class SegmentContent {

  private static final int MAX_PROBLEMS = 4;

  private final StoredLayout layout;
  private final Segment segment;
  private final String file;
  private final long fileOffset;
  private final long base;
  private final Problems problems;
  private int left;

  SegmentContent(ExtentSegments extent, int k, OffHeapBuffer memory, Problems problems) {
    this.layout = extent.layout();
    this.segment = extent.segment(k);
    this.file = extent.path();
    this.fileOffset = extent.fileOffset(k);
    this.base = memory.address();
    this.problems = problems;
  }

  void verify() {
    left = MAX_PROBLEMS;
    if (layout.root() != null) {
      SegmentBuffers buffers = layout.buffers(segment);
      verifyPadding(buffers);
      verifyNode(layout.root(), buffers, new BitSet());
    } else {
      verifyRows();
    }
  }

  private void add(String what, long at, Object expected, Object found) {
    if (left-- > 0) {
      problems.add(file, fileOffset + at, "", what, expected, found);
    }
  }

  private void requireZero(String what, long from, long to) {
    for (long at = from; at < to; at++) {
      byte found = Memory.getByte(base + at);
      if (found != 0) {
        add(what, at, 0, found);
        return;
      }
    }
  }

  /** Verifies the bytes between the buffers of the column layout. */
  private void verifyPadding(SegmentBuffers buffers) {
    long end = 0;
    for (int b = 0; b < segment.bufferCount(); b++) {
      if (buffers.length(b) > 0) {
        requireZero("padding", end, buffers.offset(b));
        end = (long) buffers.offset(b) + buffers.length(b);
      }
    }
  }

  private boolean bit(long bitmap, int i) {
    return (Memory.getByte(base + bitmap + i / 8) & 1 << i % 8) != 0;
  }

  private void verifyUnusedBits(String what, long bitmap, int count) {
    for (int i = count; i % 8 != 0; i++) {
      if (bit(bitmap, i)) {
        add(what, bitmap + i / 8, 0, 1);
      }
    }
  }

  /**
   * Verifies a node and those below it.
   *
   * @param absent elements that are in a null struct
   */
  private void verifyNode(ColumnNode node, SegmentBuffers buffers, BitSet absent) {
    left = MAX_PROBLEMS;
    int first = node.firstBuffer();
    int count = buffers.nodeLength(node.index());
    BitSet nulls = (BitSet) absent.clone();
    if (buffers.length(first) > 0) {
      verifyUnusedBits("unused bits of a validity buffer", buffers.offset(first), count);
      for (int i = 0; i < count; i++) {
        if (!bit(buffers.offset(first), i)) {
          nulls.set(i);
        }
      }
    }
    long values = node.kind().bufferCount() > 1 ? buffers.offset(first + 1) : 0;
    switch (node.kind()) {
      case PRESENCE -> {}
      case BOOLEAN -> {
        verifyUnusedBits("unused bits of booleans", values, count);
        for (int i = nulls.nextSetBit(0); i >= 0; i = nulls.nextSetBit(i + 1)) {
          if (bit(values, i)) {
            add("value of a null", values + i / 8, 0, 1);
          }
        }
      }
      case FIXED -> verifyFixed(node, values, count, nulls);
      case VARIABLE -> {
        verifyNullsAreEmpty(values, nulls);
        ValueCheck check = ValueCheck.of(node.type());
        for (int i = 0; check != null && i < count && left > 0; i++) {
          int start = Memory.getInt(base + values + 4L * i);
          int length = Memory.getInt(base + values + 4L * (i + 1)) - start;
          long at = (long) buffers.offset(first + 2) + start;
          String problem = check.problem(base + at, length);
          if (problem != null) {
            add("value", at, "one of " + node.type(), problem);
          }
        }
      }
      case STRUCT -> {
        for (ColumnNode child : node.children()) {
          verifyNode(child, buffers, nulls);
        }
      }
      case LIST -> {
        verifyNullsAreEmpty(values, nulls);
        verifyNode(node.children().get(0), buffers, new BitSet());
      }
    }
  }

  private void verifyFixed(ColumnNode node, long values, int count, BitSet nulls) {
    ValueCheck check = ValueCheck.of(node.type());
    int width = node.width();
    for (int i = nulls.nextSetBit(0); i >= 0; i = nulls.nextSetBit(i + 1)) {
      long at = values + (long) i * width;
      requireZero("value of a null", at, at + width);
    }
    for (int i = 0; check != null && i < count; i++) {
      long at = values + (long) i * width;
      String problem = nulls.get(i) ? null : check.problem(base + at, width);
      if (problem != null) {
        add("value", at, "one of " + node.type(), problem);
      }
    }
  }

  private void verifyNullsAreEmpty(long offsets, BitSet nulls) {
    for (int i = nulls.nextSetBit(0); i >= 0; i = nulls.nextSetBit(i + 1)) {
      long at = offsets + 4L * i;
      int start = Memory.getInt(base + at);
      int end = Memory.getInt(base + at + Integer.BYTES);
      if (start != end) {
        add("offset", at + Integer.BYTES, start + " since the value is null", end);
      }
    }
  }

  private void verifyRows() {
    RowLayout rows = layout.rowLayout();
    List<Leaf> leaves = layout.leaves();
    int stride = rows.stride();
    long area = (long) segment.rowCount() * stride;
    int nullable = (int) leaves.stream().filter(Leaf::nullable).count();
    long end = 8L * rows.nullWordCount();
    ValueCheck[] checks = new ValueCheck[leaves.size()];
    for (int i = 0; i < checks.length; i++) {
      end = leaves.get(i).isPresence() ? end : Math.max(end, rows.offset(i) + rows.width(i));
      checks[i] = leaves.get(i).isPresence() ? null : ValueCheck.of(leaves.get(i).type());
    }
    for (int row = 0; row < segment.rowCount() && left > 0; row++) {
      long start = (long) row * stride;
      for (int k = nullable; k < 64 * rows.nullWordCount(); k++) {
        if (bit(start, k)) {
          add("unused bits of null words", start + k / 8, 0, 1);
        }
      }
      requireZero("padding of a row", start + end, start + stride);
      for (int i = 0; i < leaves.size(); i++) {
        if (!leaves.get(i).isPresence()) {
          verifyField(leaves.get(i), checks[i], start, i, area);
        }
      }
    }
  }

  private void verifyField(Leaf leaf, ValueCheck check, long start, int i, long area) {
    RowLayout rows = layout.rowLayout();
    long at = start + rows.offset(i);
    if (rows.nullBit(i) >= 0 && bit(start, rows.nullBit(i))) {
      requireZero("value of a null", at, at + rows.width(i));
      return;
    }
    if (check == null) {
      return;
    }
    String problem;
    if (leaf.type().isVariableLength()) {
      long offset = Integer.toUnsignedLong(Memory.getInt(base + at));
      long length = Integer.toUnsignedLong(Memory.getInt(base + at + 4));
      problem = check.problem(base + area + offset, (int) length);
    } else {
      problem = check.problem(base + at, rows.width(i));
    }
    if (problem != null) {
      add("value", at, "one of " + leaf.type(), problem);
    }
  }
}
