// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/** Writes structs, lists and maps into rows. */
final class NestedRowColumn extends RowColumn {

  private final NestedValues source;

  NestedRowColumn(NestedValues source, int node, int ordinal, int columns) {
    super(node, ordinal, columns);
    this.source = source;
  }

  @Override
  void batch(NodePlaces places, long base) {
    super.batch(places, base);
    source.batch(places, base);
  }

  @Override
  boolean isVariable() {
    return true;
  }

  @Override
  void addSizes(int from, int count, int[] sizes) {
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.addExact(sizes[i], source.bytes(from + i, true));
    }
  }

  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    for (int i = 0; i < count; i++) {
      if (!hasNulls() || !isNull(from + i)) {
        int start = ends[i];
        int end = source.write(from + i, rows, start, true);
        Platform.putLong(rows, starts[i] + slot, (long) (start - starts[i]) << 32 | end - start);
        ends[i] = end;
      }
    }
  }
}
