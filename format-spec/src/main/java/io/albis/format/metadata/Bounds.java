// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Bounds of the values of a leaf, in plain encoding (SPEC.md, section 14).
 *
 * <p>The arrays are not copied, neither when they are given nor when they are taken: whoever has
 * one must not change it.
 *
 * @param min no value is less
 * @param max no value is greater, NaN excepted
 * @param minIsExact whether some value equals {@code min}
 * @param maxIsExact whether some value equals {@code max}
 */
@SuppressWarnings("ArrayRecordComponent")
public record Bounds(byte[] min, byte[] max, boolean minIsExact, boolean maxIsExact) {

  /** Bounds that are values. */
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

  /** The bounds in hexadecimal digits; those that are not exact are marked by {@code ~}. */
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
