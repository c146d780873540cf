// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.result;

/**
 * A goal of the cache.
 *
 * @param goal what is compared
 * @param target the least value
 * @param measured the value
 */
public record StreamsGoal(String goal, double target, double measured) {

  /** Whether the value reaches the target. */
  public boolean isMet() {
    return measured >= target;
  }
}
