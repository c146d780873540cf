// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.vector.ColumnVector;
import java.util.List;

/** Narrows a selection of the rows of a batch to those for which a predicate is true. */
abstract sealed class RowSelector permits AndSelector, OrSelector, NullSelector, ValueSelector {

  /**
   * Narrows a selection.
   *
   * @param vectors of the scan
   * @param in rows to test, ascending; null for the rows from 0
   * @param count of rows to test
   * @param out receives those that are true, ascending; may be the same array as {@code in}
   * @return how many these are
   */
  abstract int select(List<ColumnVector> vectors, int[] in, int count, int[] out);

  /** Makes room for batches of so many rows. */
  abstract void reserve(int rows);

  /** About how much work a row is, to compare with others. */
  abstract int cost();

  static RowSelector of(BoundPredicate predicate, Chunk chunk) {
    if (predicate instanceof BoundPredicate.And and) {
      return new AndSelector(all(and.operands(), chunk));
    } else if (predicate instanceof BoundPredicate.Or or) {
      return new OrSelector(all(or.operands(), chunk));
    } else if (predicate instanceof BoundPredicate.NullTest test) {
      return new NullSelector(test.ordinal(), test.wantsNull());
    } else if (predicate instanceof BoundPredicate.ValueTest test) {
      return new ValueSelector(test, chunk);
    }
    throw new IllegalStateException("Unknown predicate: " + predicate.getClass());
  }

  private static List<RowSelector> all(List<BoundPredicate> operands, Chunk chunk) {
    return operands.stream().map(operand -> of(operand, chunk)).toList();
  }

  /** Copies a selection of which all rows are true. */
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
