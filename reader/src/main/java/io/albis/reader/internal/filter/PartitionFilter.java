// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.PlainEncoding;
import io.albis.format.schema.ValueOrder;
import io.albis.reader.internal.filter.BoundPredicate.And;
import io.albis.reader.internal.filter.BoundPredicate.OfBytes;
import io.albis.reader.internal.filter.BoundPredicate.OfLongs;
import io.albis.reader.internal.filter.BoundPredicate.Or;
import io.albis.reader.internal.filter.BoundPredicate.ValueTest;
import java.util.Arrays;
import java.util.List;

/**
 * Decides from partitions whether a predicate can be true for any row: where it compares a column
 * with a few values, the transforms of these values must be those of a partition.
 */
public final class PartitionFilter {

  private PartitionFilter() {}

  /** Which values the rows of a partition can have. */
  public interface Partition {

    /**
     * Whether a row may have a value.
     *
     * @param plainValue in plain encoding of the type of the leaf
     */
    boolean mayHave(Leaf leaf, byte[] plainValue);
  }

  /** Returns whether the predicate may be true for a row. Returns true if in doubt. */
  public static boolean mayMatch(BoundPredicate predicate, Partition partition) {
    if (predicate instanceof And and) {
      return and.operands().stream().allMatch(operand -> mayMatch(operand, partition));
    }
    if (predicate instanceof Or or) {
      return or.operands().stream().anyMatch(operand -> mayMatch(operand, partition));
    }
    if (!(predicate instanceof ValueTest test) || test.isNegated() || test.takesNulls()) {
      return true;
    }
    List<byte[]> values = values(test);
    return values.isEmpty()
        || values.stream().anyMatch(value -> partition.mayHave(test.leaf(), value));
  }

  private static List<byte[]> values(ValueTest test) {
    if (test.condition() instanceof OfBytes bytes) {
      return bytes.matcher.values();
    }
    boolean isInteger = test.leaf().type().physicalType().order() == ValueOrder.LONG;
    if (isInteger && test.condition() instanceof OfLongs longs && longs.matcher.values() != null) {
      int width = test.leaf().type().fixedWidth();
      return Arrays.stream(longs.matcher.values())
          .mapToObj(value -> PlainEncoding.ofLong(value, width))
          .toList();
    }
    return List.of();
  }
}
