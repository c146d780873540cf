// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.nested;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.metadata.Segment;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.plan.SetterCode;
import io.albis.writer.internal.segment.BufferLayout;
import io.albis.writer.internal.value.Utf8;
import java.util.Objects;

/** String or binary elements. */
final class VariableNode extends NodeValue {

  private static final int MAX_BYTES = Integer.MAX_VALUE - 4096;

  /** Per element: the offset in {@link #values} at which it ends. */
  private final GrowableBuffer ends;

  private final GrowableBuffer values;
  private final byte setter;

  VariableNode(ColumnNode node, String path, WriterOwner owner, WriterMemory memory) {
    super(node, path, owner, memory);
    this.ends = new GrowableBuffer(memory);
    this.values = new GrowableBuffer(memory);
    this.setter = SetterCode.of(node.type());
  }

  @Override
  public void setString(CharSequence value) {
    if (setter != SetterCode.STRING) {
      super.setString(value);
    }
    reopen();
    Utf8.append(value, values, path());
    endValue();
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, value.length);
    reopen();
    Memory.copyFromArray(value, offset, values.reserve(length), length);
    values.advance(length);
    endValue();
  }

  @Override
  void setPlain(byte[] plainValue) {
    setBytes(plainValue, 0, plainValue.length);
  }

  @Override
  void appendValues(NodeValue source, long from, long added) {
    VariableNode other = (VariableNode) source;
    long start = other.end(from);
    long length = other.end(from + added) - start;
    if (values.position() + length > MAX_BYTES) {
      throw tooLong();
    }
    appendEnds(ends, other.ends, from, added, values.position() - start);
    appendBytes(values, other.values, start, length);
  }

  @Override
  void appendInput(ColumnInput input, int from, int added, long valid, long row) {
    long target = ends.reserve(4L * added);
    if (input.hasStrings()) {
      for (int i = 0; i < added; i++) {
        if (Memory.getByte(valid + i) != 0) {
          input.appendString(from + i, values);
          requireLength(0);
        }
        Memory.putInt(target + 4L * i, (int) values.position());
      }
      ends.advance(4L * added);
      return;
    }
    int[] offsets = input.offsets(from, added);
    long end = values.position();
    int runStart = offsets[0];
    int runEnd = runStart;
    for (int i = 0; i < added; i++) {
      if (Memory.getByte(valid + i) != 0) {
        if (offsets[i] != runEnd) {
          appendRun(input, runStart, runEnd);
          runStart = offsets[i];
        }
        runEnd = offsets[i + 1];
        end += runEnd - offsets[i];
      }
      // Wrong beyond 2 GiB, which is refused below.
      Memory.putInt(target + 4L * i, (int) end);
    }
    appendRun(input, runStart, runEnd);
    ends.advance(4L * added);
  }

  private void appendRun(ColumnInput input, int start, int end) {
    requireLength(end - start);
    input.appendData(start, end - start, values);
  }

  private void requireLength(long more) {
    if (values.position() + more > MAX_BYTES) {
      throw tooLong();
    }
  }

  @Override
  void appendPlain(byte[] plainValue) {
    requireLength(plainValue.length);
    Memory.copyFromArray(plainValue, 0, values.reserve(plainValue.length), plainValue.length);
    values.advance(plainValue.length);
    ends.putInt((int) values.position());
  }

  private InvalidArgumentException tooLong() {
    return new InvalidArgumentException(
        "Invalid value for column " + path() + ": a segment cannot hold more than 2 GiB");
  }

  private void endValue() {
    if (values.position() > MAX_BYTES) {
      truncate(count());
      throw tooLong();
    }
    ends.putInt((int) values.position());
    markSet();
  }

  private long end(long element) {
    return element == 0 ? 0 : Memory.getInt(ends.base() + 4 * (element - 1));
  }

  @Override
  void truncateValues(long newCount) {
    values.truncate(end(newCount));
    ends.truncate(newCount * 4);
  }

  @Override
  void shrinkValues() {
    ends.shrink();
    values.shrink();
  }

  @Override
  void appendNull() {
    ends.putInt((int) values.position());
  }

  @Override
  void addValues(BufferLayout layout) {
    layout.add(4 * (count() + 1));
    layout.add(values.position());
  }

  @Override
  void fillValues(BufferLayout layout, long base) {
    int first = node().firstBuffer();
    long offsets = base + layout.offset(first + 1);
    Memory.putInt(offsets, 0);
    Memory.copy(ends.base(), offsets + 4, 4 * count());
    Memory.copy(values.base(), base + layout.offset(first + 2), values.position());
  }

  @Override
  long valueBytes() {
    return values.position();
  }

  @Override
  long bytes() {
    return 4 * count() + values.position();
  }

  @Override
  void addNodeLengths(Segment.Builder message) {
    message.addNodeLength(Math.toIntExact(count()));
  }
}
