// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.BatchColumn;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;

/**
 * Collects the elements of Spark's arrays ({@code UnsafeArrayData}): of a list, or the keys or
 * values of a map. Not thread-safe.
 */
final class Elements implements AutoCloseable {

  /** Bytes of an element in an array of Spark. */
  private final int width;

  /** For elements that are stored as they are in arrays; else null. */
  private final SlotMemory slots;

  /** For all others; else null. */
  private final ValueColumn column;

  private int count;
  private boolean[] nulls = new boolean[1 << 8];
  private boolean hasNulls;

  Elements(String prefix, Field field, NanosecondMode nanoseconds, BufferAllocator allocator) {
    this.column = ValueColumns.of(prefix, field, nanoseconds, allocator);
    this.width = column == null ? width(field.type()) : Long.BYTES;
    this.slots = column == null ? new SlotMemory(allocator, width) : null;
  }

  private static int width(Type type) {
    // Spark keeps all decimals of up to 18 digits in eight bytes.
    return type.kind() == TypeKind.DECIMAL ? Long.BYTES : type.fixedWidth();
  }

  int count() {
    return count;
  }

  /** Adds all elements of the array at a place in Spark's memory. */
  void addAll(Object base, long array) {
    int added = Math.toIntExact(Platform.getLong(base, array));
    int nullBytes = (added + 63) / 64 * Long.BYTES;
    long bits = array + Long.BYTES;
    long first = bits + nullBytes;
    boolean any = addNulls(base, bits, added);
    if (slots != null) {
      Platform.copyMemory(base, first, null, slots.add(added), (long) added * width);
    } else {
      for (int i = 0; i < added; i++) {
        if (any && nulls[count + i]) {
          column.addEmpty();
        } else {
          column.add(base, array, first + (long) i * Long.BYTES);
        }
      }
    }
    count += added;
  }

  /** Returns whether there is any. */
  private boolean addNulls(Object base, long bits, int added) {
    int end = Math.addExact(count, added);
    if (end > nulls.length) {
      nulls = Arrays.copyOf(nulls, end + (end >> 1));
    }
    long all = 0;
    for (int i = 0; i < added; i += 64) {
      all |= Platform.getLong(base, bits + i / Byte.SIZE);
    }
    if (all == 0) {
      Arrays.fill(nulls, count, end, false);
      return false;
    }
    hasNulls = true;
    for (int i = 0; i < added; i++) {
      long word = Platform.getLong(base, bits + (long) (i >> 6) * Long.BYTES);
      nulls[count + i] = (word >>> i & 1) != 0;
    }
    return true;
  }

  /** Passes the elements to a batch, which reads them until {@link #clear}. */
  void setTo(BatchColumn target) {
    if (slots != null) {
      target.setValues(slots.address(), width, count);
    } else {
      column.setTo(target);
    }
    if (hasNulls) {
      target.setNulls(nulls);
    }
  }

  long bytes() {
    return slots != null ? slots.bytes() : column.bytes();
  }

  void clear() {
    count = 0;
    hasNulls = false;
    if (slots != null) {
      slots.clear();
    } else {
      column.clear();
    }
  }

  @Override
  public void close() {
    if (slots != null) {
      slots.close();
    } else {
      column.close();
    }
  }
}
