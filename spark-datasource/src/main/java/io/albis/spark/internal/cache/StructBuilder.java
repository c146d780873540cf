// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.BatchColumn;
import java.util.List;

/** Structs: each field has an element for each of them. */
final class StructBuilder extends ColumnBuilder {

  private final List<ColumnBuilder> children;

  StructBuilder(List<ColumnBuilder> children, BufferAllocator allocator) {
    super(allocator);
    this.children = children;
  }

  @Override
  void appendValues(int from, int count) {
    for (ColumnBuilder child : children) {
      child.append(from, count);
    }
  }

  @Override
  long bytes() {
    return super.bytes() + bytes(children);
  }

  static long bytes(List<ColumnBuilder> columns) {
    long sum = 0;
    for (ColumnBuilder column : columns) {
      sum += column.bytes();
    }
    return sum;
  }

  @Override
  long placeValues(long region, long position, NodePlaces places, int node) {
    return place(children, region, position, places, node + 1);
  }

  /** Places columns whose nodes follow each other. */
  static long place(
      List<ColumnBuilder> columns, long region, long position, NodePlaces places, int firstNode) {
    long end = position;
    int node = firstNode;
    for (ColumnBuilder column : columns) {
      end = column.place(region, end, places, node);
      node += column.nodeCount();
    }
    return end;
  }

  static int nodeCount(List<ColumnBuilder> columns) {
    int count = 0;
    for (ColumnBuilder column : columns) {
      count += column.nodeCount();
    }
    return count;
  }

  @Override
  int nodeCount() {
    return 1 + nodeCount(children);
  }

  @Override
  void clear() {
    super.clear();
    children.forEach(ColumnBuilder::clear);
  }

  @Override
  public void close() {
    super.close();
    children.forEach(ColumnBuilder::close);
  }

  @Override
  public BatchColumn child(int index) {
    return children.get(index);
  }
}
