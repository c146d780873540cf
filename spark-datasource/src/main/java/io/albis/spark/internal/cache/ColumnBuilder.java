// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.storage.memory.BufferAllocator;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.unsafe.Platform;

/**
 * Collects the elements of a node of a column, a column itself or a child of its type, in the
 * buffers of the column layout. What is set is added by {@link #append}, as by a writer of batches.
 * Not thread-safe.
 */
abstract class ColumnBuilder extends UntypedColumn implements AutoCloseable {

  private final BitMemory validity;
  private int rowCount;
  private int nullCount;

  // What was set for the next elements.
  private boolean[] nulls;
  private long nullBits;
  private long nullStep;
  private int nullBit;
  private boolean hasNullBits;

  ColumnBuilder(BufferAllocator allocator) {
    this.validity = new BitMemory(allocator);
  }

  static ColumnBuilder of(Type type, BufferAllocator allocator) {
    return switch (type.physicalType()) {
      case BOOLEAN -> new BooleanBuilder(allocator);
      case STRING, BINARY -> new BytesBuilder(allocator);
      case STRUCT -> new StructBuilder(children(type, allocator), allocator);
      case LIST, MAP -> new ListBuilder(children(type, allocator), allocator);
      case INT8,
          INT16,
          INT32,
          INT64,
          DECIMAL32,
          DECIMAL64,
          DECIMAL128,
          FLOAT,
          DOUBLE,
          FIXED_BINARY,
          UUID ->
          new FixedBuilder(type.fixedWidth(), allocator);
    };
  }

  private static List<ColumnBuilder> children(Type type, BufferAllocator allocator) {
    List<ColumnBuilder> children = new ArrayList<>();
    for (Field field : type.children()) {
      children.add(of(field.type(), allocator));
    }
    return children;
  }

  /**
   * Adds elements of what was set, and forgets it.
   *
   * @param from number of the first element
   */
  final void append(int from, int count) {
    appendValues(from, count);
    if (nulls != null || hasNullBits) {
      appendNulls(from, count);
    } else if (nullCount > 0) {
      validity.addOnes(count);
    }
    rowCount += count;
    nulls = null;
    hasNullBits = false;
  }

  private void appendNulls(int from, int count) {
    validity.addOnes(rowCount - validity.count());
    if (hasNullBits) {
      nullCount +=
          count - validity.addBits(nullBits + from * nullStep, nullStep, 1 - nullBit, count);
      return;
    }
    validity.addZeros(count);
    for (int i = 0; i < count; i++) {
      if (nulls[from + i]) {
        nullCount++;
      } else {
        validity.set(rowCount + i);
      }
    }
  }

  /** Adds values of what was set, and forgets it. */
  abstract void appendValues(int from, int count);

  /** Nodes from this one down. */
  int nodeCount() {
    return 1;
  }

  /** Bytes of all buffers. */
  long bytes() {
    return validity.byteCount();
  }

  final int rowCount() {
    return rowCount;
  }

  final int nullCount() {
    return nullCount;
  }

  final boolean isNull(int row) {
    return nullCount > 0 && !validity.isSet(row);
  }

  /**
   * Copies the buffers to a region, or measures them.
   *
   * @param base address of the region; 0 to measure
   * @param position offset of the first free byte
   * @param places the places of the nodes
   * @param node the number of this one
   * @return the offset after the last byte
   */
  final long place(long base, long position, NodePlaces places, int node) {
    long end = position;
    long validityOffset = NodePlaces.NONE;
    if (nullCount > 0) {
      validityOffset = FileLayout.align(end, FileLayout.BUFFER_ALIGNMENT);
      end = copy(validity.address(), validity.byteCount(), base, end);
    }
    places.setRows(node, rowCount, validityOffset);
    return placeValues(base, end, places, node);
  }

  abstract long placeValues(long base, long position, NodePlaces places, int node);

  /** Copies a buffer to the next aligned place, and returns its end. */
  static long copy(long source, long length, long base, long position) {
    long start = FileLayout.align(position, FileLayout.BUFFER_ALIGNMENT);
    if (base != 0) {
      Platform.copyMemory(null, source, null, base + start, length);
    }
    return start + length;
  }

  /** Removes all elements. */
  void clear() {
    validity.clear();
    rowCount = 0;
    nullCount = 0;
  }

  @Override
  public void close() {
    validity.close();
  }

  @Override
  public void setNulls(boolean[] newNulls) {
    nulls = newNulls;
  }

  @Override
  public void setNullBits(long bitAddress, long step, int newNullBit, int count) {
    nullBits = bitAddress;
    nullStep = step;
    nullBit = newNullBit;
    hasNullBits = true;
  }
}
