// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.format.error.AlbisException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.error.CorruptFileException;
import io.albis.tests.simulation.SimulatedProcess.ErrorFault;
import io.albis.tests.simulation.SimulatedProcess.UncheckedFault;
import io.albis.writer.SimulatedEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** All that the processes of a history share. */
final class World {

  private static final long HOUR = 3_600_000;

  private final History history;
  private final Scheduler scheduler;
  private final TableModel model;
  private final String uri;
  private final List<Attempt> attempts = new ArrayList<>();
  private final List<Distribution.Planned> planned = new ArrayList<>();
  private long maxSkew;
  private int nextRow;

  World(History history, Scheduler scheduler, TableModel model, String uri) {
    this.history = history;
    this.scheduler = scheduler;
    this.model = model;
    this.uri = uri;
    for (History.Script process : history.processes()) {
      maxSkew = Math.max(maxSkew, Math.abs(process.skewMillis()));
    }
  }

  History history() {
    return history;
  }

  TableModel model() {
    return model;
  }

  String uri() {
    return uri;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** Distributed writes that any process may commit. */
  List<Distribution.Planned> planned() {
    return planned;
  }

  /** Numbers of new rows: the first of them. */
  int newRows(int count) {
    int first = nextRow;
    nextRow += count;
    return first;
  }

  static SimulatedEnvironment environment(SimulatedProcess process) {
    return new SimulatedEnvironment(
        process::uuid,
        process::millis,
        () -> process.millis() - process.skewMillis(),
        process::pause);
  }

  /** How long a clean-up must leave files alone, so that no write is in danger. */
  long graceMillis() {
    if (history.graceMillis() > 0) {
      return history.graceMillis();
    }
    long oldest = scheduler.now();
    for (Attempt attempt : attempts) {
      // Those whose outcome is unknown may have requests that are late, but write no more.
      if (attempt.state() == Attempt.State.OPEN) {
        oldest = Math.min(oldest, attempt.started());
      }
    }
    for (Distribution.Planned write : planned) {
      oldest = Math.min(oldest, write.started());
    }
    return scheduler.now() - oldest + 2 * maxSkew + HOUR;
  }

  /**
   * Whether no action is about to publish a snapshot, so that the table can be deleted; or creates
   * a table: nothing shows then that the files written so far have been deleted.
   */
  boolean mayDrop(Attempt own) {
    return !scheduler.hasLate()
        && attempts.stream()
            .noneMatch(
                attempt -> attempt != own && (attempt.isCommitting() || attempt.isOpenCreation()));
  }

  /** Deletes the table in one step. */
  void drop(SimulatedProcess process) {
    if (!process.isDead()) {
      scheduler.log("process " + process.index() + " deletes the table");
      model.drop();
      attempts.forEach(Attempt::forget);
    }
  }

  /** Does one thing after the other. */
  void perform(SimulatedProcess process, List<Action> actions) {
    Actions performer = new Actions(this, process, environment(process));
    for (Action action : actions) {
      if (process.isDead()) {
        return;
      }
      perform(performer, process, action);
    }
  }

  private void perform(Actions performer, SimulatedProcess process, Action action) {
    Attempt attempt = new Attempt(process.index(), action, scheduler.now());
    attempts.add(attempt);
    process.setAttempt(attempt);
    process.clearFaults();
    scheduler.log("process " + process.index() + " begins " + action);
    String outcome = "done";
    int drops = model.drops();
    try {
      performer.perform(attempt);
      if (attempt.state() == Attempt.State.OPEN && !process.isDead()) {
        attempt.done();
      }
    } catch (CommitStateUnknownException e) {
      attempt.unknown();
      outcome = e.toString();
    } catch (CorruptFileException | UnsupportedOperationException e) {
      outcome = e.toString();
      // The files of a table that was created again are others.
      if (drops == model.drops() || !(e instanceof CorruptFileException)) {
        check(process, attempt, e);
      } else {
        settle(attempt, e);
      }
    } catch (AlbisException | UncheckedFault | ErrorFault | IllegalStateException e) {
      outcome = e.toString();
      if (!process.isDead()) {
        settle(attempt, e);
      }
    } catch (RuntimeException | Error e) {
      outcome = e.toString();
      check(process, attempt, e);
    }
    scheduler.log("process " + process.index() + " ends " + action + ": " + outcome);
  }

  private static void settle(Attempt attempt, Throwable e) {
    if (attempt.state() == Attempt.State.OPEN) {
      if (e instanceof ErrorFault) {
        attempt.unknown();
      } else {
        attempt.done();
      }
    }
  }

  /** An exception that nothing may cause. */
  private void check(SimulatedProcess process, Attempt attempt, Throwable e) {
    if (!process.isDead()) {
      java.io.StringWriter trace = new java.io.StringWriter();
      e.printStackTrace(new java.io.PrintWriter(trace));
      violated(attempt + " fails: " + trace);
    }
  }

  /** Id of the latest snapshot of which a process knows that it was published. */
  long latestAcknowledged() {
    long latest = 0;
    for (Attempt attempt : attempts) {
      if (attempt.state() == Attempt.State.ACKNOWLEDGED) {
        for (long id : attempt.published()) {
          latest = Math.max(latest, id);
        }
      }
    }
    return latest;
  }

  void violated(String what) {
    scheduler.violated(Objects.requireNonNull(what));
  }

  /** Takes what is wrong, if anything is. */
  void require(String wrong) {
    if (wrong != null) {
      violated(wrong);
    }
  }
}
