// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.maintenance.TableMaintenance;
import io.albis.writer.SimulatedEnvironment;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Runs histories, one after the other. For one thread. */
final class Simulation implements AutoCloseable {

  /** One in so many tables is verified at the end. */
  private static final int VERIFIED = 8;

  private static final long DAY = 24 * 3_600_000L;

  private final ProcessThreads threads = new ProcessThreads();

  /**
   * What a history has shown.
   *
   * @param violation the first rule that was broken; null if none
   * @param calls requests to the storage
   * @param commits snapshots that were published
   */
  record Outcome(String violation, int calls, long commits) {}

  /**
   * Runs a history.
   *
   * @param log takes what happens; null for none
   */
  Outcome run(History history, Choices choices, List<String> log) {
    Scheduler scheduler = new Scheduler(history.semantics(), choices, history.faults(), log);
    SimulatedStore store = new SimulatedStore(history.semantics(), scheduler::now);
    TableModel model = new TableModel(store, scheduler::violated);
    store.setObserver(model);
    choices.observe(() -> Hashes.mix(scheduler.hash(), store.hash()));
    URI uri = SimulatedStorageProvider.add(store);
    World world = new World(history, scheduler, model, uri.toString());
    try {
      run(history, scheduler, world, store);
    } catch (RuntimeException | Error e) {
      java.io.StringWriter trace = new java.io.StringWriter();
      e.printStackTrace(new java.io.PrintWriter(trace));
      scheduler.violated("the check at the end fails: " + trace);
    } finally {
      SimulatedStorageProvider.remove(uri);
    }
    return new Outcome(scheduler.violation(), scheduler.calls(), model.latestId());
  }

  private void run(History history, Scheduler scheduler, World world, SimulatedStore store) {
    List<Runnable> tasks = new ArrayList<>();
    for (History.Script process : history.processes()) {
      SimulatedProcess simulated = scheduler.add(process.skewMillis());
      tasks.add(() -> world.perform(simulated, process.actions()));
    }
    SimulatedProcess setup = scheduler.addOutside();
    alone(setup, () -> world.perform(setup, history.setup()));
    if (!scheduler.isStopped()) {
      scheduler.run(threads, tasks);
    }
    if (!scheduler.isStopped()) {
      SimulatedProcess last = scheduler.addOutside();
      alone(last, () -> finish(world, last, store));
    }
  }

  /** Runs something on this thread, without faults and other processes. */
  private static void alone(SimulatedProcess process, Runnable task) {
    SimulatedProcess.setCurrent(process);
    try {
      task.run();
    } finally {
      SimulatedProcess.setCurrent(null);
    }
  }

  /** Checks the table when all processes are gone, and after maintenance. */
  private static void finish(World world, SimulatedProcess process, SimulatedStore store) {
    Scheduler scheduler = world.scheduler();
    TableModel model = world.model();
    scheduler.log("all processes are gone");
    boolean isLate = scheduler.calls() % 2 == 0;
    if (!isLate) {
      scheduler.deliverAll();
    }
    scheduler.advance(30 * DAY);
    for (long id : model.kept()) {
      if (!scheduler.isStopped()) {
        new Reading(world, process).snapshot(id);
      }
    }
    if (model.latestId() == 0 || scheduler.isStopped()) {
      return;
    }
    process.setAttempt(new Attempt(process.index(), null, scheduler.now()));
    SimulatedEnvironment environment = World.environment(process);
    try (TableMaintenance table = environment.maintenance(world.uri())) {
      table.expire(Duration.ZERO, 1);
      scheduler.advance(DAY);
      table.clean(Duration.ofHours(1));
    }
    Set<String> left = new TreeSet<>(store.paths());
    left.removeAll(model.needed());
    if (!left.isEmpty()) {
      world.violated("a clean-up leaves " + left);
    }
    // Beyond every period of grace.
    scheduler.deliverAll();
    new Reading(world, process).latest(1);
    if (scheduler.calls() % VERIFIED == 0) {
      new Reading(world, process).verify();
    }
  }

  @Override
  public void close() {
    threads.close();
  }
}
