// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.spark.internal.type.ElementTypes;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.Platform;

/** Writes lists into rows, as arrays, and maps, as the bytes of their keys and two arrays. */
final class ListRowColumn extends RowColumn {

  /** The elements of lists; of maps, keys and values. */
  private final ArrayElements[] arrays;

  /** Bytes before the first array. */
  private final int headerBytes;

  private int[] arrayEnds = new int[0];

  private ListRowColumn(ArrayElements[] arrays, int node, int ordinal, int columns) {
    super(node, ordinal, columns);
    this.arrays = arrays;
    this.headerBytes = arrays.length == 1 ? 0 : Long.BYTES;
  }

  /** As {@link RowColumn#of}. */
  static ListRowColumn of(Type stored, DataType type, int node, int ordinal, int columns) {
    List<Field> fields = stored.children();
    DataType[] types = ElementTypes.of(type);
    ArrayElements[] arrays = new ArrayElements[types.length];
    int[] nodes = CacheSchema.firstNodes(fields, node + 1);
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = ArrayElements.of(fields.get(i).type(), types[i], nodes[i]);
      if (arrays[i] == null) {
        return null;
      }
    }
    return new ListRowColumn(arrays, node, ordinal, columns);
  }

  @Override
  void batch(NodePlaces places, long base) {
    super.batch(places, base);
    for (ArrayElements array : arrays) {
      array.batch(places, base);
    }
  }

  @Override
  boolean isVariable() {
    return true;
  }

  private long offsets(int from) {
    return values() + (long) from * Integer.BYTES;
  }

  @Override
  void addSizes(int from, int count, int[] sizes) {
    for (ArrayElements array : arrays) {
      array.addSizes(offsets(from), count, sizes);
    }
    int empty = headerBytes + arrays.length * ArrayElements.EMPTY_BYTES;
    for (int i = 0; i < count; i++) {
      sizes[i] = Math.addExact(sizes[i], headerBytes);
      if (hasNulls() && isNull(from + i)) {
        // A null has no elements, and no array.
        sizes[i] -= empty;
      }
    }
  }

  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    arrayEnds = RowBlock.withRoom(arrayEnds, count);
    for (int i = 0; i < count; i++) {
      boolean isNull = hasNulls() && isNull(from + i);
      arrayEnds[i] = isNull ? RowBlock.SPARE_START : ends[i] + headerBytes;
    }
    arrays[0].write(offsets(from), count, rows, arrayEnds);
    if (arrays.length > 1) {
      for (int i = 0; i < count; i++) {
        if (!hasNulls() || !isNull(from + i)) {
          int keyBytes = arrayEnds[i] - ends[i] - headerBytes;
          Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) ends[i], keyBytes);
        }
      }
      arrays[1].write(offsets(from), count, rows, arrayEnds);
    }
    for (int i = 0; i < count; i++) {
      if (!hasNulls() || !isNull(from + i)) {
        int start = ends[i];
        int length = arrayEnds[i] - start;
        Platform.putLong(rows, starts[i] + slot, (long) (start - starts[i]) << 32 | length);
        ends[i] = arrayEnds[i];
      }
    }
  }
}
