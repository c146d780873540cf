// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

/**
 * Where the leaves of one batch lie. Filled in anew for each batch; the memory must stay valid
 * until the rows are moved to another batch or closed.
 */
public final class RowAddresses {
  final long[] values;
  final long[] nulls;
  final long[] data;
  final long[] dataLengths;
  final LeafValues[] leaves;
  long start;

  /**
   * For so many leaves.
   *
   * @param size projected leaves and presence leaves
   */
  public RowAddresses(int size) {
    values = new long[size];
    nulls = new long[size];
    data = new long[size];
    dataLengths = new long[size];
    leaves = new LeafValues[size];
  }

  /** The address of the first row of the batch, where all leaves lie in one group of rows. */
  public void start(long address) {
    start = address;
  }

  /**
   * A leaf.
   *
   * @param values address of the value of the first row, of its offset or slot for strings and
   *     binaries; for booleans in column layout the {@link #bitAddress} of its bit
   * @param nulls {@link #bitAddress} of the null bit (row layout) or validity bit (column layout)
   *     of the first row; 0 if the leaf has no nulls in this batch
   * @param leaf reads what the address does not suffice for
   */
  public void leaf(int ordinal, long values, long nulls, LeafValues leaf) {
    this.values[ordinal] = values;
    this.nulls[ordinal] = nulls;
    this.leaves[ordinal] = leaf;
  }

  /**
   * The bytes of a string or binary leaf.
   *
   * @param address start of the variable area or the bytes buffer
   * @param length bytes of it
   */
  public void data(int ordinal, long address, long length) {
    data[ordinal] = address;
    dataLengths[ordinal] = length;
  }

  /** One number for a bit in memory: bit {@code bit} (least significant first) from an address. */
  public static long bitAddress(long address, long bit) {
    return (address << 3) + bit;
  }
}
