// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

/**
 * The addresses of the columns of one batch. Updated for each batch; the memory must stay valid
 * until the rows move to another batch or are closed.
 */
public final class RowAddresses {
  final long[] values;
  final long[] nulls;
  final long[] data;
  final long[] dataLengths;
  final IndirectValues[] columns;
  long start;

  /**
   * Creates an empty instance.
   *
   * @param size number of columns
   */
  public RowAddresses(int size) {
    values = new long[size];
    nulls = new long[size];
    data = new long[size];
    dataLengths = new long[size];
    columns = new IndirectValues[size];
  }

  /**
   * Sets the address of the first row of the batch, if all columns are in one group of the row
   * layout.
   */
  public void start(long address) {
    start = address;
  }

  /**
   * Sets the addresses of a column.
   *
   * @param values address of the value of the first row, of its offset or slot for strings and
   *     binaries; for booleans in column layout the {@link #bitAddress} of its bit
   * @param nulls {@link #bitAddress} of the null bit (row layout) or validity bit (column layout)
   *     of the first row; 0 if the column has no nulls in this batch
   * @param column reads values for which the address is not enough
   */
  public void column(int ordinal, long values, long nulls, IndirectValues column) {
    this.values[ordinal] = values;
    this.nulls[ordinal] = nulls;
    this.columns[ordinal] = column;
  }

  /**
   * Sets the bytes of a string or binary column.
   *
   * @param address start of the variable area or the bytes buffer
   * @param length its length in bytes
   */
  public void data(int ordinal, long address, long length) {
    data[ordinal] = address;
    dataLengths[ordinal] = length;
  }

  /**
   * Encodes the position of a bit in memory as one number: bit {@code bit} (least significant
   * first) after an address.
   */
  public static long bitAddress(long address, long bit) {
    return (address << 3) + bit;
  }
}
