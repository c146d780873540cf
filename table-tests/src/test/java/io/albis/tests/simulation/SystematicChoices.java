// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Takes all choices, one history after the other, depth first. Where a history reaches a state that
 * another one has reached, what follows is known: from there on only dull choices are taken.
 *
 * <p>A state is what the storage holds, and for each process all that it has learned from its
 * requests; the code between requests depends on nothing else.
 */
final class SystematicChoices implements Choices {

  private final int maxFaults;
  private final int maxStalls;

  /** Options and choice at each point of the present history where there was a choice. */
  private final List<int[]> path = new ArrayList<>();

  private final Set<Long> states = new HashSet<>();
  private LongSupplier state;
  private int position;
  private int faults;
  private int stalls;
  private boolean isKnown;

  /**
   * Starts before the first history.
   *
   * @param maxFaults how many requests of a history fail at most
   * @param maxStalls how often a process of a history stands still at most
   */
  SystematicChoices(int maxFaults, int maxStalls) {
    this.maxFaults = maxFaults;
    this.maxStalls = maxStalls;
  }

  /** Starts the present history once more. */
  void repeat() {
    position = 0;
    faults = 0;
    stalls = 0;
    isKnown = false;
  }

  /** Goes to the next history; false if there is none. */
  boolean next() {
    repeat();
    while (!path.isEmpty()) {
      int[] last = path.get(path.size() - 1);
      if (++last[1] < last[0]) {
        return true;
      }
      path.remove(path.size() - 1);
    }
    return false;
  }

  /** Number of different states so far. */
  int stateCount() {
    return states.size();
  }

  @Override
  public boolean isTimeFrozen() {
    return true;
  }

  @Override
  public void observe(LongSupplier present) {
    this.state = present;
  }

  @Override
  public int choose(Kind kind, int process, int call, int options) {
    boolean isExhausted =
        switch (kind) {
          case NEXT, DELIVERY -> false;
          case STALL, STALL_AFTER -> stalls == maxStalls;
          case FAULT, UNLISTED -> faults == maxFaults;
        };
    if (isExhausted || isKnown) {
      return 0;
    }
    if (position == path.size()) {
      long point = (kind.name().hashCode() * 31L + process) * 31 + faults * 7L + stalls;
      if (!states.add(Hashes.mix(state.getAsLong(), point))) {
        isKnown = true;
        return 0;
      }
      path.add(new int[] {options, 0});
    }
    int choice = path.get(position++)[1];
    if (choice > 0) {
      faults += kind == Kind.FAULT || kind == Kind.UNLISTED ? 1 : 0;
      stalls += kind == Kind.STALL || kind == Kind.STALL_AFTER ? 1 : 0;
    }
    return choice;
  }
}
