// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

/** Computes the values of an added column for the existing rows. */
@FunctionalInterface
public interface ColumnValues {

  /**
   * Writes the values of one row group. Called once for each row group, in row order.
   *
   * @param firstRow index in the table of the first row
   * @param rowCount the exact number of rows to end
   * @param column a writer whose ordinal 0 is the new column; the callback must not close it
   */
  void write(long firstRow, long rowCount, RowWriter column);
}
