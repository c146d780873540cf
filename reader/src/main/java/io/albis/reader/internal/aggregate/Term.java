// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import java.math.BigInteger;
import java.util.List;

/**
 * The values of an expression in a block of rows. Integers and decimals are unscaled longs, with a
 * range that contains all of them; if that exceeds a long, they are {@link BigInteger}s. Not
 * thread-safe.
 */
public abstract class Term {

  /** Rows of a block: the arrays of some terms together fit into the L2 cache. */
  static final int ROWS = io.albis.reader.internal.filter.ValueBlock.ROWS;

  /** How values are represented. */
  enum Numbers {
    /** By {@link #longs}, or by {@link #bigs} where these do not suffice. */
    EXACT,
    /** By {@link #doubles}. */
    FLOATING,
    /** Not at all: only nulls are known. */
    NONE
  }

  private final Numbers numbers;
  private final int scale;

  /** 0 in rows with null. */
  long[] longs = {};

  /** 0.0 in rows with null. */
  double[] doubles = {};

  /** Instead of {@link #longs} if the block is wide. 0 in rows with null. */
  BigInteger[] bigs = {};

  /** The least and greatest value that {@link #longs} may have. */
  long min;

  long max;
  boolean isWide;

  /** Whether a row of the block may be null. */
  boolean hasNulls;

  /** -1 in rows with null, otherwise 0; only if there are nulls. */
  long[] nulls = {};

  Term(Numbers numbers, int scale) {
    this.numbers = numbers;
    this.scale = scale;
  }

  /**
   * Computes the values of a block. Terms are computed after those that they depend on.
   *
   * @param vectors of the batch
   * @param rows the selected rows of the batch; null for all
   * @param from index of the first one, in {@code rows} if there are any
   * @param count number of rows
   */
  abstract void load(List<ColumnVector> vectors, int[] rows, int from, int count);

  final Numbers numbers() {
    return numbers;
  }

  /** Whether values are numbers of any kind. */
  public final boolean isNumber() {
    return numbers != Numbers.NONE;
  }

  final boolean isFloating() {
    return numbers == Numbers.FLOATING;
  }

  final boolean isExact() {
    return numbers == Numbers.EXACT;
  }

  final int scale() {
    return scale;
  }

  /** The value of a row, whether the block is wide or not. Only if it is exact. */
  final BigInteger big(int row) {
    return isWide ? bigs[row] : BigInteger.valueOf(longs[row]);
  }
}
