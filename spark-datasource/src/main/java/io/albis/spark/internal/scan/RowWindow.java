// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.spark.internal.read.ScanPartition.Rows;

/**
 * Which consecutive rows of all that there are a scan returns. Immutable.
 *
 * @param first number of the first row
 * @param end number of the row after the last one; {@link Long#MAX_VALUE} for all
 */
record RowWindow(long first, long end) {

  /** All rows. */
  static final RowWindow ALL = new RowWindow(0, Long.MAX_VALUE);

  /** The largest limit with which one task reads all rows. */
  static final int MAX_SERIAL_ROWS = 10_000_000;

  /** Returns the first rows, as far as they are in this window. */
  RowWindow withLimit(long rows) {
    return new RowWindow(first, Math.min(end, Math.addExact(first, rows)));
  }

  /** Returns all but the first rows. */
  RowWindow withOffset(long rows) {
    long start = Math.min(end, Math.addExact(first, rows));
    return new RowWindow(start, end);
  }

  /** Whether one partition has to return all rows. */
  boolean isLimited() {
    return end != Long.MAX_VALUE;
  }

  /**
   * Returns the part of rows that is in this window.
   *
   * @param before the number of rows of all sources before that of the rows
   */
  Rows cut(Rows rows, long before) {
    long start = Math.max(rows.firstRow(), first - before);
    long stop = Math.min(rows.firstRow() + rows.rowCount(), end - before);
    return rows.range(start, Math.max(0, stop - start));
  }
}
