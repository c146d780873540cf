// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Bounds of the values of a leaf, in plain encoding (SPEC.md, section 14).
 *
 * <p>The arrays are not copied, neither by the constructor nor by the accessors: do not modify
 * them.
 *
 * @param min lower bound
 * @param max upper bound, not counting NaN
 * @param minIsExact whether some value equals {@code min}
 * @param maxIsExact whether some value equals {@code max}
 */
@SuppressWarnings("ArrayRecordComponent")
public record Bounds(byte[] min, byte[] max, boolean minIsExact, boolean maxIsExact) {

  /** Creates exact bounds. */
  public static Bounds exact(byte[] min, byte[] max) {
    return new Bounds(min, max, true, true);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Bounds other
        && Arrays.equals(min, other.min)
        && Arrays.equals(max, other.max)
        && minIsExact == other.minIsExact
        && maxIsExact == other.maxIsExact;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(min) + Arrays.hashCode(max);
  }

  /** Formats the bounds in hexadecimal; inexact bounds are marked with {@code ~}. */
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return (minIsExact ? "" : "~")
        + hex.formatHex(min)
        + " to "
        + (maxIsExact ? "" : "~")
        + hex.formatHex(max);
  }
}
