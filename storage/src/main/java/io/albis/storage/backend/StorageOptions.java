// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.backend;

import java.util.Map;

/** Options that several backends support. */
public final class StorageOptions {

  /** The maximum number of requests in flight to a device or service. */
  public static final String DEPTH = "io.depth";

  private static final int MAX_DEPTH = 1024;

  private StorageOptions() {}

  /**
   * Returns the value of {@value #DEPTH}.
   *
   * @throws IllegalArgumentException if it is not a number from 1 to 1024
   */
  public static int depth(Map<String, String> options, int standard) {
    String text = options.get(DEPTH);
    if (text == null) {
      return standard;
    }
    int depth;
    try {
      depth = Integer.parseInt(text.trim());
    } catch (NumberFormatException e) {
      throw invalid(text, e);
    }
    if (depth < 1 || depth > MAX_DEPTH) {
      throw invalid(text, null);
    }
    return depth;
  }

  private static IllegalArgumentException invalid(String text, NumberFormatException cause) {
    return new IllegalArgumentException(
        "Invalid option " + DEPTH + ": " + text + " (expected 1 to " + MAX_DEPTH + ")", cause);
  }
}
