// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

/** Whose vectors a benchmark reads. */
public enum VectorKind {
  /** Vectors of Albis over the column layout. */
  ALBIS_COLUMNS,
  /** Vectors of Albis over the row layout. */
  ALBIS_ROWS,
  /** Vectors of Albis over the column layout, with a selection of all rows but one. */
  ALBIS_SELECTED,
  /** Spark's vectors outside of the heap. */
  SPARK_OFF_HEAP,
  /** Spark's vectors on the heap. */
  SPARK_ON_HEAP
}
