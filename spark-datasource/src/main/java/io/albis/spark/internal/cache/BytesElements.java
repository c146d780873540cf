// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/** Strings and binaries as elements: their bytes follow each other as they do in the batch. */
final class BytesElements extends ArrayElements {

  private final int node;
  private long validity;
  private long ends;
  private long data;

  BytesElements(int node) {
    this.node = node;
  }

  @Override
  void batch(NodePlaces places, long base) {
    validity = places.validity(node) == NodePlaces.NONE ? 0 : base + places.validity(node);
    ends = base + places.values(node);
    data = base + places.data(node);
  }

  @Override
  void addSizes(long offsets, int count, int[] sizes) {
    int element = offset(offsets, 0);
    int start = offset(ends, element);
    for (int i = 0; i < count; i++) {
      int last = offset(offsets, i + 1);
      long bytes = headerBytes(last - element) + (long) (last - element) * Long.BYTES;
      for (; element < last; element++) {
        int end = offset(ends, element + 1);
        bytes += (long) end - start + 7 & -Long.BYTES;
        start = end;
      }
      sizes[i] = Math.toIntExact(sizes[i] + bytes);
    }
  }

  @Override
  void write(long offsets, int count, byte[] rows, int[] arrayEnds) {
    int element = offset(offsets, 0);
    int start = offset(ends, element);
    for (int i = 0; i < count; i++) {
      int first = element;
      int last = offset(offsets, i + 1);
      int array = arrayEnds[i];
      int slots = writeHeader(last - first, rows, array);
      int place = slots + (last - first) * Long.BYTES;
      long slot = Platform.BYTE_ARRAY_OFFSET + (long) slots;
      for (; element < last; element++, slot += Long.BYTES) {
        int end = offset(ends, element + 1);
        int length = end - start;
        Platform.putLong(rows, slot, (long) (place - array) << 32 | length);
        BytesRowColumn.copy(data + start, length, rows, Platform.BYTE_ARRAY_OFFSET + (long) place);
        place += length + 7 & -Long.BYTES;
        start = end;
      }
      if (validity != 0) {
        writeNulls(validity, first, last - first, rows, array, Long.BYTES);
      }
      arrayEnds[i] = place;
    }
  }
}
