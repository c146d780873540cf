// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tests.simulation.Action.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two processes with one action each, in all interleavings, and with at most {@code
 * -Dalbis.interleavings.faults} faults (default 0). {@code -Dalbis.interleavings=all} takes all
 * pairs of actions that change the table, and a list of kinds with commas their pairs.
 */
class InterleavingsTest {

  private static final int FAULTS = Integer.getInteger("albis.interleavings.faults", 0);
  private static final long MOST = Long.getLong("albis.interleavings.most", 1_000_000);
  private static final int ARGUMENT = 1;

  private static final List<Kind> ALL =
      Stream.of(Kind.values())
          .filter(kind -> kind != Kind.WAIT && !kind.name().startsWith("READ"))
          .toList();

  private static final List<Kind> SOME =
      List.of(Kind.APPEND, Kind.OVERWRITE, Kind.PARTITION, Kind.ROLLBACK, Kind.EXPIRE);

  static List<List<Kind>> pairs() {
    String chosen = System.getProperty("albis.interleavings", "");
    List<Kind> kinds =
        switch (chosen) {
          case "" -> SOME;
          case "all" -> ALL;
          default -> Arrays.stream(chosen.split(",")).map(Kind::valueOf).toList();
        };
    List<List<Kind>> pairs = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      for (int j = i; j < kinds.size(); j++) {
        pairs.add(List.of(kinds.get(i), kinds.get(j)));
      }
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void breakNoRule(List<Kind> kinds) {
    Fault.Level level = FAULTS == 0 ? Fault.Level.NONE : Fault.Level.CHECKED;
    // Clocks that differ: equal changes at the same millisecond would be the same snapshot.
    List<History.Script> processes =
        IntStream.range(0, kinds.size())
            .mapToObj(i -> new History.Script(i, List.of(new Action(kinds.get(i), ARGUMENT))))
            .toList();
    List<Action> setup = List.of(new Action(Kind.CREATE, 1), new Action(Kind.APPEND, 1));
    History history = new History(Semantics.OBJECTS, level, 0, setup, processes);
    try (Simulation simulation = new Simulation()) {
      Interleavings.Result found = Interleavings.explore(simulation, history, FAULTS, 0, MOST);
      System.out.println(
          kinds + ": " + found.histories() + " histories, " + found.states() + " states");
      assertThat(found.failure()).isNull();
      assertThat(found.isComplete()).as("all were run").isTrue();
      assertThat(found.histories()).isGreaterThan(10);
    }
  }
}
