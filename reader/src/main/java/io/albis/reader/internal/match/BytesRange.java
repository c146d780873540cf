// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.UnsignedBytes;
import java.util.Arrays;
import java.util.List;

/** Matches values by comparing them with one value. */
public final class BytesRange extends BytesMatcher {

  /** The comparison. */
  public enum Order {
    /** They are the value. */
    EQUAL,
    /** They are less. */
    LESS,
    /** They are less, or equal. */
    LESS_OR_EQUAL,
    /** They are greater. */
    GREATER,
    /** They are greater, or equal. */
    GREATER_OR_EQUAL
  }

  private final Order order;
  private final byte[] value;

  /** Creates a range. The caller must not modify the value. */
  public BytesRange(Order order, byte[] value) {
    this.order = order;
    this.value = value;
  }

  @Override
  public boolean isListed() {
    return order == Order.EQUAL;
  }

  @Override
  public List<byte[]> values() {
    return order == Order.EQUAL ? List.of(value) : List.of();
  }

  @Override
  public void match(long[] addresses, int[] lengths, int count, long[] hits) {
    if (order == Order.EQUAL) {
      matchEqual(addresses, lengths, count, hits);
      return;
    }
    boolean isBelow = order == Order.LESS || order == Order.LESS_OR_EQUAL;
    // Bound for the sign of compare(): a value is below if the sign is at most 0 or -1.
    int bound = order == Order.LESS || order == Order.GREATER_OR_EQUAL ? -1 : 0;
    for (int i = 0; i < count; i++) {
      int sign = Integer.signum(UnsignedBytes.compare(addresses[i], lengths[i], value));
      hits[i] = sign <= bound == isBelow ? 1 : 0;
    }
  }

  private void matchEqual(long[] addresses, int[] lengths, int count, long[] hits) {
    byte[] wanted = value;
    for (int i = 0; i < count; i++) {
      boolean isEqual =
          lengths[i] == wanted.length
              && OffHeapBytes.isEqual(addresses[i], wanted, 0, wanted.length);
      hits[i] = isEqual ? 1 : 0;
    }
  }

  @Override
  public boolean matchesAny(byte[] min, byte[] max) {
    int toMin = Arrays.compareUnsigned(min, value);
    int toMax = Arrays.compareUnsigned(max, value);
    return switch (order) {
      case EQUAL -> toMin <= 0 && toMax >= 0;
      case LESS -> toMin < 0;
      case LESS_OR_EQUAL -> toMin <= 0;
      case GREATER -> toMax > 0;
      case GREATER_OR_EQUAL -> toMax >= 0;
    };
  }

  @Override
  public boolean matchesAll(byte[] min, byte[] max) {
    int toMin = Arrays.compareUnsigned(min, value);
    int toMax = Arrays.compareUnsigned(max, value);
    return switch (order) {
      case EQUAL -> toMin == 0 && toMax == 0;
      case LESS -> toMax < 0;
      case LESS_OR_EQUAL -> toMax <= 0;
      case GREATER -> toMin > 0;
      case GREATER_OR_EQUAL -> toMin >= 0;
    };
  }
}
