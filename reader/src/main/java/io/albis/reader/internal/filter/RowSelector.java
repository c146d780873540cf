// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.ValueBlock;
import java.util.List;

/** Narrows a selection of the rows of a batch to those for which a predicate is true. */
abstract sealed class RowSelector
    permits AndSelector, OrSelector, NullSelector, ValueSelector, ColumnSelector, FirstSelector {

  /**
   * Narrows a selection.
   *
   * @param vectors of the scan
   * @param in rows to test, ascending; null for the rows from 0
   * @param count number of rows to test
   * @param out receives the selected rows, ascending; may be the same array as {@code in}
   * @return number of selected rows
   */
  abstract int select(List<ColumnVector> vectors, int[] in, int count, int[] out);

  /** Ensures capacity for batches of this many rows. */
  abstract void reserve(int rows);

  /** Returns the relative cost of testing a row. */
  abstract int cost();

  static RowSelector of(BoundPredicate predicate, ValueBlock block) {
    if (predicate instanceof BoundPredicate.And and) {
      return new AndSelector(all(and.operands(), block));
    } else if (predicate instanceof BoundPredicate.Or or) {
      return new OrSelector(all(or.operands(), block));
    } else if (predicate instanceof BoundPredicate.NullTest test) {
      return new NullSelector(test.ordinal(), test.wantsNull());
    } else if (predicate instanceof BoundPredicate.ValueTest test) {
      return new ValueSelector(test, block);
    } else if (predicate instanceof BoundPredicate.ColumnTest test) {
      return new ColumnSelector(test, block);
    } else if (predicate instanceof BoundPredicate.FirstTest test) {
      return new FirstSelector(test, block);
    }
    throw new IllegalStateException("Unknown predicate: " + predicate.getClass());
  }

  private static List<RowSelector> all(List<BoundPredicate> operands, ValueBlock block) {
    return operands.stream().map(operand -> of(operand, block)).toList();
  }

  /**
   * Keeps the rows of a block that match.
   *
   * @param hits 1 for each row that matches, otherwise 0
   * @param flip 1 to keep the rows that do not match, otherwise 0
   * @param in rows as in {@link #select}
   * @param from index in {@code in} of the first row of the block
   * @param before number of rows in {@code out}
   * @return number of rows in {@code out}
   */
  static int keep(long[] hits, int flip, int[] in, int from, int rows, int[] out, int before) {
    int selected = before;
    if (in == null) {
      for (int i = 0; i < rows; i++) {
        out[selected] = from + i;
        selected += (int) hits[i] ^ flip;
      }
    } else {
      for (int i = 0; i < rows; i++) {
        out[selected] = in[from + i];
        selected += (int) hits[i] ^ flip;
      }
    }
    return selected;
  }

  /** Copies a selection whose rows are all true. */
  static int copyAll(int[] in, int count, int[] out) {
    if (in == null) {
      for (int i = 0; i < count; i++) {
        out[i] = i;
      }
    } else if (in != out) {
      System.arraycopy(in, 0, out, 0, count);
    }
    return count;
  }
}
