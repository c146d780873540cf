// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.SortColumn;
import io.albis.reader.internal.filter.RunningBound;

/**
 * The first rows of an order, as {@code ORDER BY .. LIMIT ..} asks for them. Scans that have it, by
 * {@link DatasetScan#first}, leave out a row if one of their cursors has returned as many others
 * that come before it. So all of them must be scans of one query, and all rows that they return
 * must be sorted and limited together. Use a new object for each query.
 *
 * <p>Thread-safe.
 */
public final class FirstRows {

  /** Maximum number of rows: each cursor keeps the keys of so many. */
  public static final int MAX_ROWS = 1 << 16;

  private final SortColumn order;
  private final RunningBound bound;

  private FirstRows(SortColumn order, RunningBound bound) {
    this.order = order;
    this.bound = bound;
  }

  /**
   * The first rows by one column. Rows that are equal to the last of them remain, so that an order
   * by further columns is possible.
   *
   * @param order its column may be a field of structs. Long values are told apart by their first 8
   *     bytes
   * @param rows at most {@link #MAX_ROWS}
   */
  public static FirstRows of(SortColumn order, int rows) {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new InvalidArgumentException(
          "Invalid number of first rows: " + rows + " (expected 1 to " + MAX_ROWS + ")");
    }
    return new FirstRows(order, new RunningBound(order, rows));
  }

  /** The order. */
  public SortColumn order() {
    return order;
  }

  RunningBound bound() {
    return bound;
  }
}
