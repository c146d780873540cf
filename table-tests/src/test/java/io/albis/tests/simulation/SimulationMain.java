// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.List;

/** Runs random histories: {@code SimulationMain <count> [<first seed> [<threads>]]}. */
public final class SimulationMain {

  private SimulationMain() {}

  /** Runs them; the exit code is 1 if a rule was broken. */
  public static void main(String[] args) throws InterruptedException {
    long count = Long.parseLong(args[0]);
    long first = args.length > 1 ? Long.parseLong(args[1]) : 0;
    int threads =
        args.length > 2 ? Integer.parseInt(args[2]) : Runtime.getRuntime().availableProcessors();
    List<String> failures = new Histories(first, count, System.out).run(threads);
    System.exit(failures.isEmpty() ? 0 : 1);
  }
}
