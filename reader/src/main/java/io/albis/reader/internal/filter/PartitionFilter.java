// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.schema.PlainEncoding;
import io.albis.format.schema.ValueOrder;
import io.albis.reader.internal.filter.BoundPredicate.And;
import io.albis.reader.internal.filter.BoundPredicate.OfBytes;
import io.albis.reader.internal.filter.BoundPredicate.OfLongs;
import io.albis.reader.internal.filter.BoundPredicate.Or;
import io.albis.reader.internal.filter.BoundPredicate.ValueTest;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides from partitions whether a predicate can be true for any row: where it compares a column
 * with some values, the transform of one of these values must be that of a partition. Thread-safe.
 */
public final class PartitionFilter {

  private final BoundPredicate predicate;

  /** For each test that is true for some listed values only. Not changed once it is built. */
  private final Map<BoundPredicate, ListedValues> listed = new IdentityHashMap<>();

  /** Which values the rows of some partitions can have. */
  public interface Partitions {

    /** Whether a row may have one of these values. */
    boolean mayHaveAny(ListedValues values);
  }

  /** Creates a filter for a predicate; null if there is none. */
  public PartitionFilter(BoundPredicate predicate) {
    this.predicate = predicate;
    if (predicate != null) {
      predicate.forEachTest(this::list);
    }
  }

  private void list(BoundPredicate.Test test) {
    if (test instanceof ValueTest values && !values.isNegated() && !values.takesNulls()) {
      List<byte[]> found = values(values);
      if (!found.isEmpty()) {
        listed.put(test, new ListedValues(test.leaf(), found));
      }
    }
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

  /** Returns whether the predicate may be true for a row. Returns true if in doubt. */
  public boolean mayMatch(Partitions partitions) {
    return predicate == null || mayMatch(predicate, partitions);
  }

  private boolean mayMatch(BoundPredicate part, Partitions partitions) {
    if (part instanceof And and) {
      return and.operands().stream().allMatch(operand -> mayMatch(operand, partitions));
    }
    if (part instanceof Or or) {
      return or.operands().stream().anyMatch(operand -> mayMatch(operand, partitions));
    }
    ListedValues values = listed.get(part);
    return values == null || partitions.mayHaveAny(values);
  }
}
