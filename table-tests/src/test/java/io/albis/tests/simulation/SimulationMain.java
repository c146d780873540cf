// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Runs random histories: {@code SimulationMain <count> [<first seed>]}. */
public final class SimulationMain {

  private SimulationMain() {}

  /** Runs them. */
  public static void main(String[] args) {
    long count = Long.parseLong(args[0]);
    long first = args.length > 1 ? Long.parseLong(args[1]) : 0;
    long start = System.nanoTime();
    long calls = 0;
    long commits = 0;
    int violations = 0;
    try (Simulation simulation = new Simulation()) {
      for (long seed = first; seed < first + count; seed++) {
        SplittableRandom random = new SplittableRandom(seed);
        Semantics semantics = Semantics.values()[(int) (seed % Semantics.values().length)];
        boolean hasFaults = random.nextInt(4) > 0;
        History history = History.random(random, semantics, hasFaults);
        RecordedChoices choices =
            new RecordedChoices(new RandomChoices(random.split(), hasFaults));
        Simulation.Outcome outcome = simulation.run(history, choices, null);
        calls += outcome.calls();
        commits += outcome.commits();
        if (outcome.violation() != null) {
          violations++;
          System.out.println("seed " + seed + " " + history);
          System.out.println("  " + choices.chosen());
          System.out.println("  " + outcome.violation());
          if (args.length > 2) {
            List<String> log = new ArrayList<>();
            simulation.run(history, RecordedChoices.replay(choices.chosen()), log);
            log.forEach(System.out::println);
          }
          if (violations >= 10) {
            break;
          }
        }
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%d histories, %d calls, %d commits, %.1f s, %d violations%n",
        count, calls, commits, seconds, violations);
  }
}
