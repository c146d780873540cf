// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.batch;

import io.albis.writer.row.RowWriter;

/**
 * Adds rows to a table by columns of arrays: faster than row by row where the data is there as
 * columns. For tables without lists, maps and structs that can be null; others are written by
 * {@link RowWriter}.
 *
 * <pre>{@code
 * try (BatchWriter batches = writer.newBatchWriter()) {
 *   batches.setLongs(0, ids);
 *   batches.setDoubles(1, prices);
 *   batches.setNulls(1, isPriceMissing);
 *   batches.endBatch(ids.length);
 * }
 * }</pre>
 *
 * <p>Ordinals number the leaves of the schema: of a table without structs, the columns; a struct is
 * flattened to its fields. Arrays are read when the batch is ended, are never changed, and may be
 * longer than the batch. A column that is not set is null. For one thread; for more threads ask for
 * more writers.
 *
 * <p>Setters throw {@link io.albis.format.error.TypeMismatchException} for a column of another type
 * and {@link IndexOutOfBoundsException} for an ordinal that the schema does not have.
 */
public interface BatchWriter extends AutoCloseable {

  /** Sets a column of booleans. */
  void setBooleans(int ordinal, boolean[] values);

  /** Sets a column of int8. */
  void setBytes(int ordinal, byte[] values);

  /** Sets a column of int16. */
  void setShorts(int ordinal, short[] values);

  /** Sets a column of int32, dates (days) or year-month intervals (months). */
  void setInts(int ordinal, int[] values);

  /**
   * Sets a column of int64, times or timestamps (in the unit of the type) or day-time intervals
   * (microseconds).
   */
  void setLongs(int ordinal, long[] values);

  /** Sets a column of floats. */
  void setFloats(int ordinal, float[] values);

  /** Sets a column of doubles. */
  void setDoubles(int ordinal, double[] values);

  /** Sets a column of decimals of precision up to 18 by their unscaled values. */
  void setUnscaledDecimals(int ordinal, long[] values);

  /** Sets a column of strings; elements that are null are null. */
  void setStrings(int ordinal, String[] values);

  /**
   * Sets a column of strings (the bytes must be UTF-8, which is not checked) or binaries that lie
   * one after the other.
   *
   * @param offsets where each value starts in {@code data}, and where the last one ends: one more
   *     than there are rows, not decreasing
   */
  void setBytes(int ordinal, byte[] data, int[] offsets);

  /** Says which rows of a column are null, whatever their values; for columns that can be null. */
  void setNulls(int ordinal, boolean[] nulls);

  /**
   * Adds the rows, and forgets the arrays.
   *
   * @throws IllegalArgumentException if an array is shorter than the batch; nothing is added
   * @throws io.albis.format.error.InvalidValueException if a required column has no value, or a
   *     value does not suit its type; a part of the batch may then have been added, so abort
   * @throws io.albis.format.error.AlbisIOException if a full row group could not be written; the
   *     writer is then of no use any more
   */
  void endBatch(int rows);

  /** Rows added so far. */
  long rowCount();

  /** Writes what is left and gives back the memory. Closing does not commit. */
  @Override
  void close();
}
