// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.nested;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.Bits;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.segment.BufferLayout;
import io.albis.writer.internal.value.AbstractValue;
import java.lang.ref.Reference;

/**
 * The elements of one node of a list or map column (SPEC.md, section 10) while a segment is built,
 * and the value writer of the current element. Elements are only appended. One element is always
 * open: {@link #closeElement} ends it, as null if no value was set, and opens the next one.
 */
abstract class NodeValue extends AbstractValue {

  private final ColumnNode node;
  private final String path;
  private final WriterOwner owner;

  /** One byte per element: 1 if the element is not null. */
  private final GrowableBuffer flags;

  /** The number of elements that have been ended. */
  private long count;

  /** What an element has that is given no value, in plain encoding; null for null. */
  private byte[] writeDefault;

  /** Whether the open element was set to null, so that it does not have the default. */
  private boolean isNullGiven;

  NodeValue(ColumnNode node, String path, WriterOwner owner, WriterMemory memory) {
    this.node = node;
    this.path = path;
    this.owner = owner;
    this.flags = new GrowableBuffer(memory);
  }

  @Override
  public final String path() {
    return path;
  }

  @Override
  public final Type type() {
    return node.type();
  }

  final ColumnNode node() {
    return node;
  }

  final long count() {
    return count;
  }

  final long nullCount() {
    return Bits.zeros(flags.base(), count);
  }

  /** Whether the open element has a value. */
  final boolean isSet() {
    return flags.position() > count && Memory.getByte(flags.base() + count) != 0;
  }

  /** Checks that the current thread may use the memory. */
  final void requireOwner() {
    owner.require();
  }

  /** Discards the value of the open element, before another one is set by the user. */
  final void reopen() {
    owner.require();
    truncate(count);
  }

  /** Marks the open element as set; a previous value must have been discarded. */
  final void markSet() {
    if (count == Integer.MAX_VALUE - 1) {
      throw tooMany();
    }
    try {
      flags.putByte((byte) 1);
    } finally {
      Reference.reachabilityFence(owner);
    }
  }

  @Override
  public final void setNull() {
    reopen();
    isNullGiven = true;
  }

  /** Sets what an element has that is given no value, in plain encoding. */
  final void setWriteDefault(byte[] plainValue) {
    writeDefault = plainValue;
  }

  /** Sets the value of the open element. */
  void setPlain(byte[] plainValue) {
    throw new IllegalStateException("A " + type() + " has no default");
  }

  /** Whether a struct, list or map was begun but not ended. */
  boolean isBegun() {
    return false;
  }

  /** Checks that no struct, list or map was begun but not ended. */
  void requireEnded() {}

  /** Ends the open element. */
  final void close(boolean isRequired) {
    requireEnded();
    if (!isSet()) {
      if (isRequired) {
        throw new InvalidArgumentException(
            "Invalid value for column " + path + ": null (expected a value, it is required)");
      }
      truncate(count);
      appendNull();
      flags.putByte((byte) 0);
    }
    count++;
    isNullGiven = false;
  }

  /** Ends the open element, which needs a value unless the node is nullable or has a default. */
  final void closeElement() {
    if (writeDefault != null && !isNullGiven && !isSet()) {
      setPlain(writeDefault);
    }
    close(!node.nullable());
  }

  /** Keeps the first elements and discards all others, including the open one. */
  final void truncate(long newCount) {
    flags.truncate(newCount);
    count = newCount;
    isNullGiven = false;
    truncateValues(newCount);
  }

  /**
   * Appends elements of another node of the same type. Neither may have an open element that was
   * set.
   */
  final void appendFrom(NodeValue source, long from, long added) {
    if (count + added >= Integer.MAX_VALUE) {
      throw tooMany();
    }
    appendBytes(flags, source.flags, from, added);
    appendValues(source, from, added);
    count += added;
  }

  abstract void appendValues(NodeValue source, long from, long added);

