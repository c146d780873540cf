// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.row;

/** Computes the values of a column that is added, for the rows that are there already. */
@FunctionalInterface
public interface ColumnValues {

  /**
   * Writes the values of one row group. Called for each, in the order of their rows.
   *
   * @param firstRow number in the table of the first row
   * @param rowCount how many rows to end, no more and no less
   * @param column a writer with the new column as ordinal 0; not to be closed
   */
  void write(long firstRow, long rowCount, RowWriter column);
}
