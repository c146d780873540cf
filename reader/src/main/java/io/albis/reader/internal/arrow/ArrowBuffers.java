// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.arrow;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnVector;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Loads Arrow vectors with the memory of column vectors. */
public final class ArrowBuffers {

  private final BufferAllocator allocator;
  private final boolean keepsDecimals;

  public ArrowBuffers(BufferAllocator allocator, boolean keepsDecimals) {
    this.allocator = allocator;
    this.keepsDecimals = keepsDecimals;
  }

  /**
   * Loads a vector without copying its values.
   *
   * @return false if that is not possible; nothing was done then
   */
  public boolean share(FieldVector target, ColumnVector column) {
    if (column.rowCount() == 0 || !canShare(column)) {
      return false;
    }
    load(target, column);
    return true;
  }

  /** Whether values are 4 bytes in Arrow and 8 bytes in Albis. */
  public static boolean isNarrowTime(Type type) {
    return type.kind() == TypeKind.TIME && type.unit() == TimeUnit.MILLIS;
  }

  private boolean canShare(ColumnVector column) {
    if (column.memory().isEmpty() || !hasSharableBits(column)) {
      return false;
    }
    Type type = column.type();
    return switch (type.physicalType()) {
      case BOOLEAN -> column.isBitPacked() && column.stride() == 1;
      case DECIMAL32, DECIMAL64 -> keepsDecimals && column.isContiguous();
      case STRING, BINARY -> column.stride() == Integer.BYTES;
      case LIST, MAP ->
          column.stride() == Integer.BYTES && column.children().stream().allMatch(this::canShare);
      case STRUCT -> column.children().stream().allMatch(this::canShare);
      case INT8, INT16, INT32, INT64, DECIMAL128, FLOAT, DOUBLE, FIXED_BINARY, UUID ->
          !isNarrowTime(type) && column.isContiguous();
    };
  }

  private static boolean hasSharableBits(ColumnVector column) {
    return !column.hasNulls() || (column.nullBitStep() == 1 && column.nullBitValue() == 0);
  }

  private void load(FieldVector target, ColumnVector column) {
    Type type = column.type();
    int rows = column.rowCount();
    List<ArrowBuf> buffers = new ArrayList<>();
    buffers.add(validity(column, rows));
    switch (type.physicalType()) {
      case STRUCT -> {}
      case BOOLEAN -> buffers.add(bits(column, column.valuesAddress(), rows));
      case STRING, BINARY -> {
        buffers.add(wrap(column, column.valuesAddress(), (rows + 1L) * Integer.BYTES));
        buffers.add(wrap(column, column.dataAddress(), column.dataLength()));
      }
      case LIST, MAP ->
          buffers.add(wrap(column, column.valuesAddress(), (rows + 1L) * Integer.BYTES));
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
          buffers.add(wrap(column, column.valuesAddress(), (long) rows * type.fixedWidth()));
    }
    target.loadFieldBuffers(new ArrowFieldNode(rows, column.nullCount()), buffers);
    buffers.forEach(buffer -> buffer.getReferenceManager().release());
    loadChildren(target, column);
  }

  private void loadChildren(FieldVector target, ColumnVector column) {
    List<FieldVector> children = target.getChildrenFromFields();
    switch (column.type().nesting()) {
      case STRUCT -> loadAll(children, column.children());
      case LIST -> load(children.get(0), column.children().get(0));
      case MAP -> {
        FieldVector entries = children.get(0);
        int count = column.children().get(0).rowCount();
        entries.loadFieldBuffers(new ArrowFieldNode(count, 0), List.of(allocator.getEmpty()));
        loadAll(entries.getChildrenFromFields(), column.children());
      }
      case NONE -> {}
    }
  }

  private void loadAll(List<FieldVector> targets, List<ColumnVector> columns) {
    for (int i = 0; i < columns.size(); i++) {
      load(targets.get(i), columns.get(i));
    }
  }

  /** The validity bitmap; empty if there are no nulls, which Arrow fills in. */
  private ArrowBuf validity(ColumnVector column, int rows) {
    if (!column.hasNulls()) {
      ArrowBuf empty = allocator.getEmpty();
      empty.getReferenceManager().retain();
      return empty;
    }
    return bits(column, column.nullBitAddress(), rows);
  }

  /** Shares bits that start at a byte boundary, copies others. */
  private ArrowBuf bits(ColumnVector column, long bitAddress, int rows) {
    long bytes = (rows + 7L) / 8;
    if (bitAddress % 8 == 0) {
      return wrap(column, bitAddress >>> 3, bytes);
    }
    ArrowBuf copy = allocator.buffer(bytes);
    ArrowCopies.bits(bitAddress, rows, copy.memoryAddress());
    return copy;
  }

  private ArrowBuf wrap(ColumnVector column, long address, long length) {
    OffHeapBuffer memory = column.memory().orElseThrow();
    memory.retain();
    return allocator.wrapForeignAllocation(
        new ForeignAllocation(length, address) {
          @Override
          protected void release0() {
            memory.release();
          }
        });
  }
}
