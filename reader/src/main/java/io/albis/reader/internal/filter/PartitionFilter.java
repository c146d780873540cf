// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.internal.filter.BoundPredicate.And;
import io.albis.reader.internal.filter.BoundPredicate.Or;
import io.albis.reader.internal.filter.BoundPredicate.ValueTest;

/**
 * Decides from partitions whether a predicate can be true for any row: where it compares a column
 * with some values, the transform of one of these values must be that of a partition.
 */
public final class PartitionFilter {

  private PartitionFilter() {}

  /** Which values the rows of some partitions can have. */
  public interface Partitions {

    /** Whether a row may have one of these values. */
    boolean mayHaveAny(ListedValues values);
  }

  /** Returns whether the predicate may be true for a row. Returns true if in doubt. */
  public static boolean mayMatch(BoundPredicate predicate, Partitions partitions) {
    if (predicate instanceof And and) {
      return and.operands().stream().allMatch(operand -> mayMatch(operand, partitions));
    }
    if (predicate instanceof Or or) {
      return or.operands().stream().anyMatch(operand -> mayMatch(operand, partitions));
    }
    ListedValues values = predicate instanceof ValueTest test ? test.listed() : null;
    return values == null || partitions.mayHaveAny(values);
  }
}
