// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SQLExecution;

/**
 * The scans that running queries will execute, registered with the caches that they read. A query
 * is an execution of Spark SQL. Scans are registered when their partitions are planned, which is
 * before any task reads; {@link #correct} then follows the plan of the query, as adaptive execution
 * changes it. When the query ends in whatever way, nothing is left. Thread-safe.
 */
public final class QueryPlans implements AutoCloseable {

  /** The ended queries that are remembered: their last threads may still plan. */
  private static final int MAX_ENDED = 4096;

  private static final String PREFIX = "spark ";

  /** Null unless the plugin is on. */
  private static volatile QueryPlans active;

  private final PlanTarget target;
  private final Map<Long, QueryScans> queries = new ConcurrentHashMap<>();

  private final Set<Long> ended =
      Collections.newSetFromMap(
          Collections.synchronizedMap(
              new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                  return size() > MAX_ENDED;
                }
              }));

  private QueryPlans(PlanTarget target) {
    this.target = target;
  }

  /** A scan in the plan of a query. Equal by identity. */
  public interface Scan {

    /** Returns what one execution reads, as it was planned last; empty if it was not planned. */
    List<PlacedScans> planned();
  }

  /** Registers the scans of queries from now on. The caller closes the result. */
  public static QueryPlans start(PlanTarget target) {
    QueryPlans plans = new QueryPlans(target);
    active = plans;
    return plans;
  }

  static String id(long execution, int number) {
    return PREFIX + execution + '/' + number;
  }

  /** Returns the query to which a plan belongs, by the id of the plan. */
  public static long execution(String id) {
    return Long.parseLong(id.substring(PREFIX.length(), id.indexOf('/')));
  }

  /** Registers a scan of the query of this thread, or replaces its counts. */
  public static void planned(Scan scan) {
    QueryPlans plans = active;
    if (plans != null) {
      String execution =
          SparkSession.active().sparkContext().getLocalProperty(SQLExecution.EXECUTION_ID_KEY());
      if (execution != null) {
        plans.update(Long.parseLong(execution), query -> query.planned(scan));
      }
    }
  }

  /**
   * Registers as many executions of each scan as a plan has, and takes back what it has not.
   *
   * @param scans of the query that have not been executed, with their number
   */
  public void correct(long execution, Supplier<Map<Scan, Integer>> scans) {
    update(execution, query -> query.correct(scans.get()));
  }

  private void update(long execution, Consumer<QueryScans> change) {
    if (ended.contains(execution)) {
      return;
    }
    change.accept(queries.computeIfAbsent(execution, id -> new QueryScans(target, id)));
    if (ended.contains(execution)) {
      forget(execution);
    }
  }

  /** Takes back what a query has not read. */
  public void ended(long execution) {
    ended.add(execution);
    forget(execution);
  }

  private void forget(long execution) {
    QueryScans query = queries.remove(execution);
    if (query != null) {
      query.close();
    }
  }

  /** Takes back all scans. */
  @Override
  public void close() {
    active = null;
    List.copyOf(queries.keySet()).forEach(this::ended);
  }
}
