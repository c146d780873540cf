// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.BatchColumn;
import java.util.List;

/** Lists with their elements, or maps with their keys and values. */
final class ListBuilder extends ColumnBuilder {

  private final OffsetMemory offsets;
  private final List<ColumnBuilder> children;

  ListBuilder(List<ColumnBuilder> children, BufferAllocator allocator) {
    super(allocator);
    this.offsets = new OffsetMemory(allocator);
    this.children = children;
  }

  @Override
  void appendValues(int from, int count) {
    int first = offsets.source(from);
    int elements = offsets.source(from + count) - first;
    offsets.append(from, count, children.get(0).rowCount());
    for (ColumnBuilder child : children) {
      child.append(first, elements);
    }
  }

  @Override
  long bytes() {
    return super.bytes() + offsets.bytes() + StructBuilder.bytes(children);
  }

  @Override
  long placeValues(long region, long position, NodePlaces places, int node) {
    long end = copy(offsets.address(), offsets.bytes(), region, position);
    places.setValues(node, end - offsets.bytes());
    return StructBuilder.place(children, region, end, places, node + 1);
  }

  @Override
  int nodeCount() {
    return 1 + StructBuilder.nodeCount(children);
  }

  @Override
  void clear() {
    super.clear();
    offsets.clear();
    children.forEach(ColumnBuilder::clear);
  }

  @Override
  public void close() {
    super.close();
    offsets.close();
    children.forEach(ColumnBuilder::close);
  }

  @Override
  public void setOffsets(int[] newOffsets) {
    offsets.set(newOffsets);
  }

  @Override
  public BatchColumn child(int index) {
    return children.get(index);
  }
}
