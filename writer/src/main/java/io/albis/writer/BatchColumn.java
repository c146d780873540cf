// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

/**
 * The values of one column in the next batch of a {@link BatchWriter}, given as arrays or as
 * addresses of off-heap memory. Structs, lists and maps have a column for each child: {@link
 * #child}.
 *
 * <pre>{@code
 * BatchColumn tags = batches.column(2);        // list<string>
 * tags.setOffsets(new int[] {0, 2, 2});        // the second list is empty
 * tags.child(0).setBytes(utf8, new int[] {0, 3, 7});
 * }</pre>
 *
 * <p><b>Elements.</b> A top-level column has one element per row. A field of a struct has one
 * element per element of the struct, also where the struct is null. The element of a list, and key
 * and value of a map, have one element for each index to which the offsets refer. Elements behind
 * the last one that is used are ignored.
 *
 * <p><b>Nulls.</b> Elements are null where {@link #setNulls} or {@link #setNullBits} say so, and
 * where an enclosing struct is null; their values and offset ranges are ignored. A column of which
 * nothing was set has its write default, or is null. A struct of which a field was set is not null
 * unless its own nulls say so.
 *
 * <p><b>Ownership.</b> Arrays and memory belong to the caller. They are read by {@link
 * BatchWriter#endBatch} only, never changed, and must stay as they are until it returns. After that
 * nothing is set. Memory that is passed by its address is not checked in any way: a wrong address
 * or count crashes the process.
 *
 * <p><b>Errors.</b> Setters throw {@link io.albis.format.error.InvalidArgumentException} for a
 * column of another type. Lengths, offsets and values are checked by {@link BatchWriter#endBatch}.
 * For one thread.
 */
public interface BatchColumn {

  /** Marks elements as null. */
  void setNulls(boolean[] nulls);

  /**
   * Marks elements as null by bits, of which the lowest of a byte comes first: a validity bitmap of
   * Arrow, or the null bits of a column vector.
   *
   * @param bitAddress eight times the address of the byte with the bit of the first element, plus
   *     the index of the bit
   * @param step bits from one element to the next
   * @param nullBit the value of the bit, 0 or 1, of elements that are null
   * @param count number of elements
   */
  void setNullBits(long bitAddress, long step, int nullBit, int count);

  /** Sets booleans. */
  void setBooleans(boolean[] values);

  /**
   * Sets booleans that are bits, of which the lowest of a byte comes first.
   *
   * @param bitAddress as in {@link #setNullBits}
   * @param step bits from one value to the next
   */
  void setBits(long bitAddress, long step, int count);

  /** Sets values of int8. */
  void setBytes(byte[] values);

  /** Sets values of int16. */
  void setShorts(short[] values);

  /** Sets values of int32, dates (days) or year-month intervals (months). */
  void setInts(int[] values);

  /**
   * Sets values of int64, times or timestamps (in the unit of the type) or day-time intervals
   * (microseconds).
   */
  void setLongs(long[] values);

  /** Sets floats. */
  void setFloats(float[] values);

  /** Sets doubles. */
  void setDoubles(double[] values);

  /** Sets decimals by their unscaled values; for larger values use {@link #setFixedBytes}. */
  void setUnscaledDecimals(long[] values);

  /** As {@link #setUnscaledDecimals(long[])}: the fastest for a precision of up to 9. */
  void setUnscaledDecimals(int[] values);

  /** Sets strings; those that are null are null. */
  void setStrings(String[] values);

  /**
   * Sets strings (the bytes must be UTF-8, which is not checked) or binaries that are stored
   * contiguously.
   *
   * @param offsets the start of each value in {@code data}, then the end of the last one: one more
   *     than there are values, in ascending order
   */
  void setBytes(byte[] data, int[] offsets);

  /**
   * As {@link #setBytes(byte[], int[])}, in off-heap memory.
   *
   * @param data address of the bytes
   * @param length of the bytes
   * @param offsets address of {@code count + 1} offsets of 4 bytes, aligned to 4 bytes or not
   */
  void setBytes(long data, long length, long offsets, int count);

  /**
   * As {@link #setBytes(byte[], int[])}, of bytes in off-heap memory.
   *
   * @param data address of the bytes
   * @param length of the bytes
   */
  void setBytes(long data, long length, int[] offsets);

  /**
   * Sets values of fixed width that are stored contiguously in the form of the format: fixed
   * binaries, uuids (16 bytes, big endian) or decimals (4, 8 or 16 bytes for a precision of up to
   * 9, 18 and 38; two's complement, little endian).
   */
  void setFixedBytes(byte[] values);

  /**
   * Sets values of fixed width in off-heap memory, in the form of the format: numbers are little
   * endian; booleans are bytes of 0 and 1; other types as in {@link #setFixedBytes}.
   *
   * @param address of the first value
   * @param stride bytes from one value to the next; 0 if all elements have the same value
   */
  void setValues(long address, long stride, int count);

  /**
   * Sets the elements of lists or the entries of maps.
   *
   * @param offsets the index of the first element of each list, then the index after the last
   *     element of the last one: one more than there are lists, in ascending order
   */
  void setOffsets(int[] offsets);

  /**
   * As {@link #setOffsets(int[])}, in off-heap memory.
   *
   * @param address of {@code count + 1} offsets of 4 bytes
   */
  void setOffsets(long address, int count);

  /**
   * Returns a child: a field of a struct, the element of a list (0), or key (0) and value (1) of a
   * map.
   *
   * @throws IndexOutOfBoundsException if there is no such child
   */
  BatchColumn child(int index);
}
