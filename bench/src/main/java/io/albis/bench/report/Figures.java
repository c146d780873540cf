// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import java.util.Locale;

/** Figures as people read them: three digits, decimal units. */
final class Figures {

  /** Stands where nothing was measured. */
  static final String NONE = "–";

  private static final double GIGA = 1e9;
  private static final double MEGA = 1e6;

  private Figures() {}

  /** Three significant digits, or all digits before the point. */
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

  /** {@link #plain} of what may be unknown. */
  static String optional(Double value) {
    return value == null ? NONE : plain(value);
  }

  /** A count, with all its digits. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** In 10^9 per second or of bytes. */
  static double giga(double value) {
    return value / GIGA;
  }

  /** In 10^6 per second or of bytes. */
  static double mega(double value) {
    return value / MEGA;
  }

  /** Bytes per second in 10^9 bits per second, as the papers give them. */
  static double gigabits(double bytes) {
    return bytes * 8 / GIGA;
  }

  /** Megabytes of bytes that may be unknown. */
  static String megabytes(Double bytes) {
    return bytes == null ? NONE : plain(mega(bytes));
  }

  /** A share in percent. */
  static String percent(double share) {
    return Double.isFinite(share) ? plain(share * 100) + " %" : NONE;
  }

  /** How many times as much. */
  static String times(double ratio) {
    return Double.isFinite(ratio) ? plain(ratio) + " ×" : NONE;
  }
}
