// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What differs from run to run of a writer or of maintenance. Tests replace it: equal rows then
 * produce equal bytes, no time passes, and everything runs on one thread.
 *
 * @param uuids generates unique identifiers
 * @param clock returns the time in milliseconds since 1970-01-01T00:00Z, as this machine sees it
 * @param ticks returns nanoseconds of a clock that only moves forward, from any start
 * @param pause waits between two attempts
 * @param background runs what is written while the next rows are collected; {@code Runnable::run}
 *     writes on the thread that collects them
 * @param createdBy the name and version of the program
 */
public record WriteEnvironment(
    Supplier<UUID> uuids,
    LongSupplier clock,
    LongSupplier ticks,
    Pause pause,
    Executor background,
    String createdBy) {

  /** Waits. */
  public interface Pause {
    /** Waits for some milliseconds. */
    void millis(long millis) throws InterruptedException;
  }

  /** Daemon threads that the process shares, and that end when they have been idle for a while. */
  private static final class Threads {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final ExecutorService SHARED =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "albis-write-" + NUMBER.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The clocks and threads of this process, and random identifiers. */
  public static WriteEnvironment system() {
    String version = WriteEnvironment.class.getPackage().getImplementationVersion();
    return new WriteEnvironment(
        UUID::randomUUID,
        System::currentTimeMillis,
        System::nanoTime,
        Thread::sleep,
        Threads.SHARED,
        "albis-java " + (version == null ? "development" : version));
  }

  /** A new identifier. */
  public UUID uuid() {
    return uuids.get();
  }

  /** The time in milliseconds since 1970-01-01T00:00Z. */
  public long millis() {
    return clock.getAsLong();
  }

  /** The same with other identifiers. */
  public WriteEnvironment withUuids(Supplier<UUID> others) {
    return new WriteEnvironment(others, clock, ticks, pause, background, createdBy);
  }

  /** The same with another clock. */
  public WriteEnvironment withClock(LongSupplier other) {
    return new WriteEnvironment(uuids, other, ticks, pause, background, createdBy);
  }

  /** The same with other ticks. */
  public WriteEnvironment withTicks(LongSupplier others) {
    return new WriteEnvironment(uuids, clock, others, pause, background, createdBy);
  }

  /** The same with another pause. */
  public WriteEnvironment withPause(Pause other) {
    return new WriteEnvironment(uuids, clock, ticks, other, background, createdBy);
  }

  /** The same with something else that runs what is written in the background. */
  public WriteEnvironment withBackground(Executor other) {
    return new WriteEnvironment(uuids, clock, ticks, pause, other, createdBy);
  }
}
