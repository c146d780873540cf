// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

import java.util.Locale;
import java.util.Optional;

/**
 * The number of non-null values of each leaf and the sum of their numbers. All readers must agree
 * on them. The number of a value is
 *
 * <ul>
 *   <li>for booleans 0 or 1; for integers, dates and timestamps the value, in the unit of its type;
 *   <li>for decimals the low 64 bits of the unscaled value;
 *   <li>for floating point the value;
 *   <li>for strings and binary the length in bytes, plus the first and the last byte (unsigned).
 * </ul>
 *
 * <p>Sums of integers wrap and are compared exactly. Sums of floating point depend on the order of
 * addition and are compared to nine digits of the sum of what was added. Not thread-safe.
 */
public final class Totals {

  private static final double TOLERANCE = 1e-9;

  private final long[] values;
  private final long[] integers;
  private final double[] reals;

  /** Creates empty totals for a number of leaves. */
  public Totals(int leaves) {
    this(new long[leaves], new long[leaves], new double[leaves]);
  }

  private Totals(long[] values, long[] integers, double[] reals) {
    this.values = values;
    this.integers = integers;
    this.reals = reals;
  }

  /** Creates totals from the {@link #values}, {@link #integers} and {@link #reals} of others. */
  public static Totals of(long[] values, long[] integers, double[] reals) {
    return new Totals(values.clone(), integers.clone(), reals.clone());
  }

  /** Adds values that are not floating point. */
  public void addIntegers(int leaf, long count, long sum) {
    values[leaf] += count;
    integers[leaf] += sum;
  }

  /** Adds values that are floating point. */
  public void addReals(int leaf, long count, double sum) {
    values[leaf] += count;
    reals[leaf] += sum;
  }

  /** Adds another part. */
  public void add(Totals part) {
    for (int i = 0; i < values.length; i++) {
      values[i] += part.values[i];
      integers[i] += part.integers[i];
      reals[i] += part.reals[i];
    }
  }

  /** Returns the number of non-null values of each leaf. */
  public long[] values() {
    return values.clone();
  }

  /** Returns the sums of leaves that are not floating point. */
  public long[] integers() {
    return integers.clone();
  }

  /** Returns the sums of floating-point leaves. */
  public double[] reals() {
    return reals.clone();
  }

  /**
   * Describes the first difference to other totals, with the leaf and both values; empty if there
   * is none.
   */
  public Optional<String> difference(Totals other) {
    for (int i = 0; i < values.length; i++) {
      double scale = Math.max(1, Math.max(Math.abs(reals[i]), (double) values[i]));
      boolean isSame =
          values[i] == other.values[i]
              && integers[i] == other.integers[i]
              && Math.abs(reals[i] - other.reals[i]) <= TOLERANCE * scale;
      if (!isSame) {
        return Optional.of("leaf " + i + ": " + text(i) + " and " + other.text(i));
      }
    }
    return Optional.empty();
  }

  private String text(int leaf) {
    return String.format(
        Locale.ROOT, "%d values of sum %d + %f", values[leaf], integers[leaf], reals[leaf]);
  }
}
