// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal.copy;

import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.writer.BatchColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies the values at some rows of vectors, so that they lie one after the other, and passes them
 * to a batch writer, which reads them until {@link #clear}. Owns the copies. Not thread-safe.
 */
final class SelectedValues implements AutoCloseable {

  private final BufferAllocator allocator = BufferAllocator.create("rows to copy", Long.MAX_VALUE);

  private final List<OffHeapBuffer> buffers = new ArrayList<>();
  private final BytesView view = new BytesView();

  /**
   * Sets a column and its children.
   *
   * @param rows positions in the vector
   */
  public void set(BatchColumn target, ColumnVector vector, int[] rows) {
    if (vector.hasNulls()) {
      boolean[] nulls = new boolean[rows.length];
      for (int i = 0; i < rows.length; i++) {
        nulls[i] = vector.isNullAt(rows[i]);
      }
      target.setNulls(nulls);
    }
    switch (vector.type().nesting()) {
      case STRUCT -> setChildren(target, vector, rows);
      case LIST, MAP -> setElements(target, vector, rows);
      case NONE -> setValues(target, vector, rows);
    }
  }

  private void setChildren(BatchColumn target, ColumnVector vector, int[] rows) {
    for (int c = 0; c < vector.children().size(); c++) {
      set(target.child(c), vector.child(c), rows);
    }
  }

  private void setElements(BatchColumn target, ColumnVector vector, int[] rows) {
    int[] offsets = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      int length = vector.isNullAt(rows[i]) ? 0 : vector.elementCount(rows[i]);
      offsets[i + 1] = Math.addExact(offsets[i], length);
    }
    int[] elements = new int[offsets[rows.length]];
    for (int i = 0; i < rows.length; i++) {
      if (offsets[i + 1] > offsets[i]) {
        int shift = vector.elementStart(rows[i]) - offsets[i];
        for (int e = offsets[i]; e < offsets[i + 1]; e++) {
          elements[e] = shift + e;
        }
      }
    }
    target.setOffsets(offsets);
    setChildren(target, vector, elements);
  }

  private void setValues(BatchColumn target, ColumnVector vector, int[] rows) {
    if (vector.isBitPacked()) {
      boolean[] values = new boolean[rows.length];
      for (int i = 0; i < rows.length; i++) {
        values[i] = vector.getBoolean(rows[i]);
      }
      target.setBooleans(values);
    } else if (vector.type().isVariableLength()) {
      setBytes(target, vector, rows);
    } else {
      int width = vector.type().fixedWidth();
      long copy = allocate((long) rows.length * width);
      copy(vector.valuesAddress(), vector.stride(), width, rows, copy);
      target.setValues(copy, width, rows.length);
    }
  }

  private static void copy(long values, long stride, int width, int[] rows, long target) {
    switch (width) {
      case Byte.BYTES -> {
        for (int i = 0; i < rows.length; i++) {
          Memory.putByte(target + i, Memory.getByte(values + rows[i] * stride));
        }
      }
      case Short.BYTES -> {
        for (int i = 0; i < rows.length; i++) {
          Memory.putShort(target + 2L * i, Memory.getShort(values + rows[i] * stride));
        }
      }
      case Integer.BYTES -> {
        for (int i = 0; i < rows.length; i++) {
          Memory.putInt(target + 4L * i, Memory.getInt(values + rows[i] * stride));
        }
      }
      case Long.BYTES -> {
        for (int i = 0; i < rows.length; i++) {
          Memory.putLong(target + 8L * i, Memory.getLong(values + rows[i] * stride));
        }
      }
      default -> {
        for (int i = 0; i < rows.length; i++) {
          Memory.copy(values + rows[i] * stride, target + (long) i * width, width);
        }
      }
    }
  }

  /** Copies strings or binaries, in whatever layout they are. */
  public void setBytes(BatchColumn target, ColumnVector vector, int[] rows) {
    int[] offsets = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      int length = vector.isNullAt(rows[i]) ? 0 : vector.getBytes(rows[i], view).length();
      offsets[i + 1] = Math.addExact(offsets[i], length);
    }
    long copy = allocate(offsets[rows.length]);
    for (int i = 0; i < rows.length; i++) {
      int length = offsets[i + 1] - offsets[i];
      if (length > 0) {
        Memory.copy(vector.getBytes(rows[i], view).address(), copy + offsets[i], length);
      }
    }
    target.setBytes(copy, offsets[rows.length], offsets);
  }

  private long allocate(long bytes) {
    OffHeapBuffer buffer = allocator.allocate(Math.max(bytes, 1));
    buffers.add(buffer);
    return buffer.address();
  }

  /** Releases the copies. */
  public void clear() {
    buffers.forEach(OffHeapBuffer::release);
    buffers.clear();
  }

  @Override
  public void close() {
    clear();
    allocator.close();
  }
}
