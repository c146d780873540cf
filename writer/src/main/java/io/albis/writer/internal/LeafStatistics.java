// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import io.albis.format.metadata.Bounds;
import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;

/**
 * Statistics of a leaf over some rows (SPEC.md, section 13), gathered by passing over the slots of
 * a chunk: a loop over values of one type costs less than a test for each value that is set.
 */
abstract class LeafStatistics {

  long nullCount;
  long nanCount;
  long valueBytes;
  boolean hasMinMax;

  /**
   * Takes in the rows of a chunk.
   *
   * @param slot address of the first row's slot; those of nulls may be changed
   * @param step bytes from slot to slot
   * @param nulls which rows have no value, and how many there are
   * @param area address to which the offsets of variable-length values count
   */
  abstract void scan(long slot, long step, NullRows nulls, long area);

  /** Takes in statistics of the same leaf over other rows. */
  void merge(LeafStatistics other) {
    nullCount += other.nullCount;
    nanCount += other.nanCount;
    valueBytes += other.valueBytes;
    if (other.hasMinMax) {
      mergeBounds(other);
      hasMinMax = true;
    }
  }

  abstract void mergeBounds(LeafStatistics other);

  /** The bounds of all values, of which there is at least one; null if none can be given. */
  abstract Bounds bounds();

  final ColumnStatistics toStored(int fieldId) {
    return new ColumnStatistics(
        fieldId, nullCount, nanCount, valueBytes, hasMinMax ? bounds() : null);
  }

  static LeafStatistics of(Leaf leaf) {
    Type type = leaf.type();
    return switch (type.physicalType()) {
      case FLOAT, DOUBLE -> new FloatingStatistics(type.fixedWidth());
      case BYTES -> new BytesStatistics(type, -1);
      case FIXED_BYTES -> new BytesStatistics(type, type.fixedWidth());
      case STRUCT, LIST, MAP -> new Unbounded();
      case INT128 -> new WideStatistics();
      case BOOLEAN, INT8, INT16, INT32, INT64 -> new LongStatistics(type.fixedWidth());
    };
  }

  /** The low bytes of a number in plain encoding. */
  static byte[] plain(long value, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[i] = (byte) (value >> (8 * i));
    }
    return bytes;
  }

  /** Nulls only: presence leaves. Lists and maps count for themselves. */
  static final class Unbounded extends LeafStatistics {
    @Override
    void scan(long slot, long step, NullRows nulls, long area) {
      nullCount += nulls.count();
    }

    @Override
    void mergeBounds(LeafStatistics other) {
      throw new IllegalStateException("There are no bounds");
    }

    @Override
    Bounds bounds() {
      throw new IllegalStateException("There are no bounds");
    }
  }
}
