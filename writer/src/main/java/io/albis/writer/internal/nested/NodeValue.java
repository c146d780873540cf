// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.nested;

import io.albis.format.error.InvalidValueException;
import io.albis.format.layout.ColumnNode;
import io.albis.format.schema.Type;
import io.albis.storage.memory.Memory;
import io.albis.writer.internal.memory.Bits;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.memory.WriterGate;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.segment.BufferLayout;
import io.albis.writer.internal.value.AbstractValue;

/**
 * The elements of one node of a list or map column (SPEC.md, section 10) while a segment is built,
 * and the value writer of the current element. Elements are only appended. One element is always
 * open: {@link #closeElement} ends it, as null if no value was set, and opens the next one.
 */
abstract class NodeValue extends AbstractValue {

  private final ColumnNode node;
  private final String path;
  private final WriterGate gate;

  /** One byte per element: 1 if the element is not null. */
  private final GrowableBuffer flags;

  /** The number of elements that have been ended. */
  private long count;

  NodeValue(ColumnNode node, String path, WriterGate gate, WriterMemory memory) {
    this.node = node;
    this.path = path;
    this.gate = gate;
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

  final long flagsBase() {
    return flags.base();
  }

  /** Whether the open element has a value. */
  final boolean isSet() {
    return flags.position() > count && Memory.getByte(flags.base() + count) != 0;
  }

  /** Enters the gate, so that the memory is kept until the row is ended. */
  final void enter() {
    gate.enter();
  }

  /** Discards the value of the open element. */
  final void reopen() {
    gate.enter();
    truncate(count);
  }

  /** Marks the open element as set; a previous value must have been discarded. */
  final void markSet() {
    if (count == Integer.MAX_VALUE - 1) {
      throw new InvalidValueException(
          "Invalid value for column "
              + path
              + ": a segment cannot hold more than 2^31 - 2 elements");
    }
    flags.putByte((byte) 1);
  }

  @Override
  public final void setNull() {
    reopen();
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
        throw new InvalidValueException(
            "Invalid value for column " + path + ": null (expected a value, it is required)");
      }
      reopen();
      appendNull();
      flags.putByte((byte) 0);
    }
    count++;
  }

  /** Ends the open element, which needs a value unless the node is nullable. */
  final void closeElement() {
    close(!node.nullable());
  }

  /** Keeps the first elements and discards all others, including the open one. */
  final void truncate(long newCount) {
    flags.truncate(newCount);
    count = newCount;
    truncateValues(newCount);
  }

  abstract void truncateValues(long newCount);

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
  abstract void addNodeLengths(io.albis.format.metadata.Segment.Builder message);
}
