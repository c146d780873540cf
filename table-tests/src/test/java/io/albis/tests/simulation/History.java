// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.tests.simulation.Action.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What the processes of a simulation are to do.
 *
 * @param faults how requests can fail
 * @param graceMillis how long a clean-up leaves files alone; 0 for as long as the oldest write
 *     takes
 * @param setup done before the processes start, without faults
 */
record History(
    Semantics semantics,
    Fault.Level faults,
    long graceMillis,
    List<Action> setup,
    List<Script> processes) {

  private static final int MAX_PROCESSES = 4;
  private static final int MAX_ACTIONS = 3;
  private static final int MAX_ARGUMENT = 1 << 16;
  private static final long MINUTE = 60_000;

  private static final long[] SKEWS = {
    0, 0, 0, 2 * MINUTE, -2 * MINUTE, 8 * MINUTE, -8 * MINUTE, 180 * MINUTE, -180 * MINUTE
  };

  private static final Kind[] KINDS = Kind.values();

  /** What a process does, whose clock is wrong by some milliseconds. */
  record Script(long skewMillis, List<Action> actions) {}

  static History random(SplittableRandom random, Semantics semantics, Fault.Level faults) {
    List<Action> setup = new ArrayList<>();
    if (random.nextInt(16) > 0) {
      setup.add(action(random, Kind.CREATE));
      for (int i = random.nextInt(4); i > 0; i--) {
        setup.add(random(random));
      }
    }
    List<Script> processes = new ArrayList<>();
    boolean isSkewed = random.nextInt(3) == 0;
    for (int i = 1 + random.nextInt(MAX_PROCESSES); i > 0; i--) {
      List<Action> actions = new ArrayList<>();
      for (int j = 1 + random.nextInt(MAX_ACTIONS); j > 0; j--) {
        actions.add(random(random));
      }
      processes.add(new Script(isSkewed ? SKEWS[random.nextInt(SKEWS.length)] : 0, actions));
    }
    return new History(semantics, faults, 0, setup, processes);
  }

  History withSetup(List<Action> other) {
    return new History(semantics, faults, graceMillis, other, processes);
  }

  History withProcesses(List<Script> others) {
    return new History(semantics, faults, graceMillis, setup, others);
  }

  private static Action random(SplittableRandom random) {
    return action(
        random,
        switch (random.nextInt(8)) {
          case 0 -> Kind.APPEND;
          case 1 -> Kind.WAIT;
          default -> KINDS[random.nextInt(KINDS.length)];
        });
  }

  private static Action action(SplittableRandom random, Kind kind) {
    return new Action(kind, random.nextInt(MAX_ARGUMENT));
  }
}
