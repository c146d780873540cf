// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.sales;

import io.albis.tools.sales.SalesColumn.Kind;
import java.util.ArrayList;
import java.util.List;

/** Consecutive rows of {@code store_sales}, column by column. Immutable once made. */
public final class SalesBlock {
  private final int rowCount;
  private final List<long[]> integers;
  private final List<double[]> doubles;
  private final List<boolean[]> nulls;

  private SalesBlock(SalesBlock block, int rowCount) {
    this.rowCount = rowCount;
    this.integers = block.integers;
    this.doubles = block.doubles;
    this.nulls = block.nulls;
  }

  /**
   * Parses generated rows.
   *
   * @param rows the values of each row; null or empty for nulls
   */
  SalesBlock(List<List<String>> rows) {
    rowCount = rows.size();
    integers = new ArrayList<>();
    doubles = new ArrayList<>();
    nulls = new ArrayList<>();
    for (int c = 0; c < SalesColumn.ALL.size(); c++) {
      boolean isDouble = SalesColumn.ALL.get(c).kind() == Kind.DOUBLE;
      long[] integerValues = isDouble ? null : new long[rowCount];
      double[] doubleValues = isDouble ? new double[rowCount] : null;
      boolean[] nullValues = new boolean[rowCount];
      for (int r = 0; r < rowCount; r++) {
        String value = rows.get(r).get(c);
        if (value == null || value.isEmpty()) {
          nullValues[r] = true;
        } else if (isDouble) {
          doubleValues[r] = Double.parseDouble(value);
        } else {
          integerValues[r] = Long.parseLong(value);
        }
      }
      integers.add(integerValues);
      doubles.add(doubleValues);
      nulls.add(nullValues);
    }
  }

  /** Returns at most the given number of first rows, sharing their memory. */
  SalesBlock head(long rows) {
    return rows < rowCount ? new SalesBlock(this, (int) rows) : this;
  }

  /** Returns the number of rows. */
  public int rowCount() {
    return rowCount;
  }

  /** Returns whether a value is null. */
  public boolean isNull(int column, int row) {
    return nulls.get(column)[row];
  }

  /** Returns the value of a column of kind INT or LONG; 0 if it is null. */
  public long integer(int column, int row) {
    return integers.get(column)[row];
  }

  /** Returns the value of a column of kind DOUBLE; 0 if it is null. */
  public double money(int column, int row) {
    return doubles.get(column)[row];
  }
}
