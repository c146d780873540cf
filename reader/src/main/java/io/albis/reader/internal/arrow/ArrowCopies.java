// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.arrow;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Copies rows of column vectors into Arrow vectors: buffer by buffer, without objects per value.
 */
public final class ArrowCopies {

  private static final int DECIMAL_BYTES = 16;

  private final BufferAllocator allocator;
  private final boolean keepsDecimals;
  private final BytesView view = new BytesView();

  /** Buffers that no vector has yet. */
  private final List<ArrowBuf> pending = new ArrayList<>();

  public ArrowCopies(BufferAllocator allocator, boolean keepsDecimals) {
    this.allocator = allocator;
    this.keepsDecimals = keepsDecimals;
  }

  /** Loads a vector with copies of some rows. */
  public void load(FieldVector target, ColumnVector column, RowNumbers rows) {
    try {
      copy(target, column, rows);
    } finally {
      release();
    }
  }

  private void release() {
    pending.forEach(buffer -> buffer.getReferenceManager().release());
    pending.clear();
  }

  private ArrowBuf allocate(long bytes) {
    ArrowBuf buffer = allocator.buffer(bytes);
    pending.add(buffer);
    return buffer;
  }

  private void copy(FieldVector target, ColumnVector column, RowNumbers rows) {
    int count = rows.count();
    ArrowBuf validity = allocate((count + 7L) / 8);
    int nulls = validity(column, rows, validity.memoryAddress());
    ArrowFieldNode node = new ArrowFieldNode(count, nulls);
    switch (column.type().nesting()) {
      case STRUCT -> {
        set(target, node, List.of(validity));
        copyAll(target.getChildrenFromFields(), column.children(), rows);
      }
      case LIST -> {
        ArrowBuf offsets = allocate((count + 1L) * Integer.BYTES);
        RowNumbers elements = offsets(column, rows, offsets.memoryAddress());
        set(target, node, List.of(validity, offsets));
        copy(target.getChildrenFromFields().get(0), column.children().get(0), elements);
      }
      case MAP -> {
        ArrowBuf offsets = allocate((count + 1L) * Integer.BYTES);
        RowNumbers elements = offsets(column, rows, offsets.memoryAddress());
        set(target, node, List.of(validity, offsets));
        FieldVector entries = target.getChildrenFromFields().get(0);
        entries.loadFieldBuffers(
            new ArrowFieldNode(elements.count(), 0), List.of(allocator.getEmpty()));
        copyAll(entries.getChildrenFromFields(), column.children(), elements);
      }
      case NONE -> {
        if (column.type().isVariableLength()) {
          set(target, node, bytes(column, rows, validity));
        } else {
          set(target, node, List.of(validity, values(column, rows)));
        }
      }
    }
  }

  private void copyAll(List<FieldVector> targets, List<ColumnVector> columns, RowNumbers rows) {
    for (int i = 0; i < columns.size(); i++) {
      copy(targets.get(i), columns.get(i), rows);
    }
  }

  /** Gives a vector its buffers, which are all that have been allocated since the last call. */
  private void set(FieldVector target, ArrowFieldNode node, List<ArrowBuf> buffers) {
    target.loadFieldBuffers(node, buffers);
    release();
  }

  /**
   * Writes a bitmap of the rows that are not null.
   *
   * @return the number of nulls
   */
  public static int validity(ColumnVector column, RowNumbers rows, long target) {
    int count = rows.count();
    if (!column.hasNulls()) {
      Memory.fill(target, (count + 7L) / 8, (byte) 0xff);
      return 0;
    }
    int nulls = 0;
    for (int start = 0; start < count; start += 8) {
      int bits = 0;
      int end = Math.min(count, start + 8);
      for (int i = start; i < end; i++) {
        boolean isNull = column.isNullAt(rows.row(i));
        nulls += isNull ? 1 : 0;
        bits |= (isNull ? 0 : 1) << (i - start);
      }
      Memory.putByte(target + (start >>> 3), (byte) bits);
    }
    return nulls;
  }

  /** Copies bits that may start inside of a byte to the start of a byte. */
  static void bits(long bitAddress, int count, long target) {
    int shift = (int) (bitAddress & 7);
    long source = bitAddress >>> 3;
    long lastSource = (bitAddress + count - 1) >>> 3;
    for (int i = 0; i < (count + 7) / 8; i++, source++) {
      int bits = (Memory.getByte(source) & 0xff) >>> shift;
      if (source < lastSource) {
        bits |= Memory.getByte(source + 1) << (8 - shift);
      }
      Memory.putByte(target + i, (byte) bits);
    }
  }

