// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.result;

import java.util.List;

/** Computes medians of rounds. */
public final class Medians {

  private Medians() {}

  /**
   * Returns the median; for an even number of values, the mean of the two in the middle.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static double of(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("Cannot take a median: there are no values");
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
