// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import io.albis.storage.ReadCost;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongPredicate;

/** Options that several backends support. */
public final class StorageOptions {

  /** The maximum number of requests in flight to a device or service. */
  public static final String DEPTH = "io.depth";

  /** The cost of a request apart from its bytes, in microseconds; see {@link ReadCost}. */
  public static final String REQUEST_MICROS = "io.request-micros";

  /** The rate at which one request transfers bytes, in MB/s; see {@link ReadCost}. */
  public static final String BANDWIDTH = "io.bandwidth";

  private static final int MAX_DEPTH = 1024;
  private static final int MAX_MICROS = 10_000_000;
  private static final int MAX_BANDWIDTH = 1_000_000;
  private static final long NANOS_PER_MICRO = 1000;
  private static final long BYTES_PER_MB = 1_000_000;

  private StorageOptions() {}

  /**
   * Returns the value of {@value #DEPTH}.
   *
   * @throws InvalidSettingException if it is not a number from 1 to 1024
   */
  public static int depth(Map<String, String> options, int standard) {
    return (int) number(options, DEPTH, 1, MAX_DEPTH, standard);
  }

  /**
   * Returns the cost of reads with the values of {@value #REQUEST_MICROS} and {@value #BANDWIDTH}.
   *
   * @param standard for options that are not set
   * @throws InvalidSettingException if a value is not a number, or out of range
   */
  public static ReadCost readCost(Map<String, String> options, ReadCost standard) {
    long micros = number(options, REQUEST_MICROS, 0, MAX_MICROS, -1);
    long bandwidth = number(options, BANDWIDTH, 1, MAX_BANDWIDTH, -1);
    return new ReadCost(
        micros < 0 ? standard.requestNanos() : micros * NANOS_PER_MICRO,
        bandwidth < 0 ? standard.bytesPerSecond() : bandwidth * BYTES_PER_MB,
        standard.concurrency());
  }

  /**
   * Returns the value of an option that is a whole number from {@code min} to {@code max}.
   *
   * @param standard the value if the option is not set
   * @throws InvalidSettingException if it is not such a number
   */
  public static long number(
      Map<String, String> options, String option, long min, long max, long standard) {
    return number(
        options, option, standard, min + " to " + max, value -> value >= min && value <= max);
  }

  /**
   * Returns the value of an option that is a whole number.
   *
   * @param standard the value if the option is not set
   * @param expected which numbers are valid, for the message: "a multiple of 4096"
   * @throws InvalidSettingException if it is not a number, or not valid
   */
  public static long number(
      Map<String, String> options,
      String option,
      long standard,
      String expected,
      LongPredicate isValid) {
    String text = options.get(option);
    if (text == null) {
      return standard;
    }
    long number;
    try {
      number = Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw invalid(option, text, expected, e);
    }
    if (!isValid.test(number)) {
      throw invalid(option, text, expected, null);
    }
    return number;
  }

  /**
   * Returns the value of an option that is {@code true} or {@code false}.
   *
   * @param standard the text of the value if the option is not set
   * @throws InvalidSettingException if it is neither
   */
  public static boolean flag(Map<String, String> options, String option, String standard) {
    String text = options.getOrDefault(option, standard);
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid(option, text, "true or false", null);
    };
  }

  private static IllegalArgumentException invalid(
      String option, String text, String expected, NumberFormatException cause) {
    return new InvalidSettingException(
        "Invalid option " + option + ": " + text + " (expected " + expected + ")", cause);
  }
}
