// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnUse;
import io.albis.spark.internal.ui.CacheEvent;
import io.albis.spark.internal.ui.ColumnTotal;
import io.albis.spark.internal.ui.ExecutorCache;
import io.albis.spark.internal.ui.QueryUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What executors have reported of their caches, kept by the driver, which turns it into events: at
 * most two per second. Those for event logs are rarer: one per minute with what has changed in
 * executors and columns, and one with the last numbers of queries when they have ended.
 * Thread-safe.
 */
final class CacheBoard implements AutoCloseable {

  static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** For how long the numbers of a query that has ended must not change before they are logged. */
  static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** After which numbers of a query that has ended come too late. */
  static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long INTERVAL_MILLIS = 1000;

  /** Column groups that are shown; those that are read later are left out. */
  private static final int MAX_COLUMNS = 1000;

  /** Queries and lost executors that are remembered. */
  private static final int MAX_REMEMBERED = 4096;

  private final Consumer<CacheEvent> events;
  private final ScheduledExecutorService thread;

  /** Guarded by this, as is all below it. */
  private final Map<String, Executor> executors = new LinkedHashMap<>();

  private final Map<Long, Query> queries = new Remembered<>();
  private final Map<String, Boolean> lost = new Remembered<>();
  private final Map<String, ColumnUse> lostColumns = new HashMap<>();
  private final Set<String> columns = new HashSet<>();

  /** What the next events have. */
  private final Set<String> changedColumns = new HashSet<>();

  private final Map<String, ExecutorCache> changed = new LinkedHashMap<>();

  /** What the next event for logs has. */
  private final Set<String> unloggedColumns = new HashSet<>();

  private final Map<String, ExecutorCache> unlogged = new LinkedHashMap<>();
  private long nextLog = System.nanoTime();

  /** Forgets what has not been used for longest. */
  private static final class Remembered<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    Remembered() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MAX_REMEMBERED;
    }
  }

  private static final class Executor {
    private ExecutorCache cache;
    private final Map<String, ColumnUse> columns = new HashMap<>();
  }

  private static final class Query {
    /** By executor; null when the query is forgotten. */
    private Map<String, List<ColumnUse>> scans = new HashMap<>();

    private boolean hasEnded;
    private boolean isChanged;
    private boolean isLogged;
    private long changedAt;

    QueryUse use(long execution, boolean isLast) {
      List<ColumnUse> all = scans.values().stream().flatMap(List::stream).toList();
      return new QueryUse(execution, isLast, QueryUse.sum(all));
    }
  }

  /**
   * Starts without reports.
   *
   * @param events gets the events; must not block
   */
  CacheBoard(Consumer<CacheEvent> events) {
    this.events = events;
    this.thread =
        RepeatedWork.every(
            INTERVAL_MILLIS, "albis-cache-board", () -> post(System.nanoTime(), false));
  }

  /** Takes over a report. Those of lost executors come too late. */
  synchronized void received(ProcessReport report, long now) {
    String id = report.cache().executor();
    if (lost.containsKey(id)) {
      return;
    }
    Executor executor = executors.computeIfAbsent(id, key -> new Executor());
    if (!report.cache().equals(executor.cache)) {
      executor.cache = report.cache();
      changed(report.cache());
    }
    for (ColumnUse use : report.columns()) {
      String key = ColumnTotal.key(use);
      if (columns.contains(key) || columns.size() < MAX_COLUMNS) {
        columns.add(key);
        if (!use.equals(executor.columns.put(key, use))) {
          changedColumns.add(key);
          unloggedColumns.add(key);
        }
      }
    }
    report
        .queries()
        .forEach(
            (execution, scans) -> {
              Query query = queries.computeIfAbsent(execution, key -> new Query());
              if (query.scans != null) {
                query.scans.put(id, scans);
                query.isChanged = true;
                query.isLogged = false;
                query.changedAt = now;
              }
            });
  }

  private void changed(ExecutorCache cache) {
    changed.put(cache.executor(), cache);
    unlogged.put(cache.executor(), cache);
  }

  /** An executor is lost: what it has done still counts. */
  synchronized void lost(String id) {
    lost.put(id, true);
    Executor executor = executors.remove(id);
    if (executor != null) {
      executor.columns.forEach((key, use) -> lostColumns.merge(key, use, ColumnTotal::sum));
      changed(executor.cache.asLost());
    }
  }

  /** A query has ended: its next numbers are the last ones. */
  synchronized void ended(long execution, long now) {
    Query query = queries.computeIfAbsent(execution, key -> new Query());
    query.hasEnded = true;
    query.isLogged = false;
    query.changedAt = now;
  }

  /**
   * Posts what has changed.
   *
   * @param isLast whether the application ends
   */
  synchronized void post(long now, boolean isLast) {
    boolean isLogged = isLast || now - nextLog >= 0;
    List<QueryUse> running = new ArrayList<>();
    List<QueryUse> ended = new ArrayList<>();
    queries.forEach(
        (execution, query) -> {
          if (query.scans == null) {
            return;
          }
          long quiet = now - query.changedAt;
          boolean isSettled = isLast || query.hasEnded && quiet >= SETTLED_NANOS;
          if (isSettled && !query.isLogged && !query.scans.isEmpty()) {
            ended.add(query.use(execution, true));
          } else if (query.isChanged) {
            running.add(query.use(execution, false));
          }
          query.isChanged = false;
          query.isLogged = isSettled;
          if (query.hasEnded && quiet >= FORGOTTEN_NANOS) {
            query.scans = null;
          }
        });
    post(false, isLogged ? Map.of() : changed, isLogged ? Set.of() : changedColumns, running);
    post(true, isLogged ? unlogged : Map.of(), isLogged ? unloggedColumns : Set.of(), ended);
    changed.clear();
    changedColumns.clear();
    if (isLogged && !(unlogged.isEmpty() && unloggedColumns.isEmpty())) {
      nextLog = now + LOG_NANOS;
      unlogged.clear();
      unloggedColumns.clear();
    }
  }

  private void post(
      boolean isLogged, Map<String, ExecutorCache> caches, Set<String> keys, List<QueryUse> uses) {
    List<ColumnTotal> totals = keys.stream().map(this::total).toList();
    CacheEvent event = new CacheEvent(isLogged, List.copyOf(caches.values()), totals, uses);
    if (!event.hasNothing()) {
      events.accept(event);
    }
  }

  private ColumnTotal total(String key) {
    Stream<ColumnUse> ofExecutors =
        executors.values().stream().map(executor -> executor.columns.get(key));
    return new ColumnTotal(
        Stream.concat(ofExecutors, Stream.of(key).map(lostColumns::get))
            .filter(Objects::nonNull)
            .reduce(ColumnTotal::sum)
            .orElseThrow());
  }

  /** Posts the last state. */
  @Override
  public void close() {
    thread.shutdownNow();
    post(System.nanoTime(), true);
  }
}
