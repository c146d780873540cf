// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.storage.NotPublishedException;
import java.io.IOException;
import java.util.UUID;

/**
 * A process of a simulation: real code on a thread of its own, which waits whenever another process
 * is running.
 */
final class SimulatedProcess {

  /** A simulated failure of a kind that storages should not have, but that happens. */
  static final class UncheckedFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UncheckedFault(String message) {
      super(message);
    }
  }

  /** A simulated failure of the virtual machine. */
  static final class ErrorFault extends Error {
    private static final long serialVersionUID = 1L;

    ErrorFault(String message) {
      super(message);
    }
  }

  private static final ThreadLocal<SimulatedProcess> CURRENT = new ThreadLocal<>();

  private final Scheduler scheduler;
  private final int index;
  private final long skewMillis;
  private int calls;
  private int uuids;
  private boolean isDead;
  private Object attempt;
  private String lastFault = "";
  private long learned;

  /** The last choice that it has asked for. */
  Choices.Kind point = Choices.Kind.NEXT;

  /** When it goes on, if it stands still. */
  long wakeMillis;

  /** How often it has stood still. */
  int stalls;

  boolean isEnded;

  /** Read by its thread alone while it waits; written by the thread that hands over. */
  volatile boolean isRunning;

  volatile Thread thread;

  SimulatedProcess(Scheduler scheduler, int index, long skewMillis) {
    this.scheduler = scheduler;
    this.index = index;
    this.skewMillis = skewMillis;
  }

  /** The process of this thread; null outside a simulation. */
  static SimulatedProcess current() {
    return CURRENT.get();
  }

  /** Makes this thread the one of a process. */
  static void setCurrent(SimulatedProcess process) {
    if (process == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(process);
    }
  }

  int index() {
    return index;
  }

  int calls() {
    return calls;
  }

  /** Whether it was killed: it goes on, but nothing that it does has an effect. */
  boolean isDead() {
    return isDead || scheduler.isStopped();
  }

  /** By how much its clock is wrong. */
  long skewMillis() {
    return skewMillis;
  }

  /** The time of its clock. */
  long millis() {
    return scheduler.now() + skewMillis;
  }

  /** An identifier that no other call returns. */
  UUID uuid() {
    // Mixed, so that the order of names is not that of time.
    long mixed = (++uuids * 64L + index + 9) * 0x9E3779B97F4A7C15L;
    return new UUID(mixed, uuids * 64L + index + 8);
  }

  /** Waits in simulated time. */
  void pause(long millis) {
    if (!isDead()) {
      scheduler.stall(this, millis);
    }
  }

  /** What it is doing, which a request belongs to. */
  Object attempt() {
    return attempt;
  }

  void setAttempt(Object attempt) {
    this.attempt = attempt;
  }

  /** The last fault that a request of it had; empty if none. */
  String lastFault() {
    return lastFault;
  }

  void clearFaults() {
    lastFault = "";
  }

  long unlistedMillis() {
    return isDead() ? 0 : scheduler.unlistedMillis(this);
  }

  <T> T call(Operation operation, String path, SimulatedStorage.Effect<T> effect)
      throws IOException {
    if (isDead()) {
      throw failure(operation, path, "the process is dead");
    }
    calls++;
    Fault fault = scheduler.step(this, operation, path);
    if (isDead()) {
      throw failure(operation, path, "the process is dead");
    }
    learn(Hashes.mix(fault.name().hashCode(), path));
    try {
      T result = apply(fault, operation, path, effect);
      learn(Hashes.mix(operation.name().hashCode(), result));
      if (fault == Fault.NONE) {
        scheduler.after(this);
      }
      return result;
    } catch (IOException | RuntimeException | Error e) {
      learn(e.getClass().getName().hashCode());
      throw e;
    }
  }

  private <T> T apply(
      Fault fault, Operation operation, String path, SimulatedStorage.Effect<T> effect)
      throws IOException {
    if (fault == Fault.NONE) {
      return effect.apply();
    }
    lastFault = fault + " " + operation + " " + path;
    return fail(fault, operation, path, effect);
  }

  /** Takes note of something that it has learned, on which depends what it does. */
  void learn(long what) {
    learned = Hashes.mix(learned, what);
  }

  /** Adds all that it has learned, and where it stands, to a hash. */
  long mix(long hash) {
    long flags = (isEnded ? 1 : 0) + (isDead ? 2 : 0) + 4L * stalls;
    return Hashes.mix(
        Hashes.mix(Hashes.mix(hash, learned), flags),
        Hashes.mix(point.name().hashCode(), wakeMillis));
  }

  private <T> T fail(
      Fault fault, Operation operation, String path, SimulatedStorage.Effect<T> effect)
      throws IOException {
    switch (fault) {
      case NOT_PUBLISHED ->
          throw new NotPublishedException(failure(operation, path, "certainly not published"));
      case FAILS_BEFORE -> throw failure(operation, path, "failed");
      case FAILS_AFTER -> {
        effect.apply();
        throw failure(operation, path, "the answer was lost");
      }
      case LATE -> {
        scheduler.defer(this, effect);
        throw failure(operation, path, "timeout");
      }
      case REPEATED -> {
        T result = effect.apply();
        scheduler.defer(this, effect);
        return result;
      }
      case THROWS_BEFORE -> throw new UncheckedFault(operation + " " + path);
      case THROWS_AFTER -> {
        effect.apply();
        throw new UncheckedFault(operation + " " + path);
      }
      case ERROR_AFTER -> {
        effect.apply();
        throw new ErrorFault(operation + " " + path);
      }
      case KILLED_BEFORE -> {
        isDead = true;
        throw failure(operation, path, "killed");
      }
      case KILLED_AFTER -> {
        isDead = true;
        effect.apply();
        throw failure(operation, path, "killed");
      }
      default -> throw new AssertionError(fault);
    }
  }

  private static IOException failure(Operation operation, String path, String why) {
    return new IOException("Simulated: " + operation + " " + path + ": " + why);
  }
}
