// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * All interleavings of the requests of a few processes, which run the real code, with all places of
 * at most some faults. A model of the protocol in another language would be shorter to search; but
 * this one cannot differ from the code.
 */
final class Interleavings {

  /**
   * What was found.
   *
   * @param histories how many were run
   * @param states how many different states they had where there was a choice
   * @param failure the first history that breaks a rule; null if none does
   * @param isComplete whether all were run
   */
  record Result(long histories, int states, String failure, boolean isComplete) {}

  private Interleavings() {}

  /**
   * Runs them.
   *
   * @param maxFaults how many requests of a history fail at most
   * @param maxStalls how often a process of a history stands still at most
   * @param maxHistories after how many to give up
   */
  static Result explore(
      Simulation simulation, History history, int maxFaults, int maxStalls, long maxHistories) {
    SystematicChoices choices = new SystematicChoices(maxFaults, maxStalls);
    long count = 0;
    do {
      count++;
      Simulation.Outcome outcome = simulation.run(history, choices, null);
      if (outcome.violation() != null) {
        return new Result(
            count, choices.stateCount(), failure(simulation, history, choices), false);
      }
      if (count == maxHistories) {
        return new Result(count, choices.stateCount(), null, false);
      }
    } while (choices.next());
    return new Result(count, choices.stateCount(), null, true);
  }

  /** Runs the last history once more, and tells what happens in it. */
  private static String failure(Simulation simulation, History history, SystematicChoices choices) {
    List<String> log = new ArrayList<>();
    log.add(history.toString());
    choices.repeat();
    log.add(simulation.run(history, choices, log).violation());
    return String.join("\n", log);
  }
}
