// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.tests.simulation.RecordedChoices.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/** A history that breaks a rule, with the choices that let it. */
record Failure(History history, Map<Point, Integer> choices, String violation) {

  /** How many other choices are tried for a history that does fewer things. */
  private static final int OTHERS = 100;

  private static final int MAX_CHOICES = 1000;

  /** The same, as short as it can be made, by leaving out one thing after the other. */
  Failure shrunk(Simulation simulation) {
    Failure shortest = this;
    boolean isShorter = true;
    while (isShorter) {
      isShorter = false;
      for (Failure candidate : shortest.shorter()) {
        Failure found = candidate.found(simulation);
        if (found != null && found.size() < shortest.size()) {
          shortest = found;
          isShorter = true;
          break;
        }
      }
    }
    return shortest;
  }

  /** Repeats it; if it does fewer things, also with other choices, as calls have other numbers. */
  private Failure found(Simulation simulation) {
    Failure found = repeat(simulation);
    for (long seed = 0; found == null && choices.isEmpty() && seed < OTHERS; seed++) {
      found = repeat(simulation, new RandomChoices(new SplittableRandom(seed), history.faults()));
    }
    return found;
  }

  /** What happens when it is repeated; null if no rule is broken, or another kind of rule. */
  private Failure repeat(Simulation simulation) {
    return repeat(simulation, RecordedChoices.replay(choices));
  }

  private Failure repeat(Simulation simulation, Choices other) {
    RecordedChoices recorded = new RecordedChoices(other);
    Simulation.Outcome outcome = simulation.run(history, recorded, null);
    return outcome.violation() == null || !kind(outcome.violation()).equals(kind(violation))
        ? null
        : new Failure(history, recorded.chosen(), outcome.violation());
  }

  /** The violation without names and numbers. */
  static String kind(String violation) {
    String line = violation.lines().findFirst().orElse("");
    return line.replaceAll("_albis/manifests/manifest-[-0-9a-f]+|data/[-0-9a-zA-Z.]+", "FILE")
        .replaceAll("[A-Z_]+:[0-9]+ of process -?[0-9]+|null of process -?[0-9]+", "ACTION")
        .replaceAll("s[0-9]+/t", "t")
        .replaceAll("[0-9]+", "#");
  }

  /** Fewer actions are shorter, whatever the choices. */
  private int size() {
    int size = history.setup().size();
    for (History.Script process : history.processes()) {
      size += 2 * process.actions().size() + (process.skewMillis() == 0 ? 0 : 1);
    }
    return MAX_CHOICES * size + choices.size();
  }

  private List<Failure> shorter() {
    List<Failure> candidates = new ArrayList<>();
    List<History> histories = shorterHistories();
    histories.forEach(other -> candidates.add(new Failure(other, choices, violation)));
    List<Point> points = new ArrayList<>(choices.keySet());
    for (int length = points.size() / 2; length > 0; length /= 2) {
      for (int first = 0; first < points.size(); first += length) {
        int end = Math.min(points.size(), first + length);
        candidates.add(without(points.subList(first, end)));
      }
    }
    histories.forEach(other -> candidates.add(new Failure(other, Map.of(), violation)));
    return candidates;
  }

  private List<History> shorterHistories() {
    List<History> candidates = new ArrayList<>();
    List<History.Script> processes = history.processes();
    for (int p = 0; p < processes.size(); p++) {
      // The process stays, so that the others keep their numbers.
      if (!processes.get(p).actions().isEmpty()) {
        candidates.add(with(p, new History.Script(0, List.of())));
      }
      History.Script process = processes.get(p);
      for (List<Action> fewer : fewer(process.actions())) {
        candidates.add(with(p, new History.Script(process.skewMillis(), fewer)));
      }
      if (process.skewMillis() != 0) {
        candidates.add(with(p, new History.Script(0, process.actions())));
      }
    }
    for (List<Action> fewer : fewer(history.setup())) {
      candidates.add(history.withSetup(fewer));
    }
    return candidates;
  }

  private static List<List<Action>> fewer(List<Action> actions) {
    List<List<Action>> fewer = new ArrayList<>();
    for (int i = actions.size() - 1; i >= 0; i--) {
      List<Action> others = new ArrayList<>(actions);
      others.remove(i);
      fewer.add(others);
    }
    return fewer;
  }

  private History with(int index, History.Script process) {
    List<History.Script> processes = new ArrayList<>(history.processes());
    processes.set(index, process);
    return history.withProcesses(processes);
  }

  private Failure without(List<Point> points) {
    Map<Point, Integer> fewer = new LinkedHashMap<>(choices);
    points.forEach(fewer::remove);
    return new Failure(history, fewer, violation);
  }

  /** A test that repeats it, and what happens in it. */
  String asTest(Simulation simulation) {
    List<String> log = new ArrayList<>();
    simulation.run(history, RecordedChoices.replay(choices), log);
    StringBuilder test = new StringBuilder("  @Test\n  void repeats() {\n");
    log.forEach(line -> test.append("    // ").append(line).append('\n'));
    test.append("    // ").append(violation.lines().findFirst().orElse("")).append('\n');
    test.append("    Replay.on(Semantics.").append(history.semantics());
    test.append(", Fault.Level.").append(history.faults());
    test.append(")\n        .setup(").append(quoted(history.setup(), Action::toString)).append(")");
    for (History.Script process : history.processes()) {
      test.append("\n        .process(").append(process.skewMillis());
      test.append("L").append(process.actions().isEmpty() ? "" : ", ");
      test.append(quoted(process.actions(), Action::toString)).append(")");
    }
    choices.forEach(
        (point, choice) ->
            test.append("\n        .choose(Kind.")
                .append(point.kind())
                .append(", ")
                .append(point.process())
                .append(", ")
                .append(point.call())
                .append(", ")
                .append(choice)
                .append(")"));
    return test.append("\n        .requireSound();\n  }\n").toString();
  }

  private static <T> String quoted(List<T> items, Function<T, String> text) {
    return String.join(", ", items.stream().map(item -> '"' + text.apply(item) + '"').toList());
  }
}