  private ArrowBuf values(ColumnVector column, RowNumbers rows) {
    Type type = column.type();
    int count = rows.count();
    if (ArrowBuffers.isNarrowTime(type)) {
      ArrowBuf target = allocate((long) count * Integer.BYTES);
      millis(column, rows, target.memoryAddress());
      return target;
    }
    switch (type.physicalType()) {
      case BOOLEAN -> {
        ArrowBuf target = allocate((count + 7L) / 8);
        booleans(column, rows, target.memoryAddress());
        return target;
      }
      case DECIMAL32, DECIMAL64 -> {
        if (keepsDecimals) {
          return fixed(column, rows);
        }
        ArrowBuf target = allocate((long) count * DECIMAL_BYTES);
        decimals(column, rows, target.memoryAddress());
        return target;
      }
      case INT8, INT16, INT32, INT64, DECIMAL128, FLOAT, DOUBLE, FIXED_BINARY, UUID -> {
        return fixed(column, rows);
      }
      case STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Not of fixed width: " + type);
    }
    throw new IllegalStateException("Not a type: " + type);
  }

  private ArrowBuf fixed(ColumnVector column, RowNumbers rows) {
    int width = column.type().fixedWidth();
    ArrowBuf target = allocate((long) rows.count() * width);
    fixed(column, rows, width, target.memoryAddress());
    return target;
  }

  private static void fixed(ColumnVector column, RowNumbers rows, int width, long target) {
    long values = column.valuesAddress();
    long stride = column.stride();
    int count = rows.count();
    if (rows.isRange() && stride == width) {
      Memory.copy(values + rows.first() * stride, target, (long) count * width);
      return;
    }
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          Memory.putByte(target + i, Memory.getByte(values + rows.row(i) * stride));
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          Memory.putShort(target + 2L * i, Memory.getShort(values + rows.row(i) * stride));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          Memory.putInt(target + 4L * i, Memory.getInt(values + rows.row(i) * stride));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, Memory.getLong(values + rows.row(i) * stride));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          Memory.copy(values + rows.row(i) * stride, target + (long) i * width, width);
        }
      }
    }
  }

  private static void booleans(ColumnVector column, RowNumbers rows, long target) {
    int count = rows.count();
    for (int start = 0; start < count; start += 8) {
      int bits = 0;
      int end = Math.min(count, start + 8);
      for (int i = start; i < end; i++) {
        bits |= (column.getBoolean(rows.row(i)) ? 1 : 0) << (i - start);
      }
      Memory.putByte(target + (start >>> 3), (byte) bits);
    }
  }

  /** Extends decimals of up to 18 digits to 16 bytes. */
  private static void decimals(ColumnVector column, RowNumbers rows, long target) {
    for (int i = 0; i < rows.count(); i++) {
      long unscaled = column.getUnscaledLong(rows.row(i));
      Memory.putLong(target + 16L * i, unscaled);
      Memory.putLong(target + 16L * i + 8, unscaled >> 63);
    }
  }

  private static void millis(ColumnVector column, RowNumbers rows, long target) {
    for (int i = 0; i < rows.count(); i++) {
      long value = column.getLong(rows.row(i));
      if (value != (int) value) {
        throw new InvalidArgumentException(
            "Cannot export column "
                + column.path()
                + ": Arrow's 32 bits of milliseconds cannot hold "
                + value);
      }
      Memory.putInt(target + 4L * i, (int) value);
    }
  }

  private List<ArrowBuf> bytes(ColumnVector column, RowNumbers rows, ArrowBuf validity) {
    int count = rows.count();
    ArrowBuf offsets = allocate((count + 1L) * Integer.BYTES);
    long offset = offsets.memoryAddress();
    int end = 0;
    Memory.putInt(offset, 0);
    for (int i = 0; i < count; i++) {
      end = Math.addExact(end, column.getBytes(rows.row(i), view).length());
      Memory.putInt(offset + 4L * (i + 1), end);
    }
    ArrowBuf data = allocate(end);
    long target = data.memoryAddress();
    for (int i = 0; i < count; i++) {
      column.getBytes(rows.row(i), view);
      Memory.copy(view.address(), target, view.length());
      target += view.length();
    }
    return List.of(validity, offsets, data);
  }

  /**
   * Writes the offsets of lists or maps, from 0.
   *
   * @return their elements
   */
  private static RowNumbers offsets(ColumnVector column, RowNumbers rows, long target) {
    int count = rows.count();
    int end = 0;
    int first = 0;
    boolean isRange = true;
    Memory.putInt(target, 0);
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      int length = column.elementCount(row);
      if (length > 0) {
        int start = column.elementStart(row);
        first = end == 0 ? start : first;
        isRange &= start == first + end;
        end = Math.addExact(end, length);
      }
      Memory.putInt(target + 4L * (i + 1), end);
    }
    if (isRange) {
      return RowNumbers.range(first, end);
    }
    int[] elements = new int[end];
    int next = 0;
    for (int i = 0; i < count; i++) {
      int row = rows.row(i);
      int start = column.elementStart(row);
      int length = column.elementCount(row);
      for (int k = 0; k < length; k++) {
        elements[next++] = start + k;
      }
    }
    return RowNumbers.of(elements);
  }
}
