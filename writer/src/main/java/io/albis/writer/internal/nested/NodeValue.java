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
 * The elements of a node below a list or map (SPEC.md, section 10), while a segment is built; also
 * the place of the one that is being set. Elements are appended: there is always one that is open,
 * {@link #closeElement} makes it null if nothing was set and opens the next one.
 */
abstract class NodeValue extends AbstractValue {

  private final ColumnNode node;
  private final String path;
  private final WriterGate gate;

  /** A byte for each element: 1 where it is not null. */
  private final GrowableBuffer flags;

  /** Elements that are complete. */
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

  /** Whether the element that is open has a value. */
  final boolean isSet() {
    return flags.position() > count && Memory.getByte(flags.base() + count) != 0;
  }

  /** Keeps the memory while the row is written; throws if it was released. */
  final void enter() {
    gate.enter();
  }

  /** Forgets what was set for the open element. */
  final void reopen() {
    gate.enter();
    truncate(count);
  }

  /** Marks the open element as set; what it held before must have been forgotten. */
  final void markSet() {
    if (count == Integer.MAX_VALUE - 1) {
      throw new InvalidValueException(
          "Invalid value for column " + path + ": a segment would have 2^31 elements");
    }
    flags.putByte((byte) 1);
  }

  @Override
  public final void setNull() {
    reopen();
  }

  /** Whether a struct, list or map was begun and not ended. */
  boolean isBegun() {
    return false;
  }

  /** Fails if a struct, list or map was begun and not ended. */
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

  /** Ends the open element, that must not be null unless the node is nullable. */
  final void closeElement() {
    close(!node.nullable());
  }

  /** Cuts off everything behind the first elements, the open one too. */
  final void truncate(long newCount) {
    flags.truncate(newCount);
    count = newCount;
    truncateValues(newCount);
  }

  abstract void truncateValues(long newCount);

  /** Appends what stands in the place of a null. */
  abstract void appendNull();

  /** Adds the lengths of the buffers of this node and those below. */
  void addTo(BufferLayout layout) {
    // A required field has no validity, also where a struct around it is null.
    layout.add(node.nullable() && nullCount() > 0 ? Bits.bytes(count) : 0);
    addValues(layout);
  }

  abstract void addValues(BufferLayout layout);

  /** Writes the buffers of this node and those below into a segment. */
  final void fill(BufferLayout layout, long base) {
    if (layout.length(node.firstBuffer()) > 0) {
      Bits.pack(flags.base(), count, base + layout.offset(node.firstBuffer()));
    }
    fillValues(layout, base);
  }

  abstract void fillValues(BufferLayout layout, long base);

  /** Natural width of all values that are not null, of this node and those below. */
  abstract long valueBytes();

  /** Bytes that are held, about. */
  abstract long bytes();

  /** Adds the element counts of this node and those below, depth first. */
  abstract void addNodeLengths(io.albis.format.metadata.Segment.Builder message);
}
