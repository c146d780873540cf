// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.spark.internal.type.ElementTypes;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.Platform;

/** Writes structs into rows: rows within rows, which are written column by column as well. */
final class StructRowColumn extends RowColumn {

  private final RowColumn[] children;
  private final int nullBytes;

  /** Bytes of the null bits and slots of a struct. */
  private final int fixedBytes;

  // Of the structs that are not null, by row.
  private int[] structStarts = new int[0];
  private int[] structEnds = new int[0];

  private StructRowColumn(RowColumn[] children, int node, int ordinal, int columns) {
    super(node, ordinal, columns);
    this.children = children;
    this.nullBytes = RowBlock.nullBytes(children.length);
    this.fixedBytes = nullBytes + children.length * Long.BYTES;
  }

  /** As {@link RowColumn#of}. */
  static StructRowColumn of(Type stored, DataType type, int node, int ordinal, int columns) {
    List<Field> fields = stored.children();
    DataType[] types = ElementTypes.of(type);
    if (types.length != fields.size()) {
      return null;
    }
    RowColumn[] children = new RowColumn[types.length];
    int[] nodes = CacheSchema.firstNodes(fields, node + 1);
    for (int i = 0; i < children.length; i++) {
      children[i] = RowColumn.of(fields.get(i).type(), types[i], nodes[i], i, children.length);
      if (children[i] == null) {
        return null;
      }
    }
    return new StructRowColumn(children, node, ordinal, columns);
  }

  @Override
  void batch(NodePlaces places, long base) {
    super.batch(places, base);
    for (RowColumn child : children) {
      child.batch(places, base);
    }
  }

  @Override
  boolean isVariable() {
    return true;
  }

  @Override
  void addSizes(int from, int count, int[] sizes) {
    structEnds = RowBlock.withRoom(structEnds, count);
    int[] bytes = structEnds;
    for (int i = 0; i < count; i++) {
      bytes[i] = fixedBytes;
    }
    for (RowColumn child : children) {
      child.addSizes(from, count, bytes);
    }
    for (int i = 0; i < count; i++) {
      if (!hasNulls() || !isNull(from + i)) {
        sizes[i] = Math.addExact(sizes[i], bytes[i]);
      }
    }
  }

  /** Structs that are null have no place: each run of others is written by itself. */
  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    if (!hasNulls()) {
      writeRun(from, 0, count, rows, starts, ends);
      return;
    }
    int first = 0;
    while (first < count) {
      int end = first;
      while (end < count && !isNull(from + end)) {
        end++;
      }
      if (end > first) {
        writeRun(from, first, end - first, rows, starts, ends);
      }
      first = end + 1;
    }
  }

  private void writeRun(int from, int first, int count, byte[] rows, int[] starts, int[] ends) {
    structStarts = RowBlock.withRoom(structStarts, count);
    structEnds = RowBlock.withRoom(structEnds, count);
    for (int i = 0; i < count; i++) {
      int start = ends[first + i];
      structStarts[i] = start;
      structEnds[i] = start + fixedBytes;
      for (int word = 0; word < nullBytes; word += Long.BYTES) {
        Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) start + word, 0);
      }
    }
    for (RowColumn child : children) {
      child.write(from + first, count, rows, structStarts, structEnds);
    }
    for (int i = 0; i < count; i++) {
      int row = starts[first + i];
      int start = structStarts[i];
      Platform.putLong(rows, row + slot, (long) (start - row) << 32 | structEnds[i] - start);
      ends[first + i] = structEnds[i];
    }
  }
}
