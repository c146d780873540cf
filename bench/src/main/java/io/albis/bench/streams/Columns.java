// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

/**
 * Consecutive rows of the requested columns, by ordinal. Each process reads with one implementation
 * only, so that its methods are inlined.
 */
public interface Columns {

  /** Number of rows. */
  int rowCount();

  /** Whether a value is null. */
  boolean isNull(int column, int row);

  /** A value of a column of 4-byte integers, which is not null. */
  int getInt(int column, int row);

  /** A value of a column of doubles, which is not null. */
  double getDouble(int column, int row);

  /** A value of a column of strings, which is not null. */
  String getText(int column, int row);
}
