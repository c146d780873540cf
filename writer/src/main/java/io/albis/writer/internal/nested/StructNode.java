// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.nested;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.metadata.Segment;
import io.albis.writer.ValueWriter;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.segment.BufferLayout;
import java.util.List;

/** Struct elements, including the entries of a map. */
final class StructNode extends NodeValue {

  private final List<NodeValue> fields;
  private boolean isBegun;

  StructNode(
      ColumnNode node,
      String path,
      WriterOwner owner,
      WriterMemory memory,
      List<NodeValue> fields) {
    super(node, path, owner, memory);
    this.fields = fields;
  }

  @Override
  public void beginStruct() {
    reopen();
    isBegun = true;
  }

  @Override
  public ValueWriter field(int index) {
    return fields.get(index);
  }

  @Override
  public void endStruct() {
    requireOwner();
    if (!isBegun) {
      throw new IllegalStateException("Cannot end struct " + path() + ": it was not begun");
    }
    fields.forEach(NodeValue::closeElement);
    isBegun = false;
    markSet();
  }

  @Override
  boolean isBegun() {
    return isBegun;
  }

  @Override
  void requireEnded() {
    if (isBegun) {
      throw new IllegalStateException("Cannot end row: struct " + path() + " was not ended");
    }
  }

  @Override
  void appendValues(NodeValue source, long from, long added) {
    List<NodeValue> others = ((StructNode) source).fields;
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).appendFrom(others.get(i), from, added);
    }
  }

  @Override
  void appendInput(ColumnInput input, int from, int added, long valid, long row) {
    // The flags of the entries of a map are all set: a mask would change nothing.
    long mask = node().isMapEntries() ? 0 : valid;
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).append(input.child(i), from, added, mask, row);
    }
  }

  @Override
  void truncateValues(long newCount) {
    isBegun = false;
    fields.forEach(field -> field.truncate(newCount));
  }

  @Override
  void shrinkValues() {
    fields.forEach(NodeValue::shrink);
  }

  @Override
  void appendNull() {
    // All fields of a null struct are null, including required ones.
    fields.forEach(field -> field.close(false));
  }

  @Override
  void addValues(BufferLayout layout) {
    fields.forEach(field -> field.addTo(layout));
  }

  @Override
  void fillValues(BufferLayout layout, long base) {
    fields.forEach(field -> field.fill(layout, base));
  }

  @Override
  long valueBytes() {
    return fields.stream().mapToLong(NodeValue::valueBytes).sum();
  }

  @Override
  long bytes() {
    return count() + fields.stream().mapToLong(NodeValue::bytes).sum();
  }

  @Override
  void addNodeLengths(Segment.Builder message) {
    message.addNodeLength(Math.toIntExact(count()));
    fields.forEach(field -> field.addNodeLengths(message));
  }
}
