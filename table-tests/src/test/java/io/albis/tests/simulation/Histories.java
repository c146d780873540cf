// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Runs random histories on several threads, and shrinks the first failure of each kind. */
final class Histories {

  private static final int MAX_KINDS = 20;
  private static final long PROGRESS_NANOS = 10_000_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;

  private final long first;
  private final long end;
  private final AtomicLong next;
  private final PrintStream out;
  private final long start = System.nanoTime();
  private long lastProgress = start;
  private final Map<Semantics, Sums> sums = new EnumMap<>(Semantics.class);
  private final Map<String, Integer> kinds = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();

  private static final class Sums {
    private long histories;
    private long calls;
    private long commits;
    private long violations;

    private void add(Simulation.Outcome outcome) {
      histories++;
      calls += outcome.calls();
      commits += outcome.commits();
      violations += outcome.violation() == null ? 0 : 1;
    }
  }

  /**
   * Histories of consecutive seeds.
   *
   * @param out takes lines of progress, and failures
   */
  Histories(long first, long count, PrintStream out) {
    this.first = first;
    this.next = new AtomicLong(first);
    this.end = first + count;
    this.out = out;
  }

  /** Runs them, and returns one failure of each kind as a test. */
  List<String> run(int threads) throws InterruptedException {
    List<Thread> runners = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread = ProcessThreads.newThread(this::work);
      runners.add(thread);
      thread.start();
    }
    for (Thread thread : runners) {
      thread.join();
    }
    report();
    return failures;
  }

  private void work() {
    try (Simulation simulation = new Simulation()) {
      for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
        RandomHistory random = new RandomHistory(seed);
        Simulation.Outcome outcome = random.run(simulation);
        if (add(random, outcome)) {
          String test = random.failure(outcome).shrunk(simulation).asTest(simulation);
          addFailure(
              "seed "
                  + seed
                  + ", after "
                  + (seed - first + 1)
                  + " histories: "
                  + outcome.violation()
                  + "\n"
                  + test);
        }
      }
    }
  }

  private synchronized void addFailure(String failure) {
    failures.add(failure);
    out.println(failure);
  }

  /** Returns whether it is a failure of a new kind. */
  private synchronized boolean add(RandomHistory random, Simulation.Outcome outcome) {
    sums.computeIfAbsent(random.history().semantics(), any -> new Sums()).add(outcome);
    boolean isNew =
        outcome.violation() != null
            && kinds.merge(Failure.kind(outcome.violation()), 1, Integer::sum) == 1
            && kinds.size() <= MAX_KINDS;
    if (System.nanoTime() - lastProgress > PROGRESS_NANOS) {
      lastProgress = System.nanoTime();
      report();
    }
    return isNew;
  }

  private synchronized void report() {
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    long histories = 0;
    StringBuilder line = new StringBuilder();
    for (Map.Entry<Semantics, Sums> entry : sums.entrySet()) {
      Sums of = entry.getValue();
      histories += of.histories;
      line.append(
          String.format(
              "; %s: %d, requests %d, commits %d, failures %d",
              entry.getKey(), of.histories, of.calls, of.commits, of.violations));
    }
    double cpuMillis =
        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e6;
    out.printf(
        "%d histories, %.0f a second, %.2f ms of processor time each%s%n",
        histories, histories / seconds, cpuMillis / histories, line);
    kinds.forEach((kind, count) -> out.println("  " + count + " x " + kind));
  }
}
