// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Choices by a random generator, most of them dull. */
final class RandomChoices implements Choices {

  private final SplittableRandom random;
  private final Map<Kind, Double> rates = new EnumMap<>(Kind.class);

  /** Draws how often something happens, too. */
  RandomChoices(SplittableRandom random, Fault.Level faults) {
    this.random = random;
    rates.put(Kind.NEXT, rate(0.05, 0.2, 0.5));
    if (faults != Fault.Level.NONE) {
      rates.put(Kind.FAULT, rate(0.01, 0.03, 0.08));
      rates.put(Kind.DELIVERY, rate(0.01, 0.05, 0.3));
      rates.put(Kind.UNLISTED, rate(0, 0.1, 0.5));
    }
    rates.put(Kind.STALL, rate(0, 0.005, 0.03));
    rates.put(Kind.STALL_AFTER, rate(0, 0.005, 0.03));
  }

  private double rate(double... choices) {
    return choices[random.nextInt(choices.length)];
  }

  @Override
  public int choose(Kind kind, int process, int call, int options) {
    double rate = rates.getOrDefault(kind, 0.0);
    if (rate == 0 || random.nextDouble() >= rate) {
      return 0;
    }
    return 1 + random.nextInt(options - 1);
  }
}
