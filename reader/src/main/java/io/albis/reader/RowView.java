// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;

/**
 * A view of the current row of a {@link io.albis.reader.RowCursor}. The cursor moves it from row to
 * row: no object is created per row or value, and nothing is copied until a <i>materializing</i>
 * method is called.
 *
 * <p><b>Ordinals</b> number the top-level fields of the projected schema from 0, as they do when
 * rows are written. A struct is one of them: {@link #getStruct} returns a view of its fields.
 *
 * <p><b>Nulls.</b> Getters of primitives do not test for null: for a null they return 0 or {@code
 * false}. Methods that return objects return {@code null}, and {@link #getBytes} an empty view.
 *
 * <p><b>Lifetime and threads.</b> A row view belongs to its cursor, and like the cursor is for one
 * thread at a time. Values remain valid, except for {@link BytesView}s and {@link #address}, which
 * are valid until the cursor moves. Before the first and after the last row, and once the cursor is
 * closed, every method throws {@link ClosedException}.
 *
 * <p>All methods throw {@link IndexOutOfBoundsException} for an ordinal that does not exist, and
 * {@link InvalidArgumentException}, which names column, type and method, for a getter of another
 * type. Implementations are compiled for the layout of the table; applications do not extend this
 * class.
 */
public abstract class RowView {

  /** For implementations within the library. */
  protected RowView() {}

  /** Returns whether the value or an enclosing struct is null. */
  public abstract boolean isNullAt(int ordinal);

  /** A boolean. */
  public abstract boolean getBoolean(int ordinal);

  /** An int8. */
  public abstract byte getByte(int ordinal);

  /** An int16. */
  public abstract short getShort(int ordinal);

  /** An int32; the days of a date; the months of a year-month interval. */
  public abstract int getInt(int ordinal);

  /** An int64; a time or timestamp in its unit; the microseconds of a day-time interval. */
  public abstract long getLong(int ordinal);

  /** A float. */
  public abstract float getFloat(int ordinal);

  /** A double. */
  public abstract double getDouble(int ordinal);

  /** The unscaled value of a decimal with a precision of up to 18. */
  public abstract long getUnscaledLong(int ordinal);

  /**
   * The bytes of a string, binary or fixed binary, without copying them; for a decimal with a
   * precision of more than 18 the 16 bytes of its unscaled value, two's complement, little endian.
   *
   * @param view is pointed to the bytes; valid until the cursor moves
   * @return {@code view}
   */
  public abstract BytesView getBytes(int ordinal, BytesView view);

  /** A decimal of any precision, materialized; null if it is null. */
  public abstract BigDecimal getDecimal(int ordinal);

  /** A string, materialized; null if it is null. Invalid UTF-8 is replaced by U+FFFD. */
  public abstract String getString(int ordinal);

  /** A uuid, materialized; null if it is null. */
  public abstract UUID getUuid(int ordinal);

  /**
   * A value of any type, materialized: {@link Boolean}, {@link Byte}, {@link Short}, {@link
   * Integer}, {@link Long}, {@link Float}, {@link Double}, {@link BigDecimal}, {@link String},
   * {@code byte[]}, {@link UUID}; dates, times, timestamps and intervals as the stored number;
   * structs and lists as {@link List}, maps as a {@code List} of {@link java.util.Map.Entry}. Null
   * if it is null.
   */
  public abstract Object getObject(int ordinal);

  /**
   * Returns the vector that contains the value of this row and of all other rows of the batch; the
   * index of this row in it is {@link #rowInBatch}. It gives access to lists, maps and the structs
   * in them without creating objects: by {@link ColumnVector#elementStart}, {@link
   * ColumnVector#elementCount} and {@link ColumnVector#child}. Valid until the cursor moves to
   * another batch.
   */
  public abstract ColumnVector column(int ordinal);

  /**
   * Returns the index of this row in the vectors of {@link #column}. Indexes of consecutive rows
   * may have gaps.
   */
  public abstract int rowInBatch();

  /**
   * Returns a view of a struct in this row, in which ordinals number its fields. If the struct is
   * null, all its fields are.
   *
   * <p>Nothing is copied, and the view is the same object for all rows: it is valid until the
   * cursor moves, so call this for each row.
   */
  public abstract RowView getStruct(int ordinal);

  /**
   * Returns the row as one value per field, materialized as by {@link #getObject}. The list is
   * mutable and owned by the caller.
   */
  public abstract List<Object> materialize();

  /**
   * Returns the address of the first byte of the row in the row layout (SPEC.md, section 11), valid
   * until the cursor moves; {@link #stride} bytes can be read from there.
   *
   * @throws UnsupportedOperationException if the columns are not all in one group of the row layout
   */
  public abstract long address();

  /**
   * Bytes from this row to the next in the row layout.
   *
   * @throws UnsupportedOperationException if the columns are not all in one group of the row layout
   */
  public abstract int stride();
}
