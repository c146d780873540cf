// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import io.albis.reader.cache.PlannedScans;
import io.albis.spark.internal.plan.QueryPlans.Scan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registered scans of a query. Thread-safe. */
final class QueryScans implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(QueryScans.class);

  private final PlanTarget target;
  private final long execution;
  private final Map<Scan, Executions> scans = new HashMap<>();
  private int number;
  private boolean isClosed;

  QueryScans(PlanTarget target, long execution) {
    this.target = target;
    this.execution = execution;
  }

  /** The executions of a scan, the first ones first. */
  private static final class Executions {
    private List<PlacedScans> planned = List.of();
    private final Deque<List<Runnable>> plans = new ArrayDeque<>();
  }

  /** Registers an execution of a scan if there is none, or replaces the counts of all. */
  synchronized void planned(Scan scan) {
    if (isClosed) {
      return;
    }
    Executions executions = scans.computeIfAbsent(scan, key -> new Executions());
    List<PlacedScans> planned = scan.planned();
    if (!isSame(executions.planned, planned)) {
      executions.planned = planned;
      int count = Math.max(1, executions.plans.size());
      resize(executions, 0);
      resize(executions, count);
    }
  }

  /** Whether the same segments are read; the ids do not matter. */
  private static boolean isSame(List<PlacedScans> some, List<PlacedScans> others) {
    return signatures(some).equals(signatures(others));
  }

  /** Conditions are compared as text, since they are not equal by value. */
  private static List<List<Object>> signatures(List<PlacedScans> planned) {
    return planned.stream()
        .map(
            placed ->
                List.<Object>of(
                    placed.location(),
                    placed.scans().tableId(),
                    placed.scans().snapshotId(),
                    placed.scans().columns(),
                    placed.scans().rows(),
                    Objects.toString(placed.scans().filter())))
        .toList();
  }

  /** See {@link QueryPlans#correct}. */
  synchronized void correct(Map<Scan, Integer> counts) {
    if (isClosed) {
      return;
    }
    counts.forEach(
        (scan, count) -> {
          planned(scan);
          resize(scans.get(scan), count);
        });
    scans.forEach(
        (scan, executions) -> {
          if (!counts.containsKey(scan)) {
            resize(executions, 0);
          }
        });
  }

  private void resize(Executions executions, int count) {
    while (executions.plans.size() > count) {
      // The cache counts down the plan that was registered first.
      executions.plans.removeFirst().forEach(Runnable::run);
    }
    while (executions.plans.size() < count) {
      executions.plans.addLast(register(executions.planned));
    }
  }

  /** A plan only helps: the scan itself gets the error if it persists. */
  private List<Runnable> register(List<PlacedScans> planned) {
    List<Runnable> plans = new ArrayList<>();
    try {
      for (PlacedScans placed : planned) {
        PlannedScans scan = placed.scans();
        String id = QueryPlans.id(execution, number++);
        plans.add(
            target.plan(
                placed.location(),
                new PlannedScans(
                    id,
                    scan.tableId(),
                    scan.snapshotId(),
                    scan.columns(),
                    scan.filter(),
                    scan.rows(),
                    scan.count())));
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot plan the scans of execution {}: {}", execution, e.toString());
    }
    return plans;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    scans.values().forEach(executions -> resize(executions, 0));
    scans.clear();
  }
}
