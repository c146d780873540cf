// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.nested;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.ValueWriter;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.segment.BufferLayout;

/** List or map elements. The child of a map is a struct of key and value. */
final class ListNode extends NodeValue {

  /** Per list: the index of the child element after its last one. */
  private final GrowableBuffer ends;

  private final NodeValue child;
  private boolean isBegun;
  private boolean isElementOpen;

  ListNode(ColumnNode node, String path, WriterOwner owner, WriterMemory memory, NodeValue child) {
    super(node, path, owner, memory);
    this.ends = new GrowableBuffer(memory);
    this.child = child;
  }

  private boolean isMap() {
    return type().kind() == TypeKind.MAP;
  }

  @Override
  public void beginList() {
    if (isMap()) {
      super.beginList();
    }
    begin();
  }

  @Override
  public void beginMap() {
    if (!isMap()) {
      super.beginMap();
    }
    begin();
  }

  private void begin() {
    reopen();
    isBegun = true;
  }

  @Override
  public ValueWriter element() {
    if (isMap()) {
      return super.element();
    }
    next();
    return child;
  }

  @Override
  public ValueWriter key() {
    if (!isMap()) {
      return super.key();
    }
    next();
    child.beginStruct();
    return child.field(0);
  }

  @Override
  public ValueWriter value() {
    if (!isMap()) {
      return super.value();
    }
    if (!isElementOpen) {
      throw new IllegalStateException(
          "Cannot set a value of map " + path() + ": set its key first");
    }
    return child.field(1);
  }

  private void next() {
    requireOwner();
    if (!isBegun) {
      throw new IllegalStateException(
          "Cannot add to " + path() + ": call " + (isMap() ? "beginMap" : "beginList") + " first");
    }
    endElement();
    isElementOpen = true;
  }

  private void endElement() {
    if (isElementOpen) {
      if (isMap()) {
        child.endStruct();
      }
      child.closeElement();
      isElementOpen = false;
    }
  }

  @Override
  public void endList() {
    if (isMap()) {
      super.endList();
    }
    end();
  }

  @Override
  public void endMap() {
    if (!isMap()) {
      super.endMap();
    }
    end();
  }

  private void end() {
    requireOwner();
    if (!isBegun) {
      throw new IllegalStateException("Cannot end " + path() + ": it was not begun");
    }
    endElement();
    isBegun = false;
    ends.putInt(Math.toIntExact(child.count()));
    markSet();
  }

  private long childEnd(long element) {
    return element == 0 ? 0 : Memory.getInt(ends.base() + 4 * (element - 1));
  }

  @Override
  boolean isBegun() {
    return isBegun;
  }

  @Override
  void requireEnded() {
    if (isBegun) {
      throw new IllegalStateException("Cannot end row: " + path() + " was not ended");
    }
  }

  @Override
  void appendValues(NodeValue source, long from, long added) {
    ListNode other = (ListNode) source;
    long start = other.childEnd(from);
    appendEnds(ends, other.ends, from, added, child.count() - start);
    child.appendFrom(other.child, start, other.childEnd(from + added) - start);
  }

  @Override
  void appendInput(ColumnInput input, int from, int added, long valid, long row) {
    int[] offsets = input.offsets(from, added);
    long target = ends.reserve(4L * added);
    long end = child.count();
    int runStart = offsets[0];
    int runEnd = runStart;
    for (int i = 0; i < added; i++) {
      if (Memory.getByte(valid + i) != 0) {
        if (offsets[i] != runEnd) {
          appendRun(input, runStart, runEnd, row);
          runStart = offsets[i];
        }
        runEnd = offsets[i + 1];
        end += runEnd - offsets[i];
      }
      // Wrong beyond 2^31 elements, which the child refuses.
      Memory.putInt(target + 4L * i, (int) end);
    }
    appendRun(input, runStart, runEnd, row);
    ends.advance(4L * added);
  }

  private void appendRun(ColumnInput input, int start, int end, long row) {
    if (isMap()) {
      child.appendValid(input, start, end - start, row);
    } else {
      child.append(input.child(0), start, end - start, 0, row);
    }
  }

  @Override
  void truncateValues(long newCount) {
    child.truncate(childEnd(newCount));
    ends.truncate(newCount * 4);
    isBegun = false;
    isElementOpen = false;
  }

  @Override
  void shrinkValues() {
    ends.shrink();
    child.shrink();
  }

  @Override
  void appendNull() {
    ends.putInt(Math.toIntExact(child.count()));
  }

  @Override
  void addValues(BufferLayout layout) {
    layout.add(4 * (count() + 1));
    child.addTo(layout);
  }

  @Override
  void fillValues(BufferLayout layout, long base) {
    long offsets = base + layout.offset(node().firstBuffer() + 1);
    Memory.putInt(offsets, 0);
    Memory.copy(ends.base(), offsets + 4, 4 * count());
    child.fill(layout, base);
  }

  @Override
  long valueBytes() {
    return child.valueBytes();
  }

  @Override
  long bytes() {
    return 4 * count() + child.bytes();
  }

  @Override
  void addNodeLengths(Segment.Builder message) {
    message.addNodeLength(Math.toIntExact(count()));
    child.addNodeLengths(message);
  }
}
