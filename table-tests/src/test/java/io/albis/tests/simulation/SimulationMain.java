// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs random histories on all processors, and prints each new kind of failure as a test: {@code
 * SimulationMain <count> [<first seed> [<threads>]]}.
 */
public final class SimulationMain {

  private static final int MAX_KINDS = Integer.getInteger("kinds", 20);
  private static final int PROGRESS_SECONDS = 10;

  private final long end;
  private final AtomicLong next;
  private final long first;
  private final long start = System.nanoTime();
  private long lastProgress = start;
  private final Map<Semantics, long[]> counts = new EnumMap<>(Semantics.class);
  private final Map<String, Integer> kinds = new TreeMap<>();

  private SimulationMain(long first, long count) {
    this.first = first;
    this.next = new AtomicLong(first);
    this.end = first + count;
  }

  /** Runs them; exit code 1 if a rule was broken. */
  public static void main(String[] args) throws InterruptedException {
    long count = Long.parseLong(args[0]);
    long first = args.length > 1 ? Long.parseLong(args[1]) : 0;
    int threads =
        args.length > 2 ? Integer.parseInt(args[2]) : Runtime.getRuntime().availableProcessors();
    SimulationMain main = new SimulationMain(first, count);
    List<Thread> runners = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(main::work, "simulation-" + i);
      runners.add(thread);
      thread.start();
    }
    for (Thread thread : runners) {
      thread.join();
    }
    main.report();
    System.exit(main.kinds.isEmpty() ? 0 : 1);
  }

  private void work() {
    try (Simulation simulation = new Simulation()) {
      for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
        RandomHistory random = new RandomHistory(seed);
        Simulation.Outcome outcome = random.run(simulation);
        add(simulation, seed, random, outcome);
      }
    }
  }

  private void add(
      Simulation simulation, long seed, RandomHistory random, Simulation.Outcome outcome) {
    boolean isNew = false;
    synchronized (this) {
      long[] sums = counts.computeIfAbsent(random.history().semantics(), any -> new long[4]);
      sums[0]++;
      sums[1] += outcome.calls();
      sums[2] += outcome.commits();
      if (outcome.violation() != null) {
        sums[3]++;
        isNew = kinds.merge(Failure.kind(outcome.violation()), 1, Integer::sum) == 1;
      }
      long now = System.nanoTime();
      if (now - lastProgress > PROGRESS_SECONDS * 1_000_000_000L) {
        lastProgress = now;
        report();
      }
    }
    if (isNew && kinds.size() <= MAX_KINDS) {
      String test = random.failure(outcome).shrunk(simulation).asTest(simulation);
      synchronized (this) {
        System.out.println("seed " + seed + ", history " + (seed - first + 1));
        System.out.println("  " + outcome.violation());
        System.out.println(test);
      }
    }
  }

  private synchronized void report() {
    double seconds = (System.nanoTime() - start) / 1e9;
    long histories = 0;
    StringBuilder line = new StringBuilder();
    for (Map.Entry<Semantics, long[]> entry : counts.entrySet()) {
      long[] sums = entry.getValue();
      histories += sums[0];
      line.append(
          String.format(
              "; %s: %d histories, %d requests, %d commits, %d violations",
              entry.getKey(), sums[0], sums[1], sums[2], sums[3]));
    }
    System.out.printf(
        "%d histories in %.0f s (%.0f a second)%s%n", histories, seconds, histories / seconds, line);
    kinds.forEach((kind, count) -> System.out.println("  " + count + " x " + kind));
  }
}
