// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.format.error.AlbisException;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plans that are registered with a cache. Thread-safe. */
public final class PlanRegistry implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PlanRegistry.class);

  private final CacheStore store;
  private final Map<String, OpenPlan> plans = new ConcurrentHashMap<>();

  PlanRegistry(CacheStore store) {
    this.store = store;
  }

  CacheStore store() {
    return store;
  }

  int openPlans() {
    return plans.size();
  }

  /**
   * Registers a plan, or replaces the counts of the one with its id.
   *
   * @throws AlbisException if the segments cannot be determined; nothing is registered then
   * @throws IllegalStateException if the cache is closed
   */
  public RegisteredPlan plan(PlannedScans planned) {
    if (store.isClosed()) {
      throw new IllegalStateException("Cannot plan scans: the cache is closed");
    }
    while (true) {
      OpenPlan added = new OpenPlan(this, planned);
      OpenPlan known = plans.putIfAbsent(planned.id(), added);
      OpenPlan plan = known == null ? added : known;
      try {
        if (known == null || known.replace(planned)) {
          store.scopes().all().forEach(scope -> scope.sources().forEach(plan::bind));
          return plan;
        }
      } catch (RuntimeException | Error e) {
        plan.close();
        throw e;
      }
    }
  }

  /** Counts the plans of a table that has been opened. */
  void attached(CacheSource source) {
    for (OpenPlan plan : List.copyOf(plans.values())) {
      try {
        plan.bind(source);
      } catch (AlbisException e) {
        // A plan only helps: the scans themselves get the error if it persists.
        LOG.warn("Cannot find the segments of plan {}: {}", plan.id(), e.toString());
      }
    }
  }

  void closed(OpenPlan plan) {
    plans.remove(plan.id(), plan);
  }

  /** Closes all plans. */
  @Override
  public void close() {
    List.copyOf(plans.values()).forEach(OpenPlan::close);
  }
}
