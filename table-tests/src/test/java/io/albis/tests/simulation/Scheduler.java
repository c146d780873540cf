// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.tests.simulation.Choices.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one process run at a time, and decides at each request who goes on, how much time passes and
 * what happens to the request.
 */
final class Scheduler {

  /** How long a process can stand still: both below and above what protects a slow commit. */
  private static final long[] STALLS = {
    0, 1_000, 4 * 60_000L, 6 * 60_000L, 11 * 60_000L, 2 * 3_600_000L, 30 * 3_600_000L
  };

  private static final long[] UNLISTED = {0, 5, 500, Semantics.MAX_UNLISTED_MILLIS};

  /** More requests than any sensible history has. */
  private static final int MAX_CALLS = 20_000;

  /** 2026-01-01T00:00Z. */
  private static final long START = 1_767_225_600_000L;

  private final Semantics semantics;
  private final Choices choices;
  private final Fault.Level faults;
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final List<SimulatedStorage.Effect<?>> late = new ArrayList<>();

  /** For each late request, a hash of the process that made it, at that time. */
  private final List<Long> lateOrigins = new ArrayList<>();

  private final List<String> log;

  private long now = START;
  private volatile String violation;
  private volatile Thread waiting;
  private int calls;

  /** Index of the last process that is not among the others; they are negative. */
  private int outside;

  /**
   * Starts without processes.
   *
   * @param faults how requests can fail
   * @param log takes a line for each request; null for none
   */
  Scheduler(Semantics semantics, Choices choices, Fault.Level faults, List<String> log) {
    this.semantics = semantics;
    this.choices = choices;
    this.faults = faults;
    this.log = log;
  }

  SimulatedProcess add(long skewMillis) {
    SimulatedProcess process = new SimulatedProcess(this, processes.size(), skewMillis);
    processes.add(process);
    return process;
  }

  /** A process before or after the others, whose requests have no faults. */
  SimulatedProcess addOutside() {
    return new SimulatedProcess(this, --outside, 0);
  }

  /** The true time. */
  long now() {
    return now;
  }

  void advance(long millis) {
    now += millis;
  }

  int calls() {
    return calls;
  }

  /** Stops the history because a rule is broken. The first one counts. */
  void violated(String what) {
    if (violation == null) {
      violation = what;
    }
  }

  String violation() {
    return violation;
  }

  boolean isStopped() {
    return violation != null;
  }

  void log(String line) {
    if (log != null) {
      log.add(line);
    }
  }

  /** Runs all processes to their end, each by its task on a thread of the pool. */
  void run(ProcessThreads threads, List<Runnable> tasks) {
    waiting = Thread.currentThread();
    for (int i = 0; i < tasks.size(); i++) {
      SimulatedProcess process = processes.get(i);
      Runnable task = tasks.get(i);
      process.isEnded = false;
      process.thread =
          threads.start(
              i,
              () -> {
                await(process);
                SimulatedProcess.setCurrent(process);
                try {
                  task.run();
                } finally {
                  SimulatedProcess.setCurrent(null);
                  ended(process);
                }
              });
    }
    handOver(processes.get(choose(Kind.NEXT, tasks.size(), 0, tasks.size())));
    while (waiting != null) {
      LockSupport.park(this);
    }
  }

  private int choose(Kind kind, int process, int call, int options) {
    if (options < 2) {
      return 0;
    }
    if (process >= 0 && process < processes.size()) {
      processes.get(process).point = kind;
    }
    return choices.choose(kind, process, call, options);
  }

  /** A hash of what the processes have learned, of the time, and of requests that are late. */
  long hash() {
    long hash = now;
    for (SimulatedProcess process : processes) {
      hash = process.mix(hash);
    }
    for (long origin : lateOrigins) {
      hash = Hashes.mix(hash, origin);
    }
    return hash;
  }

  private static void await(SimulatedProcess process) {
    while (!process.isRunning) {
      LockSupport.park(process);
    }
  }

  private void handOver(SimulatedProcess next) {
    now = Math.max(now, next.wakeMillis);
    next.isRunning = true;
    LockSupport.unpark(next.thread);
  }

