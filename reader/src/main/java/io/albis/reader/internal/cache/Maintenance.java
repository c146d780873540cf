// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.MemoryPressure;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a cache does in the background, on one thread: advances its clock, releases memory when the
 * system is short of it, returns memory of evicted segments, and selects chunks.
 */
public final class Maintenance implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

  private static final long TICK_MILLIS = 100;
  private static final long AGING_MILLIS = 60_000;

  private final CacheStore store;
  private volatile MemoryPressure pressure;
  private final ChunkSelector selector;
  private final ScheduledExecutorService executor;
  private final long selectionMillis;
  private long nextAging;
  private long nextSelection;
  private long loadsBefore;

  /** Whether the last tick has failed, and that was logged. */
  private boolean hasFailed;

  /** Starts the thread. */
  public Maintenance(CacheStore store, MemoryPressure pressure) {
    this.store = store;
    this.pressure = pressure;
    this.selector = new ChunkSelector(store);
    this.selectionMillis = store.policy().selectionInterval().toMillis();
    this.nextAging = store.nowMillis() + AGING_MILLIS;
    this.nextSelection = store.nowMillis() + selectionMillis;
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(null, task, "albis-cache", 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(Maintenance.class.getClassLoader());
              return thread;
            });
    var unused =
        executor.scheduleWithFixedDelay(
            this::runSafely, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Replaces the measurement, from the next look on. */
  public void pressure(MemoryPressure newPressure) {
    pressure = newPressure;
  }

  /** The selection of chunks, which can also be made by request. */
  public ChunkSelector selector() {
    return selector;
  }

  private void runSafely() {
    // First and whatever fails: checks of permissions depend on the clock.
    store.tick();
    try {
      run();
      hasFailed = false;
    } catch (RuntimeException | Error e) {
      // A policy or a measurement of an engine has failed, or memory is short. Nothing is left half
      // done, and an error that leaves the task would end all ticks: so the next one tries again.
      report(e);
    }
  }

  /** Logs the first of a series of failures, which may be ten per second. */
  private void report(Throwable failure) {
    if (hasFailed) {
      return;
    }
    try {
      LOG.error("Failed to maintain the column cache; it tries again", failure);
      hasFailed = true;
    } catch (RuntimeException | Error e) {
      // Such as no memory for the message: then the next failure is logged.
      failure.addSuppressed(e);
    }
  }

  private void run() {
    store.reclaimExcess();
    long excess = Math.min(pressure.excessBytes(), store.heldBytes());
    if (excess > 0) {
      long unused = store.reclaim(excess, EvictionReason.PRESSURE);
    }
    long loads = store.counters().loads.sum();
    if (loads == loadsBefore) {
      store.returnMemory();
    }
    loadsBefore = loads;
    long now = store.nowMillis();
    if (now >= nextAging) {
      nextAging = now + AGING_MILLIS;
      store.age();
      store.scopes().forgetUnused();
    }
    if (selectionMillis > 0 && now >= nextSelection) {
      nextSelection = now + selectionMillis;
      var unused = selector.select();
    }
  }

  /** Stops the thread. */
  @Override
  public void close() {
    executor.shutdownNow();
    boolean isInterrupted = false;
    while (true) {
      try {
        if (executor.awaitTermination(1, TimeUnit.MINUTES)) {
          break;
        }
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
