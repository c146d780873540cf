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
    // Where nothing can be published, there is little to find.
    Semantics semantics =
        random.nextInt(32) == 0
            ? Semantics.UNCONDITIONAL
            : all[(int) Math.floorMod(seed, (long) all.length - 1)];
    Fault.Level[] levels = Fault.Level.values();
    Fault.Level faults = levels[random.nextInt(levels.length)];
    history = History.random(random, semantics, faults);
    choices = new RecordedChoices(new RandomChoices(random.split(), faults));
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
