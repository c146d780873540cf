// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** A history and choices that follow from a seed. */
final class RandomHistory {

  private final History history;
  private final RecordedChoices choices;

  RandomHistory(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Semantics[] all = Semantics.values();
    Fault.Level[] levels = Fault.Level.values();
    Fault.Level faults = levels[random.nextInt(levels.length)];
    history =
        History.random(random, all[(int) Math.floorMod(seed, (long) all.length)], faults);
    choices = new RecordedChoices(new RandomChoices(random.split(), faults != Fault.Level.NONE));
  }

  History history() {
    return history;
  }

  Simulation.Outcome run(Simulation simulation) {
    return run(simulation, null);
  }

  Simulation.Outcome run(Simulation simulation, List<String> log) {
    return simulation.run(history, choices, log);
  }

  /** The failure that it is. */
  Failure failure(Simulation.Outcome outcome) {
    return new Failure(history, choices.chosen(), outcome.violation());
  }
}
