// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.spark.internal.plan.PlanUpdate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the planned scans of an executor from the driver: before the first task of a stage and,
 * while there are some, from time to time, since queries plan and end while no stage begins.
 * Thread-safe.
 */
final class PlanPoller implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PlanPoller.class);

  private static final long INTERVAL_MILLIS = 500;

  /** For which the tasks of a stage wait for their plan; they can do without it. */
  private static final long MAX_WAIT_MILLIS = 500;

  /** Stages that are remembered; asking again for one costs a request. */
  private static final int MAX_STAGES = 1024;

  private final PluginContext context;
  private final ColumnCache cache;

  /** The first request for each stage. */
  private final Map<Integer, Future<?>> stages = new ConcurrentHashMap<>();

  private final ScheduledExecutorService thread;

  /** Used by the thread alone, as is the next field. */
  private final Map<String, RegisteredPlan> plans = new HashMap<>();

  private long version;

  PlanPoller(PluginContext context, ColumnCache cache) {
    this.context = context;
    this.cache = cache;
    this.thread = RepeatedWork.every(INTERVAL_MILLIS, "albis-plans", this::refresh);
  }

  /** Called by a task before it reads. Waits until the plan of its stage is known, but not long. */
  void await(int stage) {
    if (stages.size() > MAX_STAGES) {
      stages.clear();
    }
    try {
      stages
          .computeIfAbsent(stage, key -> thread.submit(this::poll))
          .get(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
      LOG.debug("The plan of stage {} is not known yet: {}", stage, e.toString());
    } catch (InterruptedException e) {
      // The task looks at this itself.
      Thread.currentThread().interrupt();
    }
  }

  private void refresh() {
    if (!plans.isEmpty()) {
      poll();
    }
  }

  private void poll() {
    try {
      byte[] answer = (byte[]) context.ask(context.executorID() + ' ' + version);
      if (answer.length > 0) {
        apply(Messages.read(answer, PlanUpdate.class));
      }
    } catch (Exception e) {
      // The next request gets all that this one has missed.
      LOG.debug("Cannot fetch the planned scans of queries: {}", e.toString());
    }
  }

  private void apply(PlanUpdate update) {
    Set<String> ended = new HashSet<>(plans.keySet());
    // New counts first, so that nothing is evicted in between.
    for (PlannedScans scans : update.added()) {
      try {
        RegisteredPlan replaced = plans.put(scans.id(), TrackedPlans.plan(cache, scans));
        if (replaced != null && replaced != plans.get(scans.id())) {
          replaced.close();
        }
      } catch (RuntimeException e) {
        // A plan only helps: the scan itself gets the error if it persists.
        LOG.warn("Cannot register plan {}: {}", scans.id(), e.toString());
      }
    }
    update.ids().forEach(ended::remove);
    ended.forEach(id -> plans.remove(id).close());
    version = update.version();
  }

  /** Takes back all plans. */
  @Override
  public void close() {
    thread.execute(() -> plans.values().forEach(RegisteredPlan::close));
    thread.shutdown();
    try {
      if (!thread.awaitTermination(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