  /**
   * Appends elements of a batch, whose lengths and offsets were checked. No element may be open
   * that was set. If this throws, {@link #truncate} removes what was appended.
   *
   * @param mask address of a byte for each element, 0 where an enclosing struct is null; 0 if there
   *     is none
   * @param row number of the row, for messages
   */
  final void append(ColumnInput input, int from, int added, long mask, long row) {
    if (added == 0) {
      return;
    }
    if (count + added >= Integer.MAX_VALUE) {
      throw tooMany();
    }
    long target = flags.reserve(added);
    input.putFlags(from, added, target, writeDefault != null, mask);
    if (!node.nullable()) {
      requireValues(target, added, mask);
    }
    flags.advance(added);
    if (input.hasValues()) {
      appendInput(input, from, added, target, row);
    } else {
      appendDefaults(added, target);
    }
    count += added;
  }

  private void requireValues(long target, int added, long mask) {
    for (int i = 0; i < added; i++) {
      if (Memory.getByte(target + i) == 0 && (mask == 0 || Memory.getByte(mask + i) != 0)) {
        throw new InvalidArgumentException(
            "Invalid value for column " + path + ": null (expected a value, it is required)");
      }
    }
  }

  /** Appends elements that are never null, without flags of their own. */
  final void appendValid(ColumnInput input, int from, int added, long row) {
    if (added == 0) {
      return;
    }
    if (count + added >= Integer.MAX_VALUE) {
      throw tooMany();
    }
    long target = flags.reserve(added);
    Memory.fill(target, added, (byte) 1);
    flags.advance(added);
    appendInput(input, from, added, target, row);
    count += added;
  }

  /**
   * Appends the values of elements.
   *
   * @param valid address of the flags of these elements
   */
  abstract void appendInput(ColumnInput input, int from, int added, long valid, long row);

  /** Appends elements that were not set: their default where the flag is set, otherwise null. */
  private void appendDefaults(int added, long valid) {
    for (int i = 0; i < added; i++) {
      if (Memory.getByte(valid + i) != 0) {
        appendPlain(writeDefault);
      } else {
        appendNull();
      }
    }
  }

  /** Appends a value, without its flag. */
  void appendPlain(byte[] plainValue) {
    throw new IllegalStateException("A " + type() + " has no default");
  }

  static void appendBytes(GrowableBuffer target, GrowableBuffer source, long from, long length) {
    if (length > 0) {
      Memory.copy(source.base() + from, target.reserve(length), length);
      target.advance(length);
    }
  }

  /**
   * Appends the ends of elements.
   *
   * @param shift from an end in the source to the one in the target
   */
  static void appendEnds(
      GrowableBuffer target, GrowableBuffer source, long from, long added, long shift) {
    long place = target.reserve(added * Integer.BYTES);
    for (long i = 0; i < added; i++) {
      long end = Memory.getInt(source.base() + (from + i) * Integer.BYTES) + shift;
      Memory.putInt(place + i * Integer.BYTES, (int) end);
    }
    target.advance(added * Integer.BYTES);
  }

  private InvalidArgumentException tooMany() {
    return new InvalidArgumentException(
        "Invalid value for column " + path + ": a segment cannot hold more than 2^31 - 2 elements");
  }

  abstract void truncateValues(long newCount);

  /** Releases memory when there are no elements. */
  final void shrink() {
    flags.shrink();
    shrinkValues();
  }

  abstract void shrinkValues();

  /** Appends the placeholder of a null. */
  abstract void appendNull();

  /** Adds the lengths of the buffers of this node and its descendants. */
  void addTo(BufferLayout layout) {
    // A required field has no validity bitmap, even if an enclosing struct is null.
    layout.add(node.nullable() && nullCount() > 0 ? Bits.bytes(count) : 0);
    addValues(layout);
  }

  abstract void addValues(BufferLayout layout);

  /** Writes the buffers of this node and its descendants into a segment. */
  final void fill(BufferLayout layout, long base) {
    if (layout.length(node.firstBuffer()) > 0) {
      Bits.pack(flags.base(), count, base + layout.offset(node.firstBuffer()));
    }
    fillValues(layout, base);
  }

  abstract void fillValues(BufferLayout layout, long base);

  /** The total width of all non-null values of this node and its descendants, in bytes. */
  abstract long valueBytes();

  /** The approximate size of this node and its descendants, in bytes. */
  abstract long bytes();

  /** Adds the element counts of this node and its descendants, depth first. */
  abstract void addNodeLengths(io.albis.format.internal.metadata.Segment.Builder message);
}