  private void ended(SimulatedProcess process) {
    process.isEnded = true;
    process.isRunning = false;
    List<SimulatedProcess> others = others(process);
    if (others.isEmpty()) {
      Thread main = waiting;
      waiting = null;
      LockSupport.unpark(main);
    } else {
      handOver(others.get(choose(Kind.NEXT, process.index(), process.calls() + 1, others.size())));
    }
  }

  private List<SimulatedProcess> others(SimulatedProcess process) {
    List<SimulatedProcess> others = new ArrayList<>(processes.size());
    for (SimulatedProcess other : processes) {
      if (other != process && !other.isEnded && other.thread != null) {
        others.add(other);
      }
    }
    return others;
  }

  /** Decides what happens before a request, and to it. */
  Fault step(SimulatedProcess process, Operation operation, String path) {
    now += choices.isTimeFrozen() ? 0 : 1;
    if (++calls > MAX_CALLS) {
      violated("no end after " + MAX_CALLS + " requests");
      return Fault.NONE;
    }
    int call = process.calls();
    if (process.index() < 0) {
      return Fault.NONE;
    }
    if (!late.isEmpty()) {
      int delivered = choose(Kind.DELIVERY, process.index(), call, late.size() + 1);
      if (delivered > 0) {
        deliver(delivered - 1);
      }
    }
    if (operation.isShared()) {
      List<SimulatedProcess> others = others(process);
      int next = choose(Kind.NEXT, process.index(), call, others.size() + 1);
      if (next > 0) {
        swap(process, others.get(next - 1));
      }
      stall(process, STALLS[choose(Kind.STALL, process.index(), call, STALLS.length)]);
    }
    Fault fault = Fault.NONE;
    if (!process.isDead()) {
      Fault[] possible = Fault.possible(faults, semantics, operation);
      fault = possible[choose(Kind.FAULT, process.index(), call, possible.length)];
    }
    if (log != null) {
      log(
          "process "
              + process.index()
              + " call "
              + call
              + ": "
              + operation
              + " "
              + path
              + (fault == Fault.NONE ? "" : " " + fault));
    }
    return fault;
  }

  /** Decides what happens after a request that has succeeded. */
  void after(SimulatedProcess process) {
    if (process.index() < 0) {
      return;
    }
    stall(
        process, STALLS[choose(Kind.STALL_AFTER, process.index(), process.calls(), STALLS.length)]);
  }

  /** Lets a process stand still, while others run. */
  void stall(SimulatedProcess process, long millis) {
    if (millis == 0 || isStopped()) {
      return;
    }
    if (process.index() < 0) {
      now += millis;
      return;
    }
    log("process " + process.index() + " stands still for " + millis + " ms");
    process.wakeMillis = now + millis;
    List<SimulatedProcess> others = others(process);
    if (others.isEmpty()) {
      now = process.wakeMillis;
    } else {
      int next = choose(Kind.NEXT, process.index(), - ++process.stalls, others.size());
      swap(process, others.get(next));
    }
  }

  private void swap(SimulatedProcess process, SimulatedProcess other) {
    process.isRunning = false;
    handOver(other);
    await(process);
  }

  boolean hasLate() {
    return !late.isEmpty();
  }

  /** Keeps the effect of a request for later. */
  void defer(SimulatedProcess process, SimulatedStorage.Effect<?> effect) {
    late.add(effect);
    lateOrigins.add(process.mix(0));
  }

  private void deliver(int index) {
    SimulatedStorage.Effect<?> effect = late.remove(index);
    lateOrigins.remove(index);
    log("a late request takes effect");
    try {
      effect.apply();
    } catch (IOException e) {
      log("it fails: " + e);
    }
  }

  /** Lets all late requests take effect. */
  void deliverAll() {
    while (!late.isEmpty()) {
      deliver(0);
    }
  }

  long unlistedMillis(SimulatedProcess process) {
    if (semantics != Semantics.OBJECTS_LISTED_LATE
        || process.index() < 0
        || faults == Fault.Level.NONE) {
      return 0;
    }
    return UNLISTED[choose(Kind.UNLISTED, process.index(), process.calls(), UNLISTED.length)];
  }
}
