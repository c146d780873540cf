// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.nested;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.Bits;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.plan.SetterCode;
import io.albis.writer.internal.segment.BufferLayout;
import io.albis.writer.internal.value.Decimals;
import io.albis.writer.internal.value.Times;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.UUID;
import java.util.function.LongSupplier;

/** Elements of fixed width. Booleans take one byte each until the segment is sealed. */
final class FixedNode extends NodeValue {

  private final GrowableBuffer values;
  private final int width;
  private final byte setter;
  private final LongSupplier row;

  /**
   * Creates a node without elements.
   *
   * @param row the number of the current row, for messages
   */
  FixedNode(
      ColumnNode node, String path, WriterOwner owner, WriterMemory memory, LongSupplier row) {
    super(node, path, owner, memory);
    this.values = new GrowableBuffer(memory);
    this.width = node.type().fixedWidth();
    this.setter = SetterCode.of(node.type());
    this.row = row;
  }

  /** Discards the value of the open element and returns the address for a new one. */
  private long slot() {
    reopen();
    return values.reserve(width);
  }

  private void endValue() {
    values.advance(width);
    markSet();
  }

  @Override
  public void setBoolean(boolean value) {
    if (setter != SetterCode.BOOLEAN) {
      super.setBoolean(value);
    }
    Memory.putByte(slot(), (byte) (value ? 1 : 0));
    endValue();
  }

  @Override
  public void setByte(byte value) {
    if (setter != SetterCode.BYTE) {
      super.setByte(value);
    }
    Memory.putByte(slot(), value);
    endValue();
  }

  @Override
  public void setShort(short value) {
    if (setter != SetterCode.SHORT) {
      super.setShort(value);
    }
    Memory.putShort(slot(), value);
    endValue();
  }

  @Override
  public void setInt(int value) {
    if (setter != SetterCode.INT) {
      super.setInt(value);
    }
    Memory.putInt(slot(), value);
    endValue();
  }

  @Override
  public void setLong(long value) {
    if (setter != SetterCode.LONG) {
      if (setter != SetterCode.TIME) {
        super.setLong(value);
      }
      Times.require(type(), value, path(), row.getAsLong());
    }
    Memory.putLong(slot(), value);
    endValue();
  }

  @Override
  public void setFloat(float value) {
    if (setter != SetterCode.FLOAT) {
      super.setFloat(value);
    }
    Memory.putFloat(slot(), value);
    endValue();
  }

  @Override
  public void setDouble(double value) {
    if (setter != SetterCode.DOUBLE) {
      super.setDouble(value);
    }
    Memory.putDouble(slot(), value);
    endValue();
  }

  @Override
  public void setDecimal(BigDecimal value) {
    if (setter != SetterCode.DECIMAL) {
      super.setDecimal(value);
    }
    Decimals.put(slot(), value, type(), path());
    endValue();
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    if (setter != SetterCode.DECIMAL) {
      super.setUnscaledDecimal(unscaled);
    }
    Decimals.put(slot(), unscaled, type(), path());
    endValue();
  }

  @Override
  public void setUuid(UUID value) {
    if (setter != SetterCode.UUID) {
      super.setUuid(value);
    }
    long slot = slot();
    Memory.putLong(slot, Long.reverseBytes(value.getMostSignificantBits()));
    Memory.putLong(slot + 8, Long.reverseBytes(value.getLeastSignificantBits()));
    endValue();
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    if (setter < SetterCode.FIXED_BINARY) {
      super.setBytes(value, offset, length);
    }
    Objects.checkFromIndexSize(offset, length, value.length);
    if (length != width) {
      throw new InvalidArgumentException(
          "Invalid value for column "
              + path()
              + ": "
              + length
              + " bytes (expected "
              + width
              + " for "
              + type()
              + ")");
    }
    Memory.copyFromArray(value, offset, slot(), length);
    endValue();
  }

  @Override
  void setPlain(byte[] plainValue) {
    Memory.copyFromArray(plainValue, 0, slot(), width);
    endValue();
  }

  @Override
  void appendValues(NodeValue source, long from, long added) {
    appendBytes(values, ((FixedNode) source).values, from * width, added * width);
  }

  @Override
  void appendInput(ColumnInput input, int from, int added, long valid, long row) {
    long target = values.reserve((long) added * width);
    input.putValues(from, added, target, width, valid, row);
    for (int i = 0; i < added; i++) {
      if (Memory.getByte(valid + i) == 0) {
        Memory.setZero(target + (long) i * width, width);
      }
    }
    values.advance((long) added * width);
  }

  @Override
  void appendPlain(byte[] plainValue) {
    Memory.copyFromArray(plainValue, 0, values.reserve(width), width);
    values.advance(width);
  }

  @Override
  void truncateValues(long newCount) {
    values.truncate(newCount * width);
  }

  @Override
  void shrinkValues() {
    values.shrink();
  }

  @Override
  void appendNull() {
    values.putZeros(width);
  }

  private boolean isBoolean() {
    return type().kind() == TypeKind.BOOLEAN;
  }

  @Override
  void addValues(BufferLayout layout) {
    layout.add(isBoolean() ? Bits.bytes(count()) : count() * width);
  }

  @Override
  void fillValues(BufferLayout layout, long base) {
    long target = base + layout.offset(node().firstBuffer() + 1);
    if (isBoolean()) {
      Bits.pack(values.base(), count(), target);
    } else {
      Memory.copy(values.base(), target, count() * width);
    }
  }

  @Override
  long valueBytes() {
    return (count() - nullCount()) * width;
  }

  @Override
  long bytes() {
    return count() * width;
  }

  @Override
  void addNodeLengths(Segment.Builder message) {
    message.addNodeLength(Math.toIntExact(count()));
  }
}
