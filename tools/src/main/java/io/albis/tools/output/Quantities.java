// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats sizes, counts and durations for people. */
public final class Quantities {
  private static final Pattern SIZE =
      Pattern.compile("\\s*(\\d+)\\s*(|B|[KMGT]|[KMGT]i?B)\\s*", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "KMGT";

  private Quantities() {}

  /**
   * Parses a size. Units are powers of 1024 with or without the "i": {@code 128MiB}, {@code 128MB},
   * {@code 128m} and {@code 134217728} are the same.
   *
   * @param text digits, optionally followed by a unit
   * @return the size in bytes
   * @throws IllegalArgumentException if the text is not a size or exceeds the range of a long
   */
  public static long parseBytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (matcher.matches()) {
      String unit = matcher.group(2).toUpperCase(Locale.ROOT);
      int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit.charAt(0)) + 1;
      try {
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power));
      } catch (ArithmeticException | NumberFormatException e) {
        throw new IllegalArgumentException(
            "Invalid size: " + text + " (expected at most 8388607TiB)", e);
      }
    }
    throw new IllegalArgumentException(
        "Invalid size: " + text + " (expected a size such as 128MiB)");
  }

  /**
   * Formats a size with about three digits.
   *
   * @param bytes the size in bytes
   * @return for example {@code 1.46 GiB}
   */
  public static String bytes(long bytes) {
    double value = bytes;
    int power = 0;
    while (Math.abs(value) >= 1024 && power < UNITS.length()) {
      value /= 1024;
      power++;
    }
    if (power == 0) {
      return String.format(Locale.ROOT, "%.0f B", value);
    }
    return threeDigits(value) + " " + UNITS.charAt(power - 1) + "iB";
  }

  /**
   * Formats a count with commas between thousands.
   *
   * @param count the count
   * @return for example {@code 2,880,404}
   */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * Formats a number with about three digits.
   *
   * @param value the number
   * @return for example {@code 1.46}, {@code 14.6}, {@code 146} or {@code 1,460}
   */
  public static String threeDigits(double value) {
    double size = Math.abs(value);
    String format = size < 10 ? "%,.2f" : size < 100 ? "%,.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }

  /**
   * Formats a duration.
   *
   * @param duration the duration
   * @return for example {@code 870 ms}, {@code 8.7 s}, {@code 4 min 5 s} or {@code 2 h 7 min}
   */
  public static String duration(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    if (millis < 3_600_000) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    return duration.toHours() + " h " + duration.toMinutesPart() + " min";
  }
}
