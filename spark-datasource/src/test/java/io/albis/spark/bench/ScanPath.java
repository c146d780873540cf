// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

/** The forms in which a source can give Spark its rows. */
public enum ScanPath {
  /** Batches of vectors over the table's memory. */
  COLUMNS,
  /** Rows that are views of the table's memory. */
  ROW_VIEWS,
  /** Rows of Spark's own layout, copied value by value. */
  UNSAFE_ROWS
}
