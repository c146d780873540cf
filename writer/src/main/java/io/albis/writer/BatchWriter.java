// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

/**
 * Adds batches of rows to a table from arrays or off-heap memory, column by column: faster than row
 * by row if the data is already columnar.
 *
 * <pre>{@code
 * try (BatchWriter batches = writer.newBatchWriter()) {
 *   batches.setLongs(0, ids);
 *   batches.setDoubles(1, prices);
 *   batches.setNulls(1, isPriceMissing);
 *   batches.column(2).setOffsets(tagOffsets);             // list<string>
 *   batches.column(2).child(0).setBytes(utf8, textOffsets);
 *   batches.endBatch(ids.length);
 * }
 * }</pre>
 *
 * <p><b>Ordinals</b> number the top-level fields of the schema, as they do in {@code ColumnBatch}
 * of the reader and in {@link io.albis.writer.RowWriter}. The columns of structs, lists and maps
 * have children.
 *
 * <p>Arrays are read when the batch is ended, are never changed, and may be longer than the batch.
 * A column that is not set has its write default, or is null. For one thread, as {@link
 * io.albis.writer.RowWriter}: a second thread gets an {@link IllegalStateException}, and can only
 * abort the writer. Create one writer per thread.
 *
 * <p>Setters throw {@link io.albis.format.error.InvalidArgumentException} for a column of another
 * type and {@link IndexOutOfBoundsException} for an ordinal that the schema does not have.
 */
public interface BatchWriter extends AutoCloseable {

  /**
   * Returns the column of a top-level field, the same object for every batch.
   *
   * @param ordinal position in the schema
   */
  BatchColumn column(int ordinal);

  /** Sets a column of booleans. */
  default void setBooleans(int ordinal, boolean[] values) {
    column(ordinal).setBooleans(values);
  }

  /** Sets a column of int8. */
  default void setBytes(int ordinal, byte[] values) {
    column(ordinal).setBytes(values);
  }

  /** Sets a column of int16. */
  default void setShorts(int ordinal, short[] values) {
    column(ordinal).setShorts(values);
  }

  /** Sets a column of int32, dates (days) or year-month intervals (months). */
  default void setInts(int ordinal, int[] values) {
    column(ordinal).setInts(values);
  }

  /**
   * Sets a column of int64, times or timestamps (in the unit of the type) or day-time intervals
   * (microseconds).
   */
  default void setLongs(int ordinal, long[] values) {
    column(ordinal).setLongs(values);
  }

  /** Sets a column of floats. */
  default void setFloats(int ordinal, float[] values) {
    column(ordinal).setFloats(values);
  }

  /** Sets a column of doubles. */
  default void setDoubles(int ordinal, double[] values) {
    column(ordinal).setDoubles(values);
  }

  /** Sets a column of decimals by their unscaled values. */
  default void setUnscaledDecimals(int ordinal, long[] values) {
    column(ordinal).setUnscaledDecimals(values);
  }

  /** Sets a column of strings; elements that are null are null. */
  default void setStrings(int ordinal, String[] values) {
    column(ordinal).setStrings(values);
  }

  /**
   * Sets a column of strings (the bytes must be UTF-8, which is not checked) or binaries that are
   * stored contiguously.
   *
   * @param offsets the start of each value in {@code data}, then the end of the last one: one more
   *     than the number of rows, in ascending order
   */
  default void setBytes(int ordinal, byte[] data, int[] offsets) {
    column(ordinal).setBytes(data, offsets);
  }

  /** Marks rows of a nullable column as null, regardless of their values. */
  default void setNulls(int ordinal, boolean[] nulls) {
    column(ordinal).setNulls(nulls);
  }

  /**
   * Adds the rows and drops the references to the arrays.
   *
   * @throws IllegalArgumentException if an array is shorter than the batch, or than its offsets
   *     say; nothing is added
   * @throws io.albis.format.error.InvalidArgumentException if offsets decrease or lie outside of
   *     the data (nothing is added), a required column has no value, or a value is invalid for its
   *     type; part of the batch may have been added, so abort the write
   * @throws io.albis.format.error.AlbisIOException if a full row group could not be written; the
   *     writer can then only be closed
   */
  void endBatch(int rows);

  /** The number of rows added so far. */
  long rowCount();

  /**
   * Ends row groups early, the largest first, and waits until they have been sent to the storage,
   * for an engine that needs memory elsewhere. Does not ask the {@linkplain
   * TableWriter.Builder#memoryBudget memory budget} meanwhile. Only for the thread of the writer,
   * between batches.
   *
   * @param bytes to release; more or fewer may be released
   * @return the bytes released to the memory budget; 0 if there is none
   * @throws io.albis.format.error.AlbisIOException if a row group could not be written
   */
  default long reclaim(long bytes) {
    return 0;
  }

  /**
   * Writes the remaining rows and releases the memory. Closing does not commit. Idempotent.
   *
   * @throws IllegalStateException if a batch has values but was not ended, or the writer belongs to
   *     another thread, and is now aborted; the table writer then refuses to commit
   * @throws io.albis.format.error.AlbisIOException if rows could not be written
   */
  @Override
  void close();
}
