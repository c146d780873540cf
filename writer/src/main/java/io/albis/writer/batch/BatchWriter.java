// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.batch;

/**
 * Adds batches of rows to a table from one array per column: faster than row by row if the data is
 * already columnar. For tables without lists, maps and nullable structs; write others with a row
 * writer.
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
 * <p>Ordinals number the leaves of the schema: these are the columns, with each struct flattened to
 * its fields. Arrays are read when the batch is ended, are never changed, and may be longer than
 * the batch. A column that is not set has its write default, or is null. For one thread; create one
 * writer per thread.
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
   * Sets a column of strings (the bytes must be UTF-8, which is not checked) or binaries that are
   * stored contiguously.
   *
   * @param offsets the start of each value in {@code data}, then the end of the last one: one more
   *     than the number of rows, in ascending order
   */
  void setBytes(int ordinal, byte[] data, int[] offsets);

  /** Marks rows of a nullable column as null, regardless of their values. */
  void setNulls(int ordinal, boolean[] nulls);

  /**
   * Adds the rows and drops the references to the arrays.
   *
   * @throws IllegalArgumentException if an array is shorter than the batch; nothing is added
   * @throws io.albis.format.error.InvalidValueException if a required column has no value, or a
   *     value is invalid for its type; part of the batch may have been added, so abort the write
   * @throws io.albis.format.error.AlbisIOException if a full row group could not be written; the
   *     writer can then only be closed
   */
  void endBatch(int rows);

  /** The number of rows added so far. */
  long rowCount();

  /**
   * Writes the remaining rows and releases the memory. Closing does not commit. Idempotent.
   *
   * @throws io.albis.format.error.UnfinishedRowException if a batch has values but was not ended;
   *     the table writer then refuses to commit
   * @throws io.albis.format.error.AlbisIOException if rows could not be written
   */
  @Override
  void close();
}
