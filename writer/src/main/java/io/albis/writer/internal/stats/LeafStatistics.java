// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;

/**
 * Statistics of one leaf over a range of rows (SPEC.md, section 13). They are computed from the
 * slots of a whole chunk, because a loop over values of one type costs less than a comparison each
 * time a value is set.
 */
public abstract class LeafStatistics {

  long nullCount;
  long nanCount;
  long valueBytes;
  boolean hasMinMax;

  /**
   * Adds the rows of a chunk.
   *
   * @param slot address of the slot of the first row; slots of nulls may be overwritten
   * @param step bytes from one slot to the next
   * @param nulls the rows of the chunk that have no value
   * @param area base address of the offsets of variable-length values
   */
  public abstract void scan(long slot, long step, NullRows nulls, long area);

  /** Adds the statistics of the same leaf over other rows. */
  public void merge(LeafStatistics other) {
    nullCount += other.nullCount;
    nanCount += other.nanCount;
    valueBytes += other.valueBytes;
    if (other.hasMinMax) {
      mergeBounds(other);
      hasMinMax = true;
    }
  }

  abstract void mergeBounds(LeafStatistics other);

  /** The bounds of the values, at least one; null if they have no bounds. */
  abstract Bounds bounds();

  /** The number of nulls. */
  public final long nullCount() {
    return nullCount;
  }

  /** The total size of the values, in bytes. */
  public final long valueBytes() {
    return valueBytes;
  }

  /** The statistics in the form that metadata stores. */
  public final ColumnStatistics toStored(int fieldId) {
    return new ColumnStatistics(
        fieldId, nullCount, nanCount, valueBytes, hasMinMax ? bounds() : null);
  }

  /** Empty statistics of a leaf. */
  public static LeafStatistics of(Leaf leaf) {
    Type type = leaf.type();
    return switch (type.physicalType()) {
      case FLOAT, DOUBLE -> new FloatingStatistics(type.fixedWidth());
      case STRING, BINARY -> new BytesStatistics(type, -1);
      case FIXED_BINARY, UUID -> new BytesStatistics(type, type.fixedWidth());
      case STRUCT, LIST, MAP -> new UnboundedStatistics();
      case DECIMAL128 -> new WideStatistics();
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL32, DECIMAL64 ->
          new LongStatistics(type.fixedWidth());
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

  /** The statistics of a list or map, which has no bounds. */
  public static LeafStatistics ofNested(long nullCount, long valueBytes) {
    LeafStatistics statistics = new UnboundedStatistics();
    statistics.nullCount = nullCount;
    statistics.valueBytes = valueBytes;
    return statistics;
  }
}
