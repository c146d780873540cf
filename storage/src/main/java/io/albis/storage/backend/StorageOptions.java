// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.backend;

import io.albis.storage.ReadCost;
import java.util.Map;

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
   * @throws IllegalArgumentException if it is not a number from 1 to 1024
   */
  public static int depth(Map<String, String> options, int standard) {
    return (int) number(options, DEPTH, 1, MAX_DEPTH, standard);
  }

  /**
   * Returns the cost of reads with the values of {@value #REQUEST_MICROS} and {@value #BANDWIDTH}.
   *
   * @param standard for options that are not set
   * @throws IllegalArgumentException if a value is not a number, or out of range
   */
  public static ReadCost readCost(Map<String, String> options, ReadCost standard) {
    long micros = number(options, REQUEST_MICROS, 0, MAX_MICROS, -1);
    long bandwidth = number(options, BANDWIDTH, 1, MAX_BANDWIDTH, -1);
    return new ReadCost(
        micros < 0 ? standard.requestNanos() : micros * NANOS_PER_MICRO,
        bandwidth < 0 ? standard.bytesPerSecond() : bandwidth * BYTES_PER_MB,
        standard.concurrency());
  }

  private static long number(
      Map<String, String> options, String option, int min, int max, int standard) {
    String text = options.get(option);
    if (text == null) {
      return standard;
    }
    int number;
    try {
      number = Integer.parseInt(text.trim());
    } catch (NumberFormatException e) {
      throw invalid(option, text, min, max, e);
    }
    if (number < min || number > max) {
      throw invalid(option, text, min, max, null);
    }
    return number;
  }

  private static IllegalArgumentException invalid(
      String option, String text, int min, int max, NumberFormatException cause) {
    return new IllegalArgumentException(
        "Invalid option " + option + ": " + text + " (expected " + min + " to " + max + ")", cause);
  }
}
