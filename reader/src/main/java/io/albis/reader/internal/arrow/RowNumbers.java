// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.arrow;

/** The rows of a vector that are copied: a range, or a list. */
public final class RowNumbers {

  private final int first;
  private final int count;

  /** Null for a range. */
  private final int[] rows;

  private RowNumbers(int first, int count, int[] rows) {
    this.first = first;
    this.count = count;
    this.rows = rows;
  }

  public static RowNumbers range(int first, int count) {
    return new RowNumbers(first, count, null);
  }

  public static RowNumbers of(int[] rows) {
    return new RowNumbers(0, rows.length, rows);
  }

  public int count() {
    return count;
  }

  public boolean isRange() {
    return rows == null;
  }

  /** The first row of a range. */
  int first() {
    return first;
  }

  /**
   * Returns the number of a row.
   *
   * @param index 0 to {@link #count} - 1
   */
  int row(int index) {
    return rows == null ? first + index : rows[index];
  }
}
