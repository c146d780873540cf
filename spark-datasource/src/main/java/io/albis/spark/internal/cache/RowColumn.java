// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Type;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.Platform;

/**
 * Writes the values of a column of cached batches into rows of Spark's binary form, which are in an
 * array one after another. The bytes are those that Spark writes. Not thread-safe.
 */
abstract class RowColumn {

  private final int node;
  private final long nullWord;
  private final long nullBit;

  /** Where the slot of the value is in the array, for a row that starts at 0. */
  final long slot;

  /** The address of the validity bits of the batch; 0 if nothing is null. */
  private long validity;

  /** The address of the values or offsets of the batch. */
  private long values;

  /**
   * Creates an instance.
   *
   * @param node the number of the node of the column in a batch
   * @param ordinal position of the column in the rows
   * @param columns number of columns of the rows
   */
  RowColumn(int node, int ordinal, int columns) {
    this.node = node;
    this.nullWord = Platform.BYTE_ARRAY_OFFSET + (long) (ordinal / Long.SIZE) * Long.BYTES;
    this.nullBit = 1L << (ordinal % Long.SIZE);
    this.slot =
        Platform.BYTE_ARRAY_OFFSET + RowBlock.nullBytes(columns) + (long) ordinal * Long.BYTES;
  }

  /**
   * Returns a writer for a type; null if there is none, as for variants.
   *
   * @param stored the type of the segments
   * @param type the type in Spark
   */
  static RowColumn of(Type stored, DataType type, int node, int ordinal, int columns) {
    return switch (stored.physicalType()) {
      case BOOLEAN -> new BooleanRowColumn(node, ordinal, columns);
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL32, DECIMAL64 ->
          new FixedRowColumn(stored, node, ordinal, columns);
      case DECIMAL128 -> DecimalRowColumn.ofRows(node, ordinal, columns);
      case STRING, BINARY -> new BytesRowColumn(node, ordinal, columns);
      case STRUCT -> StructRowColumn.of(stored, type, node, ordinal, columns);
      case LIST, MAP -> ListRowColumn.of(stored, type, node, ordinal, columns);
      case FIXED_BINARY, UUID -> null;
    };
  }

  /**
   * Sets the batch that is read.
   *
   * @param base its address
   */
  void batch(NodePlaces places, long base) {
    validity = places.validity(node) == NodePlaces.NONE ? 0 : base + places.validity(node);
    values = base + places.values(node);
  }

  final int node() {
    return node;
  }

  final long values() {
    return values;
  }

  final boolean hasNulls() {
    return validity != 0;
  }

  final boolean isNull(int row) {
    return (Platform.getByte(null, validity + (row >>> 3)) >>> (row & 7) & 1) == 0;
  }

  /** Whether values have bytes outside of their slots. */
  boolean isVariable() {
    return false;
  }

  /**
   * Adds the bytes that values take outside of their slots to the sizes of the rows.
   *
   * @param from the first row of the batch
   */
  void addSizes(int from, int count, int[] sizes) {}

  /**
   * Writes values, and the null bits of values that are null. All null bits must be 0 before.
   *
   * @param from the first row of the batch
   * @param starts where each row starts
   * @param ends where the next bytes outside of the slots of each row belong; moved on
   */
  final void write(int from, int count, byte[] rows, int[] starts, int[] ends) {
    writeValues(from, count, rows, starts, ends);
    if (hasNulls()) {
      writeNulls(from, count, rows, starts);
    }
  }

  /** Eight rows at a time, most of which are not null. */
  private void writeNulls(int from, int count, byte[] rows, int[] starts) {
    int i = 0;
    while (i < count) {
      int row = from + i;
      int bits = Math.min(Byte.SIZE - (row & 7), count - i);
      int nulls = ~Platform.getByte(null, validity + (row >>> 3)) >>> (row & 7) & (1 << bits) - 1;
      for (; nulls != 0; nulls &= nulls - 1) {
        int start = starts[i + Integer.numberOfTrailingZeros(nulls)];
        long word = start + nullWord;
        Platform.putLong(rows, word, Platform.getLong(rows, word) | nullBit);
        writeNull(rows, start);
      }
      i += bits;
    }
  }

  /** As {@link #write}; what it writes for a null does not matter. */
  abstract void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends);

  /** Writes the slot of a null. */
  void writeNull(byte[] rows, int start) {
    Platform.putLong(rows, start + slot, 0);
  }
}
