// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.ColumnUse;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.spark.internal.plan.QueryPlans;
import io.albis.spark.internal.ui.QueryUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plans that this process has registered with its cache, by query, also after they have ended:
 * what reports are made of. Thread-safe.
 */
final class TrackedPlans implements AutoCloseable {

  /** Queries whose scans are remembered; a query may plan more after a long pause. */
  private static final int MAX_QUERIES = 256;

  /** Null unless there are reports. */
  private static volatile TrackedPlans active;

  /** By execution. Guarded by this, as is all below it. */
  private final Map<Long, Plans> queries =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Plans> eldest) {
          return size() > MAX_QUERIES;
        }
      };

  /** Those of a query. */
  private static final class Plans {
    private final List<RegisteredPlan> open = new ArrayList<>();

    /** Of closed plans. */
    private List<ColumnUse> ended = List.of();

    List<ColumnUse> scans() {
      List<ColumnUse> all = new ArrayList<>(ended);
      Iterator<RegisteredPlan> each = open.iterator();
      List<ColumnUse> added = new ArrayList<>(ended);
      while (each.hasNext()) {
        RegisteredPlan plan = each.next();
        // First, as no scan ends afterwards.
        boolean isClosed = plan.isClosed();
        List<ColumnUse> scans = plan.scans();
        all.addAll(scans);
        if (isClosed) {
          added.addAll(scans);
          each.remove();
        }
      }
      ended = QueryUse.sum(added);
      return QueryUse.sum(all);
    }
  }

  private TrackedPlans() {}

  /** Follows plans from now on. The caller closes the result. */
  static TrackedPlans start() {
    TrackedPlans plans = new TrackedPlans();
    active = plans;
    return plans;
  }

  /** Registers scans with a cache: see {@link ColumnCache#plan}. */
  static RegisteredPlan plan(ColumnCache cache, PlannedScans scans) {
    RegisteredPlan plan = cache.plan(scans);
    TrackedPlans plans = active;
    if (plans != null) {
      plans.add(plan);
    }
    return plan;
  }

  private synchronized void add(RegisteredPlan plan) {
    List<RegisteredPlan> open =
        queries.computeIfAbsent(QueryPlans.execution(plan.id()), id -> new Plans()).open;
    if (!open.contains(plan)) {
      open.add(plan);
    }
  }

  /** Returns the scans of each query so far. */
  synchronized Map<Long, List<ColumnUse>> scans() {
    Map<Long, List<ColumnUse>> scans = new HashMap<>();
    queries.forEach((execution, plans) -> scans.put(execution, plans.scans()));
    return scans;
  }

  /** Returns whether there are plans whose numbers may change. */
  synchronized boolean hasOpen() {
    return queries.values().stream().anyMatch(plans -> !plans.open.isEmpty());
  }

  @Override
  public void close() {
    active = null;
  }
}
