// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tests.simulation.RecordedChoices.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Repeats one history, as a failure prints it. */
final class Replay {

  private final Semantics semantics;
  private final Fault.Level faults;
  private final Map<Point, Integer> choices = new HashMap<>();
  private final List<History.Script> processes = new ArrayList<>();
  private List<Action> setup = List.of();

  private Replay(Semantics semantics, Fault.Level faults) {
    this.semantics = semantics;
    this.faults = faults;
  }

  static Replay on(Semantics semantics, Fault.Level faults) {
    return new Replay(semantics, faults);
  }

  Replay setup(String... actions) {
    setup = Arrays.stream(actions).map(Action::parse).toList();
    return this;
  }

  Replay process(long skewMillis, String... actions) {
    processes.add(
        new History.Script(skewMillis, Arrays.stream(actions).map(Action::parse).toList()));
    return this;
  }

  Replay choose(Choices.Kind kind, int process, int call, int choice) {
    choices.put(new Point(kind, process, call), choice);
    return this;
  }

  /** Requires that no rule is broken. */
  void requireSound() {
    try (Simulation simulation = new Simulation()) {
      List<String> log = new ArrayList<>();
      Simulation.Outcome outcome =
          simulation.run(
              new History(semantics, faults, 0, setup, processes),
              RecordedChoices.replay(choices),
              log);
      assertThat(outcome.violation()).as(String.join("\n", log)).isNull();
    }
  }
}
