// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.row;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Adds rows to a table one by one. Columns are named by their ordinal: the index of the top-level
 * field in {@code TableWriter.schema()}. Set values in any order, then call {@link #endRow};
 * columns that were not set are null.
 *
 * <p>A row writer is for one thread; for more threads ask {@code TableWriter.newRowWriter} for more
 * writers. Each fills row groups of its own, so rows of one writer keep their order and rows of
 * different writers do not mix.
 *
 * <p>Setters throw {@link io.albis.format.error.TypeMismatchException} for a column of another type
 * and {@link io.albis.format.error.InvalidValueException} for a value that its type cannot hold.
 * Such a call changes nothing: set another value, or give the row up with {@link #discardRow}.
 * {@link IndexOutOfBoundsException} is thrown for an ordinal that the schema does not have, {@link
 * io.albis.format.error.ClosedException} after closing.
 */
public interface RowWriter extends AutoCloseable {

  /** Sets a column to null: the same as not setting it, also after it was set in this row. */
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
   * Sets an int64, a time or timestamp (in the unit of its type) or a day-time interval
   * (microseconds).
   */
  void setLong(int ordinal, long value);

  /** Sets a float; every bit pattern is kept. */
  void setFloat(int ordinal, float value);

  /** Sets a double; every bit pattern is kept. */
  void setDouble(int ordinal, double value);

  /**
   * Sets a decimal.
   *
   * @throws io.albis.format.error.InvalidValueException if the value has more digits after the
   *     point than the scale, that are not zero, or too many before it
   */
  void setDecimal(int ordinal, BigDecimal value);

  /**
   * Sets a decimal of precision up to 18 by its unscaled value.
   *
   * @throws io.albis.format.error.InvalidValueException if that has more digits than the precision
   */
  void setUnscaledDecimal(int ordinal, long unscaled);

  /**
   * Sets a string.
   *
   * @throws io.albis.format.error.InvalidValueException if it has a surrogate without its partner
   */
  void setString(int ordinal, CharSequence value);

  /**
   * Sets a string (the bytes must be UTF-8, which is not checked), binary, fixed binary or uuid.
   * The bytes are copied.
   */
  void setBytes(int ordinal, byte[] value, int offset, int length);

  /** As {@link #setBytes(int, byte[], int, int)}, all of the array. */
  default void setBytes(int ordinal, byte[] value) {
    setBytes(ordinal, value, 0, value.length);
  }

  /** As {@link #setBytes(int, byte[], int, int)}, what remains in the buffer; it is not moved. */
  void setBytes(int ordinal, ByteBuffer value);

  /** Sets a uuid. */
  void setUuid(int ordinal, UUID value);

  /**
   * The place of a value of any type, nested ones too. The object stays the same for all rows: ask
   * once for each column.
   */
  ValueWriter value(int ordinal);

  /**
   * Ends the row.
   *
   * @throws io.albis.format.error.InvalidValueException if a required column has no value; the row
   *     then goes on
   * @throws io.albis.format.error.AlbisIOException if a full row group could not be written; the
   *     writer is then of no use any more
   */
  void endRow();

  /** Forgets what was set in the present row. */
  void discardRow();

  /** Rows ended so far. */
  long rowCount();

  /**
   * Writes what is left and gives back the memory. Rows that were not ended are lost. Closing does
   * not commit.
   */
  @Override
  void close();
}
