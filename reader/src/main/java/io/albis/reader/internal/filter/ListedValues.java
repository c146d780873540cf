// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.partition.BoundTransform;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PlainEncoding;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The values for which a test is true, and their partition values. Partition values are computed
 * once for each transform, and then found by binary search, so that thousands of values and
 * partitions are fine. Thread-safe.
 */
public final class ListedValues {

  private final Leaf leaf;
  private final List<byte[]> values;
  private final Map<BoundTransform, Transformed> transformed = new ConcurrentHashMap<>();

  /**
   * Creates a list.
   *
   * @param values in plain encoding of the type of the leaf
   */
  ListedValues(Leaf leaf, List<byte[]> values) {
    this.leaf = leaf;
    this.values = values;
  }

  /** The leaf that is tested. */
  public Leaf leaf() {
    return leaf;
  }

  /** Whether the transform of one of the values is this one, in the width of the result. */
  public boolean have(BoundTransform transform, byte[] partitionValue) {
    return haveBetween(transform, partitionValue, partitionValue);
  }

  /**
   * Whether the transform of one of the values lies between two others, in the width of the result.
   */
  public boolean haveBetween(BoundTransform transform, byte[] min, byte[] max) {
    Transformed all = transformed.computeIfAbsent(transform, this::transform);
    int found = Arrays.binarySearch(all.sorted, min, all.order);
    int next = found >= 0 ? found : -found - 1;
    return next < all.sorted.length && all.order.compare(all.sorted[next], max) <= 0;
  }

  private Transformed transform(BoundTransform transform) {
    Comparator<byte[]> order = PlainEncoding.comparator(transform.result());
    byte[][] sorted = values.stream().map(transform::apply).sorted(order).toArray(byte[][]::new);
    return new Transformed(sorted, order);
  }

  /** Partition values in ascending order. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Transformed(byte[][] sorted, Comparator<byte[]> order) {}
}
