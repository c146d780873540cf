// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import java.util.List;

/** A test of strings and binaries, by unsigned bytes. Immutable and thread-safe. */
public abstract sealed class BytesMatcher
    permits BytesRange, BytesPattern, BytesLike, CaseLike, BytesSet {

  /** Whether {@link #values} returns all values that match. */
  public boolean isListed() {
    return false;
  }

  /** The values that match; empty if they are not listed. */
  public List<byte[]> values() {
    return List.of();
  }

  /**
   * Tests values in place.
   *
   * @param lengths in bytes
   * @param hits receives 1 where the value matches, otherwise 0
   */
  public abstract void match(long[] addresses, int[] lengths, int count, long[] hits);

  /** Whether some value that is not less than {@code min} nor greater than {@code max} matches. */
  public abstract boolean matchesAny(byte[] min, byte[] max);

  /** Whether all values from {@code min} to {@code max} match. */
  public abstract boolean matchesAll(byte[] min, byte[] max);
}
