// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import java.util.Arrays;

/** Matches values that start with, end with or contain the given bytes. */
public final class BytesPattern extends BytesMatcher {

  /** Where the bytes must occur. */
  public enum Place {
    /** At the start. */
    START,
    /** At the end. */
    END,
    /** Anywhere. */
    ANYWHERE
  }

  private final Place place;
  private final byte[] part;

  /** Creates a pattern. The caller must not modify the bytes. */
  public BytesPattern(Place place, byte[] part) {
    this.place = place;
    this.part = part;
  }

  @Override
  public void match(long[] addresses, int[] lengths, int count, long[] hits) {
    byte[] wanted = part;
    if (place == Place.ANYWHERE) {
      for (int i = 0; i < count; i++) {
        hits[i] = OffHeapBytes.contains(addresses[i], lengths[i], wanted) ? 1 : 0;
      }
      return;
    }
    boolean isAtEnd = place == Place.END;
    for (int i = 0; i < count; i++) {
      int rest = lengths[i] - wanted.length;
      long start = isAtEnd ? addresses[i] + rest : addresses[i];
      boolean isMatch = rest >= 0 && OffHeapBytes.isEqual(start, wanted, 0, wanted.length);
      hits[i] = isMatch ? 1 : 0;
    }
  }

  @Override
  public boolean matchesAny(byte[] min, byte[] max) {
    if (place == Place.START) {
      // Values with the prefix are not less than the prefix. If min, cut to its length, is greater
      // than the prefix, all values are.
      byte[] start = Arrays.copyOf(min, Math.min(min.length, part.length));
      return Arrays.compareUnsigned(start, part) <= 0 && Arrays.compareUnsigned(part, max) <= 0;
    }
    return !Arrays.equals(min, max) || isIn(min);
  }

  @Override
  public boolean matchesAll(byte[] min, byte[] max) {
    if (place == Place.START) {
      return startsWith(min) && startsWith(max);
    }
    return Arrays.equals(min, max) && isIn(min);
  }

  private boolean startsWith(byte[] value) {
    return isAt(value, 0);
  }

  private boolean isIn(byte[] value) {
    if (place == Place.END) {
      return isAt(value, value.length - part.length);
    }
    for (int at = 0; at <= value.length - part.length; at++) {
      if (isAt(value, at)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAt(byte[] value, int at) {
    return at >= 0
        && value.length - at >= part.length
        && Arrays.equals(value, at, at + part.length, part, 0, part.length);
  }
}
