// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.function.LongSupplier;

/**
 * The source of all that is left open in a history: which process goes on, and what happens to its
 * request. 0 is always the dull choice: the same process goes on, and nothing happens.
 */
interface Choices {

  /** What is chosen. */
  enum Kind {
    /** Which process goes on; 0 for the one that asks. */
    NEXT,
    /** Which of the requests that are late takes effect now; 0 for none. */
    DELIVERY,
    /** How long the process stands still before its request; 0 for not at all. */
    STALL,
    /** Which of the possible faults the request has; 0 for none. */
    FAULT,
    /** How long the process stands still after its request; 0 for not at all. */
    STALL_AFTER,
    /** How long listings miss a new file; 0 for not at all. */
    UNLISTED
  }

  /**
   * Takes a function that returns a hash of the present state, before a history begins.
   *
   * <p>States are equal if the storage holds the same, and all processes have learned the same.
   */
  default void observe(LongSupplier state) {}

  /** Whether time passes only where a process stands still, so that more states are equal. */
  default boolean isTimeFrozen() {
    return false;
  }

  /**
   * Chooses.
   *
   * @param process index of the process that asks
   * @param call number of the request in this process
   * @param options how many there are, at least 2
   * @return from 0 to {@code options - 1}
   */
  int choose(Kind kind, int process, int call, int options);
}
