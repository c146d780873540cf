// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.SplittableRandom;

/** Choices by a random generator, most of them dull. */
final class RandomChoices implements Choices {

  private final SplittableRandom random;
  private final double[] rates = new double[Kind.values().length];

  /** Draws how often something happens, too. */
  RandomChoices(SplittableRandom random, Fault.Level faults) {
    this.random = random;
    rates[Kind.NEXT.ordinal()] = rate(0.05, 0.2, 0.5);
    if (faults != Fault.Level.NONE) {
      rates[Kind.FAULT.ordinal()] = rate(0.01, 0.03, 0.08);
      rates[Kind.DELIVERY.ordinal()] = rate(0.01, 0.05, 0.3);
      rates[Kind.UNLISTED.ordinal()] = rate(0, 0.1, 0.5);
    }
    rates[Kind.STALL.ordinal()] = rate(0, 0.005, 0.03);
    rates[Kind.STALL_AFTER.ordinal()] = rate(0, 0.005, 0.03);
  }

  private double rate(double... rates) {
    return rates[random.nextInt(rates.length)];
  }

  @Override
  public int choose(Kind kind, int process, int call, int options) {
    double rate = rates[kind.ordinal()];
    if (rate == 0 || random.nextDouble() >= rate) {
      return 0;
    }
    return 1 + random.nextInt(options - 1);
  }
}
