// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import java.util.Locale;

/** Formats numbers for people: three digits, decimal units. */
final class Figures {

  /** Shown for missing measurements. */
  static final String NONE = "–";

  private static final double GIGA = 1e9;
  private static final double MEGA = 1e6;

  private Figures() {}

  /** Formats with three significant digits, or all digits before the point. */
  static String plain(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double magnitude = Math.abs(value);
    if (magnitude == 0) {
      return "0";
    }
    int decimals = 2 - (int) Math.floor(Math.log10(magnitude));
    return String.format(Locale.ROOT, "%,." + Math.max(0, Math.min(decimals, 6)) + "f", value);
  }

  /** Like {@link #plain}, for a number that may be unknown. */
  static String optional(Double value) {
    return value == null ? NONE : plain(value);
  }

  /** Formats a count with all its digits. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Formats a number in units of 10^9. */
  static double giga(double value) {
    return value / GIGA;
  }

  /** Formats a number in units of 10^6. */
  static double mega(double value) {
    return value / MEGA;
  }

  /** Formats bytes as megabytes; the bytes may be unknown. */
  static String megabytes(Double bytes) {
    return bytes == null ? NONE : plain(mega(bytes));
  }

  /** Formats a ratio in percent. */
  static String percent(double share) {
    return Double.isFinite(share) ? plain(share * 100) + " %" : NONE;
  }

  /** Formats a ratio as a factor. */
  static String times(double ratio) {
    return Double.isFinite(ratio) ? plain(ratio) + " ×" : NONE;
  }
}
