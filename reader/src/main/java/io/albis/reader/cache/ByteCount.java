// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import io.albis.storage.internal.backend.InvalidSettingException;
import java.util.Locale;

/** Numbers of bytes in system properties. */
final class ByteCount {

  private ByteCount() {}

  /**
   * Parses a number with an optional {@code k}, {@code m} or {@code g}.
   *
   * @throws IllegalArgumentException if it is something else, or negative
   */
  static long parse(String property, String value) {
    String text = value.strip().toLowerCase(Locale.ROOT);
    int shift = text.isEmpty() ? -1 : "kmg".indexOf(text.charAt(text.length() - 1));
    String digits = shift < 0 ? text : text.substring(0, text.length() - 1);
    try {
      long number = Long.parseLong(digits);
      if (number >= 0) {
        return Math.multiplyExact(number, 1L << (10 * (shift + 1)));
      }
    } catch (NumberFormatException | ArithmeticException e) {
      throw invalid(property, value, e);
    }
    throw invalid(property, value, null);
  }

  private static IllegalArgumentException invalid(String property, String value, Exception cause) {
    return new InvalidSettingException(
        "Invalid value of " + property + ": " + value + " (expected bytes, such as 512m or 8g)",
        cause);
  }
}
