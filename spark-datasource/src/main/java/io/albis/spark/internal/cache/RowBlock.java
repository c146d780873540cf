// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * Rows of Spark's binary form, written column by column from a cached batch: as many as stay in the
 * cache of the processor until they are read. Not thread-safe.
 */
final class RowBlock {

  /** Bytes of a block, unless a single row has more. */
  private static final int BYTES = 32 << 10;

  /** Where empty arrays may be written that no row has. */
  static final int SPARE_START = 0;

  private static final int SPARE_BYTES = 2 * ArrayElements.EMPTY_BYTES;

  private static final int MIN_ROWS = 16;
  private static final int MAX_ROWS = 256;

  /** Elements that an array can have. */
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  private final RowColumn[] columns;
  private final boolean isVariable;
  private final int nullBytes;

  /** Bytes of the null bits and slots of a row. */
  private final int fixedBytes;

  private final int maxRows;
  private final int[] starts;
  private final int[] ends;
  private byte[] rows;

  /**
   * The rows of the block if all have the same size, otherwise one that is pointed to each: to
   * point a row costs the collector's barrier, as much as all else that is done for a row of one
   * number.
   */
  private final UnsafeRow[] views;

  private int count;

  /** Whether null bits may be set where the next rows are. */
  private boolean isNullable;

  /**
   * Creates a block for columns.
   *
   * @param columns must be those that {@link RowColumn#of} returns for their position and number
   */
  RowBlock(List<RowColumn> columns) {
    this.columns = columns.toArray(RowColumn[]::new);
    this.isVariable = columns.stream().anyMatch(RowColumn::isVariable);
    this.nullBytes = nullBytes(columns.size());
    this.fixedBytes = nullBytes + columns.size() * Long.BYTES;
    this.maxRows = Math.max(MIN_ROWS, Math.min(MAX_ROWS, BYTES / Math.max(1, fixedBytes)));
    this.starts = new int[maxRows + 1];
    this.ends = new int[maxRows];
    for (int i = 0; i <= maxRows; i++) {
      starts[i] = i * fixedBytes;
    }
    this.rows = new byte[Math.max(SPARE_BYTES + BYTES, starts[maxRows])];
    this.count = MIN_ROWS;
    this.isNullable = isVariable;
    this.views = new UnsafeRow[isVariable ? 1 : maxRows];
    for (int i = 0; i < views.length; i++) {
      views[i] = new UnsafeRow(columns.size());
      point(views[i], i);
    }
  }

  /** Bytes of the null bits of a row. */
  static int nullBytes(int columns) {
    return UnsafeRow.calculateBitSetWidthInBytes(columns);
  }

  /** Returns an array of at least a length, of any content: this one, if it is long enough. */
  static int[] withRoom(int[] array, int length) {
    return array.length >= length ? array : new int[(int) Math.min(length * 3L / 2, MAX_LENGTH)];
  }

  /** Sets the batch whose rows follow. */
  void batch(AlbisCachedBatch batch) {
    for (RowColumn column : columns) {
      column.batch(batch.places(), batch.region().address());
      isNullable |= column.hasNulls();
    }
  }

  /**
   * Replaces the rows of the block.
   *
   * @param from the first row of the batch
   * @param available number of rows from there on; at least 1
   * @return number of rows of the block; at least 1
   */
  int fill(int from, int available) {
    count = isVariable ? place(from, Math.min(available, maxRows)) : Math.min(available, maxRows);
    if (isNullable) {
      clearNulls();
    }
    for (RowColumn column : columns) {
      column.write(from, count, rows, starts, ends);
    }
    return count;
  }

  private void clearNulls() {
    for (int i = 0; i < count; i++) {
      for (int word = 0; word < nullBytes; word += Long.BYTES) {
        Platform.putLong(rows, Platform.BYTE_ARRAY_OFFSET + (long) starts[i] + word, 0);
      }
    }
  }

  /** Finds where each row starts. Rows of which few have fit are not all measured the next time. */
  private int place(int from, int available) {
    int measured = Math.min(available, count + (count >> 2) + 1);
    int[] sizes = ends;
    Arrays.fill(sizes, 0, measured, fixedBytes);
    for (RowColumn column : columns) {
      column.addSizes(from, measured, sizes);
    }
    int end = SPARE_BYTES;
    int placed = 0;
    do {
      int start = end;
      end = Math.addExact(end, sizes[placed]);
      starts[placed] = start;
      ends[placed] = start + fixedBytes;
      placed++;
    } while (placed < measured && sizes[placed] <= SPARE_BYTES + BYTES - end);
    starts[placed] = end;
    if (end > rows.length) {
      rows = new byte[end];
    }
    return placed;
  }

  /** Returns a row of the block; valid until the next call of any method. */
  UnsafeRow row(int index) {
    if (!isVariable) {
      return views[index];
    }
    point(views[0], index);
    return views[0];
  }

  private void point(UnsafeRow row, int index) {
    int start = starts[index];
    row.pointTo(rows, Platform.BYTE_ARRAY_OFFSET + (long) start, starts[index + 1] - start);
  }
}
