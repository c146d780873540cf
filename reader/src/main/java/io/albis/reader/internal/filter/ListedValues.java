// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Transform;
import io.albis.reader.internal.filter.BoundPredicate.Condition;
import io.albis.reader.internal.filter.BoundPredicate.OfBytes;
import io.albis.reader.internal.filter.BoundPredicate.OfLongs;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The values for which a test is true, and their partition values. Partition values are computed
 * once for each transform, when they are first needed, and then found by binary search, so that
 * thousands of values and partitions are fine. Thread-safe.
 */
public final class ListedValues {

  private final Leaf leaf;
  private final Condition condition;
  private final Map<Transform, Transformed> transformed = new ConcurrentHashMap<>();

  private ListedValues(Leaf leaf, Condition condition) {
    this.leaf = leaf;
    this.condition = condition;
  }

  /** The values of a condition; null if it is true for others than those that it lists. */
  static ListedValues of(Leaf leaf, Condition condition) {
    boolean isListed = false;
    if (condition instanceof OfBytes bytes) {
      isListed = bytes.matcher().isListed();
    } else if (condition instanceof OfLongs longs) {
      boolean isInteger = ValueOrder.of(leaf.type()) == ValueOrder.LONG;
      isListed = isInteger && longs.matcher().values() != null;
    }
    return isListed ? new ListedValues(leaf, condition) : null;
  }

  /** The leaf that is tested. */
  public Leaf leaf() {
    return leaf;
  }

  /**
   * Whether the transform of one of the values is a partition value.
   *
   * @param transform of the partition field
   * @param bound the same for the type of the leaf
   * @param value in the width of the result
   */
  public boolean have(Transform transform, BoundTransform bound, byte[] value) {
    return haveBetween(transform, bound, value, value);
  }

  /** Whether the transform of one of the values lies between two partition values. */
  public boolean haveBetween(Transform transform, BoundTransform bound, byte[] min, byte[] max) {
    Transformed all = transformed.computeIfAbsent(transform, any -> transform(bound));
    int found = Arrays.binarySearch(all.sorted, min, all.order);
    int next = found >= 0 ? found : -found - 1;
    return next < all.sorted.length && all.order.compare(all.sorted[next], max) <= 0;
  }

  private Transformed transform(BoundTransform transform) {
    Comparator<byte[]> order = PlainEncoding.comparator(transform.result());
    byte[][] sorted = values().map(transform::apply).sorted(order).toArray(byte[][]::new);
    return new Transformed(sorted, order);
  }

  /** The values in plain encoding. */
  private Stream<byte[]> values() {
    if (condition instanceof OfBytes bytes) {
      return bytes.matcher().values().stream();
    }
    int width = leaf.type().fixedWidth();
    return Arrays.stream(((OfLongs) condition).matcher().values())
        .mapToObj(value -> PlainEncoding.ofLong(value, width));
  }

  /** Partition values in ascending order. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Transformed(byte[][] sorted, Comparator<byte[]> order) {}
}
