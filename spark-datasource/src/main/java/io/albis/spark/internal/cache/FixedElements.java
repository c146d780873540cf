// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import org.apache.spark.unsafe.Platform;

/**
 * Elements whose slots have all their bytes. Most are copied as they are, all of a list at once.
 */
final class FixedElements extends ArrayElements {

  private final int node;
  private final PhysicalType kind;

  /** Bytes of a slot. */
  private final int width;

  private long validity;
  private long values;

  FixedElements(Type type, int node) {
    this.node = node;
    this.kind = type.physicalType();
    this.width =
        kind == PhysicalType.BOOLEAN
            ? Byte.BYTES
            : kind == PhysicalType.DECIMAL32 ? Long.BYTES : type.fixedWidth();
  }

  @Override
  void batch(NodePlaces places, long base) {
    validity = places.validity(node) == NodePlaces.NONE ? 0 : base + places.validity(node);
    values = base + places.values(node);
  }

  @Override
  void addSizes(long offsets, int count, int[] sizes) {
    int first = offset(offsets, 0);
    for (int i = 0; i < count; i++) {
      int end = offset(offsets, i + 1);
      long bytes = headerBytes(end - first) + ((long) (end - first) * width + 7 & -Long.BYTES);
      sizes[i] = Math.toIntExact(sizes[i] + bytes);
      first = end;
    }
  }

  @Override
  void write(long offsets, int count, byte[] rows, int[] ends) {
    int first = offset(offsets, 0);
    for (int i = 0; i < count; i++) {
      int end = offset(offsets, i + 1);
      int elements = end - first;
      int start = ends[i];
      int slots = writeHeader(elements, rows, start);
      writeSlots(first, elements, rows, Platform.BYTE_ARRAY_OFFSET + (long) slots);
      if (validity != 0) {
        writeNulls(validity, first, elements, rows, start, width);
      }
      ends[i] = slots + (elements * width + 7 & -Long.BYTES);
      first = end;
    }
  }

  private void writeSlots(int first, int elements, byte[] rows, long slots) {
    if (kind == PhysicalType.BOOLEAN) {
      for (int i = 0; i < (elements + 7 & -Byte.SIZE); i++) {
        int bit = first + i;
        int value =
            i < elements ? Platform.getByte(null, values + (bit >>> 3)) >>> (bit & 7) & 1 : 0;
        Platform.putByte(rows, slots + i, (byte) value);
      }
    } else if (kind == PhysicalType.DECIMAL32) {
      for (int i = 0; i < elements; i++) {
        Platform.putLong(rows, slots + 8L * i, Platform.getInt(null, values + 4L * (first + i)));
      }
    } else {
      // The offsets of the lists are before the values.
      BytesRowColumn.copy(values + (long) first * width, elements * width, rows, slots);
    }
  }
}
