// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Field;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.BatchColumn;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.unsafe.Platform;

/**
 * Collects rows of Spark's binary form ({@code UnsafeRow}), and passes them on as columns. The null
 * bits and slots of a row are copied at once; the writer then reads each column of fixed width with
 * the width of a row as its stride. So no value is looked at, and only values that are no slots
 * cost a call. Not thread-safe.
 */
public final class StructRows implements AutoCloseable {

  private final int nullBytes;
  private final int stride;
  private final SlotMemory slots;

  /** By ordinal; null for values that are stored as they are in slots. */
  private final ValueColumn[] columns;

  private final BytesColumn[] bytes;
  private final int[] bytesOrdinals;
  private final ValueColumn[] others;
  private final int[] otherOrdinals;

  /** The null bits of all rows. */
  private final long[] nulls;

  /**
   * Creates a collection without rows.
   *
   * @param prefix of the paths of fields, in messages
   */
  public StructRows(
      String prefix, List<Field> fields, NanosecondMode nanoseconds, BufferAllocator allocator) {
    this.nulls = new long[(fields.size() + 63) / 64];
    this.nullBytes = nulls.length * Long.BYTES;
    this.stride = nullBytes + fields.size() * Long.BYTES;
    this.slots = new SlotMemory(allocator, stride);
    this.columns = new ValueColumn[fields.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ValueColumns.of(prefix, fields.get(i), nanoseconds, allocator);
    }
    this.bytesOrdinals = ordinals(true);
    this.otherOrdinals = ordinals(false);
    this.bytes = new BytesColumn[bytesOrdinals.length];
    for (int k = 0; k < bytes.length; k++) {
      bytes[k] = (BytesColumn) columns[bytesOrdinals[k]];
    }
    this.others = new ValueColumn[otherOrdinals.length];
    for (int k = 0; k < others.length; k++) {
      others[k] = columns[otherOrdinals[k]];
    }
  }

  private int[] ordinals(boolean ofBytes) {
    return IntStream.range(0, columns.length)
        .filter(i -> columns[i] != null && columns[i] instanceof BytesColumn == ofBytes)
        .toArray();
  }

  /** Bytes of the null bits and slots of a row. */
  public int stride() {
    return stride;
  }

  public int count() {
    return slots.count();
  }

  /** Adds the row at a place in Spark's memory. */
  public void add(Object base, long row) {
    long target = slots.add(1);
    Platform.copyMemory(base, row, null, target, stride);
    for (int w = 0; w < nulls.length; w++) {
      nulls[w] |= Platform.getLong(null, target + (long) w * Long.BYTES);
    }
    long first = row + nullBytes;
    for (int k = 0; k < bytes.length; k++) {
      int ordinal = bytesOrdinals[k];
      if (isNull(target, ordinal)) {
        bytes[k].addEmpty();
      } else {
        bytes[k].add(base, row, first + (long) ordinal * Long.BYTES);
      }
    }
    for (int k = 0; k < others.length; k++) {
      int ordinal = otherOrdinals[k];
      if (isNull(target, ordinal)) {
        others[k].addEmpty();
      } else {
        others[k].add(base, row, first + (long) ordinal * Long.BYTES);
      }
    }
  }

  private static boolean isNull(long row, int ordinal) {
    long word = Platform.getLong(null, row + (long) (ordinal >> 6) * Long.BYTES);
    return (word >>> ordinal & 1) != 0;
  }

  /** Adds a row in the place of a struct that is null. */
  void addEmpty() {
    Platform.setMemory(slots.add(1), (byte) 0, stride);
    for (BytesColumn column : bytes) {
      column.addEmpty();
    }
    for (ValueColumn column : others) {
      column.addEmpty();
    }
  }

  /** Passes the rows to the columns of a batch, which reads them until {@link #clear}. */
  public void setTo(IntFunction<BatchColumn> targets) {
    long address = slots.address();
    for (int i = 0; i < columns.length; i++) {
      BatchColumn target = targets.apply(i);
      if (columns[i] == null) {
        target.setValues(address + nullBytes + (long) i * Long.BYTES, stride, count());
      } else {
        columns[i].setTo(target);
      }
      if ((nulls[i >> 6] >>> i & 1) != 0) {
        target.setNullBits(address * Byte.SIZE + i, (long) stride * Byte.SIZE, 1, count());
      }
    }
  }

  /** The bytes of the rows, without those that grow with nothing but their number. */
  public long variableBytes() {
    long sum = 0;
    for (BytesColumn column : bytes) {
      sum += column.bytes();
    }
    for (ValueColumn column : others) {
      sum += column.bytes();
    }
    return sum;
  }

  public void clear() {
    slots.clear();
    Arrays.fill(nulls, 0);
    for (BytesColumn column : bytes) {
      column.clear();
    }
    for (ValueColumn column : others) {
      column.clear();
    }
  }

  @Override
  public void close() {
    slots.close();
    for (ValueColumn column : others) {
      column.close();
    }
  }
}
