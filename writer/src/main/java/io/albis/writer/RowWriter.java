// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Adds rows to a table one by one. Columns are identified by their ordinal: the index of the
 * top-level field in {@code TableWriter.schema()}. Set values in any order, then call {@link
 * #endRow}; columns that were not set have their write default, or are null.
 *
 * <p><b>Threads.</b> A row writer belongs to the first thread that uses it, until that thread
 * closes it or ends; after that, the next thread that uses or closes it takes over. {@code
 * TableWriter.newRowWriter} creates one for each thread. Each fills its own row groups, so rows of
 * one writer keep their order and rows of different writers do not mix.
 *
 * <p>Other threads can only abort a row writer, by closing it or its table writer. The rows cannot
 * be committed then. The next call of the owner, at the latest the next {@link #endRow}, throws
 * {@link io.albis.format.error.ClosedException} and releases the memory, and so does {@link #close}
 * without an exception. The memory of a row writer whose owner never returns is released when the
 * garbage collector finds that the writer is unreachable.
 *
 * <p>If a second thread uses a row writer, it gets an {@link IllegalStateException}, at the latest
 * from {@link #endRow}. This aborts the writer, because its values may be part of a row of the
 * owner. Two threads that set values of fixed width in the same row, of which only one ends rows,
 * are not detected.
 *
 * <p>Setters throw {@link io.albis.format.error.InvalidArgumentException} for a column of another
 * type and {@link io.albis.format.error.InvalidArgumentException} for a value that its type cannot
 * hold. Such a call changes nothing: set another value, or discard the row with {@link
 * #discardRow}. {@link IndexOutOfBoundsException} is thrown for an ordinal that the schema does not
 * have, and {@link io.albis.format.error.ClosedException} after closing.
 */
public interface RowWriter extends AutoCloseable {

  /** Sets a column to null, also if it has a write default. */
  void setNull(int ordinal);

  /** Sets a boolean. */
  void setBoolean(int ordinal, boolean value);

  /** Sets an int8. */
  void setByte(int ordinal, byte value);

  /** Sets an int16. */
  void setShort(int ordinal, short value);

  /** Sets an int32, a date (days since 1970-01-01) or a year-month interval (months). */
  void setInt(int ordinal, int value);

  /**
   * Sets an int64, a time (at least 0 and less than a day) or timestamp (in the unit of its type)
   * or a day-time interval (microseconds).
   */
  void setLong(int ordinal, long value);

  /** Sets a float; every bit pattern is kept. */
  void setFloat(int ordinal, float value);

  /** Sets a double; every bit pattern is kept. */
  void setDouble(int ordinal, double value);

  /**
   * Sets a decimal.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the value has more nonzero fractional
   *     digits than the scale, or more digits than the precision
   */
  void setDecimal(int ordinal, BigDecimal value);

  /**
   * Sets a decimal of precision up to 18 by its unscaled value.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the value has more digits than the
   *     precision
   */
  void setUnscaledDecimal(int ordinal, long unscaled);

  /**
   * Sets a string.
   *
   * @throws io.albis.format.error.InvalidArgumentException if it contains an unpaired surrogate
   */
  void setString(int ordinal, CharSequence value);

  /**
   * Sets a string (the bytes must be UTF-8, which is not checked), binary, fixed binary or uuid.
   * The bytes are copied.
   */
  void setBytes(int ordinal, byte[] value, int offset, int length);

  /** As {@link #setBytes(int, byte[], int, int)}, with the whole array. */
  default void setBytes(int ordinal, byte[] value) {
    setBytes(ordinal, value, 0, value.length);
  }

  /**
   * As {@link #setBytes(int, byte[], int, int)}, with the remaining bytes of a buffer, whose
   * position does not change.
   */
  void setBytes(int ordinal, ByteBuffer value);

  /** Sets a uuid. */
  void setUuid(int ordinal, UUID value);

  /**
   * The writer of a column's values, of any type including nested types. It is the same object for
   * all rows, so fetch it once per column.
   */
  ValueWriter value(int ordinal);

  /**
   * Ends the row.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a required column has no value; the
   *     row can still be completed
   * @throws io.albis.format.error.AlbisIOException if a full row group could not be written; the
   *     writer can then only be closed
   */
  void endRow();

  /** Discards the values of the current row. */
  void discardRow();

  /** The number of rows ended so far. */
  long rowCount();

  /**
   * Writes the remaining rows and releases the memory. Closing does not commit. Idempotent. Only
   * releases the memory if another thread has aborted the writer.
   *
   * @throws IllegalStateException if a row has values but was not ended, or the writer belongs to
   *     another thread, and is now aborted; the table writer then refuses to commit
   * @throws io.albis.format.error.AlbisIOException if rows could not be written
   */
  @Override
  void close();
}
